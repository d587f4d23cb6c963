import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { signCheckpoint } from '../../../../src/ledger/proof/checkpoint.ts';
import { cosign } from '../../../../src/ledger/proof/cosignature.ts';
import { genesisHash, type Movement, sealEntry } from '../../../../src/ledger/proof/entry.ts';
import { signHandover } from '../../../../src/ledger/proof/handover.ts';
import { Frontier, leafHash } from '../../../../src/ledger/proof/merkle.ts';
import type { NodeStore } from '../../../../src/ledger/proof/merkle-proof.ts';
import { keyTypes, type NoteSigner, noteSigner, splitNote } from '../../../../src/ledger/proof/note.ts';
import { anchorMemo, receiptHash, sha256Hex, signReceipt } from '../../../../src/ledger/proof/receipt.ts';
import { encodeBundle, listTiles, tilePath } from '../../../../src/ledger/proof/tile.ts';

const seed = (byte: number) => Buffer.alloc(32, byte);
export const origin = 'city.example/ledger';
/** The log was signed with the old key until the rotation; the thief's key is not a key of the log. */
export const [oldKey, log, thief] = [
  noteSigner(origin, seed(1)),
  noteSigner(origin, seed(2)),
  noteSigner(origin, seed(3)),
];
export const witnesses = [4, 5, 6].map((byte) =>
  noteSigner(`witness.example/w${byte}`, seed(byte), keyTypes.witness),
);
export const trust = { keys: [oldKey.vkey], witnesses: witnesses.map(({ vkey }) => vkey), need: 2 };
export const at = '2026-11-15T10:00:00.000Z';
export const answer = '{"content":"read the diff twice"}';
export const size = 300;
const handover = signHandover(oldKey, log, new Date(at));

export const receipts = Array.from({ length: 5 }, (_, i) =>
  signReceipt(log, {
    at,
    method: 'POST',
    path: '/api/products/1/buy',
    params: sha256Hex('{"body":{},"query":[]}'),
    status: 201,
    answer: sha256Hex(i === 3 ? answer : `answer ${i}`),
    payment: { amount: '10', currency: 'AP', transaction: `sale:${i}` },
  }),
);
export const receiptLeaves = receipts.map((note) => leafHash(receiptHash(note)));

/** Among them a key rotation and an anchor of the receipts. */
export function movements(): Omit<Movement, 'seq'>[] {
  const plain = { at, memo: null as string | null };
  const rootOfReceipts = rootOf(receiptLeaves);
  return Array.from({ length: size }, (_, i) => {
    const ref = `cause:${i}`;
    if (i === 10) return { ...plain, kind: 'key', from: 'mint', to: 'sink', amount: 1, ref, memo: handover };
    if (i === 20)
      return {
        ...plain,
        kind: 'receipts',
        from: 'mint',
        to: 'sink',
        amount: 1,
        ref,
        memo: anchorMemo(5, rootOfReceipts),
      };
    if (i % 3 === 2)
      return {
        ...plain,
        kind: 'tip',
        from: 'agent:ada',
        to: 'agent:grace',
        amount: 2,
        ref,
        memo: 'danke schön ☕',
      };
    return { ...plain, kind: 'welcome', from: 'mint', to: 'agent:ada', amount: 5, ref };
  });
}

export function rootOf(leaves: readonly Buffer[]): Buffer {
  const frontier = Frontier.empty();
  for (const leaf of leaves) frontier.append(leaf);
  return frontier.root();
}

export const nodesOf = (leaves: readonly Buffer[]): NodeStore => ({
  getNodes: async (ids) =>
    ids.map(({ level, index }) => rootOf(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level))),
});

export function sealed(given: readonly Omit<Movement, 'seq'>[]): string[] {
  let hash = genesisHash;
  return given.map((movement, i) => {
    const { entry, line } = sealEntry(hash, { ...movement, seq: i + 1 });
    hash = entry.hash;
    return line;
  });
}

export function cosigned(
  root: Buffer,
  by: readonly NoteSigner[] = witnesses,
  signer = log,
  ofSize = size,
): string {
  const note = signCheckpoint(signer, ofSize, root);
  const { text } = splitNote(note);
  return note + by.map((witness) => cosign(witness, text, 1_700_000_000)).join('');
}

/** Writes tiles, checkpoint and keys as a city publishes them. */
export async function publish(dir: string, lines: readonly string[], note: string): Promise<void> {
  const leaves = lines.map(leafHash);
  let row = leaves;
  const rows = [leaves];
  for (; row.length >= 256; rows.push(row))
    row = Array.from({ length: Math.floor(row.length / 256) }, (_, i) =>
      rootOf(row.slice(i * 256, (i + 1) * 256)),
    );
  for (const { level, index, width } of listTiles(lines.length)) {
    const file = path.join(dir, tilePath({ level, index, width }));
    await mkdir(path.dirname(file), { recursive: true });
    const [from, to] = [index * 256, index * 256 + width];
    await writeFile(
      file,
      level === 'entries'
        ? encodeBundle(lines.slice(from, to))
        : Buffer.concat(rows[level]?.slice(from, to) ?? []),
    );
  }
  await writeFile(path.join(dir, 'checkpoint'), note);
  const keys = [
    { vkey: log.vkey, handover },
    { vkey: oldKey.vkey, handover: null },
  ];
  await writeFile(path.join(dir, 'keys.json'), JSON.stringify({ origin, keys }));
}
