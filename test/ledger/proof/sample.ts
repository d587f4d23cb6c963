import fc from 'fast-check';
import { genesisHash, type Movement, type SealedEntry, sealEntry } from '../../../src/ledger/proof/entry.ts';
import { Frontier, leafHash } from '../../../src/ledger/proof/merkle.ts';
import type { NodeId, NodeStore } from '../../../src/ledger/proof/merkle-proof.ts';

/**
 * Strings that serializers get wrong: control characters, quotes, escapes, separators, surrogate pairs, private use.
 */
const nastyText = fc.string({
  unit: fc.oneof(
    { weight: 4, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('"', '\\', '\0', '\b', '\n', '\r', '\x1f', '\x7f', '/', '\\ud800'),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '\u2028',
        '\u2029',
        '\ufeff',
        '\uffff',
        '\u{10ffff}',
        '😀',
        'é',
        ',"hash":"',
        ',"kind":',
      ),
    },
  ),
  maxLength: 12,
});

const instant = fc
  .date({
    min: new Date('1970-01-01T00:00:00.000Z'),
    max: new Date('9999-12-31T23:59:59.999Z'),
    noInvalidDate: true,
  })
  .map((date) => date.toISOString());

export const movement: fc.Arbitrary<Movement> = fc.record({
  seq: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
  at: instant,
  kind: nastyText.map((text) => `k${text}`),
  from: nastyText.map((text) => `agent:${text}`),
  to: nastyText.map((text) => `escrow:${text}`),
  amount: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
  memo: fc.option(nastyText),
  ref: fc.option(nastyText),
});

/** A chain of this many entries without overdrafts: grants first, then payments around a ring. */
export function sampleChain(count: number, memo: (seq: number) => string | null = () => null): SealedEntry[] {
  const sealed: SealedEntry[] = [];
  let prevHash = genesisHash;
  for (let seq = 1; seq <= count; seq++) {
    const grant = seq % 2 === 1;
    const entry = sealEntry(prevHash, {
      seq,
      at: new Date(Date.UTC(2026, 10, 14) + seq * 1000).toISOString(),
      kind: grant ? 'grant' : 'tip',
      from: grant ? 'mint' : `agent:a${seq - 1}`,
      to: `agent:a${seq}`,
      amount: grant ? 100 : 1 + (seq % 7),
      memo: memo(seq),
      ref: seq % 3 === 0 ? null : `cause:${seq}`,
    });
    sealed.push(entry);
    prevHash = entry.entry.hash;
  }
  return sealed;
}

export function exportOf(sealed: readonly SealedEntry[]): string {
  return sealed.map(({ line }) => `${line}\n`).join('');
}

/** Stores what `append` reports as complete, and refuses reads of anything else. */
export class MemoryNodes implements NodeStore {
  readonly frontier = Frontier.empty();
  readonly #hashes = new Map<string, Buffer>();

  constructor(leaves: readonly (string | Uint8Array)[]) {
    for (const leaf of leaves) {
      for (const { level, index, hash } of this.frontier.append(leafHash(leaf))) {
        this.#hashes.set(`${level}/${index}`, hash);
      }
    }
  }

  async getNodes(ids: readonly NodeId[]): Promise<Buffer[]> {
    return ids.map(({ level, index }) => {
      const hash = this.#hashes.get(`${level}/${index}`);
      if (hash === undefined) throw new Error(`node ${level}/${index} is not complete`);
      return hash;
    });
  }
}

export function flipBit(bytes: Uint8Array, bit: number): Buffer {
  const flipped = Buffer.from(bytes);
  const at = Math.floor(bit / 8) % flipped.length;
  flipped[at] = flipped[at]! ^ (1 << (bit % 8));
  return flipped;
}
