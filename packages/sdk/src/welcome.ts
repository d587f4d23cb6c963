/** A proof of work as GET /api/welcome describes it. */
interface Work {
  readonly challenge: string;
  readonly salt: string;
  readonly iterations: number;
  readonly bits: number;
}

const nonceBatch = 8;

/** Finds a nonce by trying; WebCrypto alone, so that it runs wherever the SDK does. */
export async function solveWork(work: Work, signal?: AbortSignal): Promise<string> {
  const encoder = new TextEncoder();
  const salt = encoder.encode(work.salt);
  const tryNonce = async (nonce: number): Promise<boolean> => {
    const password = encoder.encode(`${work.challenge}:${nonce}`);
    const key = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits']);
    const algorithm = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: work.iterations };
    return zeroBits(new Uint8Array(await crypto.subtle.deriveBits(algorithm, key, 64))) >= work.bits;
  };
  for (let from = 0; ; from += nonceBatch) {
    signal?.throwIfAborted();
    // Several at once: WebCrypto runs on its own threads.
    const tries = Array.from({ length: nonceBatch }, (_, n) => tryNonce(from + n));
    const found = (await Promise.all(tries)).indexOf(true);
    if (found >= 0) return String(from + found);
  }
}

function zeroBits(bytes: Uint8Array): number {
  let zeros = 0;
  for (const byte of bytes) {
    if (byte !== 0) return zeros + Math.clz32(byte) - 24;
    zeros += 8;
  }
  return zeros;
}
