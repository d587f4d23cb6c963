import { pbkdf2 } from 'node:crypto';
import { promisify } from 'node:util';

/** PBKDF2 is part of WebCrypto, so clients can run it in Node, Deno and browsers. */
export const workAlgorithm = 'PBKDF2-HMAC-SHA-256';
export const workIterations = 5_000;
const salt = 'kith-welcome';
const derive = promisify(pbkdf2);

/** Bound to one agent: names are unique and the registration time cannot be chosen. */
export const workChallenge = (agent: { screen_name: string; created_at: Date }): string =>
  `${agent.screen_name}:${agent.created_at.getTime()}`;

export const workSalt = salt;

/** Whether the first `bits` bits of the derived key are zero. */
export async function isWorkDone(challenge: string, nonce: string, bits: number): Promise<boolean> {
  const key = await derive(`${challenge}:${nonce}`, salt, workIterations, 8, 'sha256');
  return leadingZeroBits(key) >= bits;
}

function leadingZeroBits(bytes: Uint8Array): number {
  let zeros = 0;
  for (const byte of bytes) {
    if (byte !== 0) return zeros + Math.clz32(byte) - 24;
    zeros += 8;
  }
  return zeros;
}
