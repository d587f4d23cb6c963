/**
 * A second implementation, written only from RFC 6962 §2.1, RFC 8785 §3.2, and C2SP signed-note and tlog-checkpoint:
 * recursive, simple, and without shared code of src/ledger/proof.
 */
import { createHash, createPublicKey, verify } from 'node:crypto';

function sha256(...parts: (string | Uint8Array)[]): Buffer {
  const digest = createHash('sha256');
  for (const part of parts) digest.update(part);
  return digest.digest();
}

/** RFC 6962 §2.1, MTH(D[n]). */
export function treeHash(leaves: readonly Uint8Array[]): Buffer {
  if (leaves.length === 0) return sha256();
  if (leaves.length === 1) return sha256(Buffer.of(0), leaves[0]!);
  const k = largestPowerOfTwoBelow(leaves.length);
  return sha256(Buffer.of(1), treeHash(leaves.slice(0, k)), treeHash(leaves.slice(k)));
}

/** RFC 6962 §2.1.1, PATH(m, D[n]). */
export function path(m: number, leaves: readonly Uint8Array[]): Buffer[] {
  if (leaves.length === 1) return [];
  const k = largestPowerOfTwoBelow(leaves.length);
  return m < k
    ? [...path(m, leaves.slice(0, k)), treeHash(leaves.slice(k))]
    : [...path(m - k, leaves.slice(k)), treeHash(leaves.slice(0, k))];
}

/** RFC 6962 §2.1.2, PROOF(m, D[n]). */
export function proof(m: number, leaves: readonly Uint8Array[]): Buffer[] {
  return subproof(m, leaves, true);
}

function subproof(m: number, leaves: readonly Uint8Array[], complete: boolean): Buffer[] {
  if (m === leaves.length) return complete ? [] : [treeHash(leaves)];
  const k = largestPowerOfTwoBelow(leaves.length);
  return m <= k
    ? [...subproof(m, leaves.slice(0, k), complete), treeHash(leaves.slice(k))]
    : [...subproof(m - k, leaves.slice(k), false), treeHash(leaves.slice(0, k))];
}

/** The root that an audit path leads to, following the recursion of PATH backwards from its last hash. */
export function rootFromPath(
  leaf: Uint8Array,
  m: number,
  n: number,
  hashes: readonly Uint8Array[],
): Buffer | null {
  if (n === 1) return hashes.length === 0 ? sha256(Buffer.of(0), leaf) : null;
  const sibling = hashes.at(-1);
  if (sibling === undefined) return null;
  const k = largestPowerOfTwoBelow(n);
  const below = hashes.slice(0, -1);
  const inner = m < k ? rootFromPath(leaf, m, k, below) : rootFromPath(leaf, m - k, n - k, below);
  if (inner === null) return null;
  return m < k ? sha256(Buffer.of(1), inner, sibling) : sha256(Buffer.of(1), sibling, inner);
}

/** The old and the new root that a consistency proof leads to, by the recursion of SUBPROOF. */
export function rootsFromProof(
  m: number,
  n: number,
  hashes: readonly Uint8Array[],
  oldRoot: Uint8Array,
  complete = true,
): [Uint8Array, Uint8Array] | null {
  if (m === n) {
    if (complete) return hashes.length === 0 ? [oldRoot, oldRoot] : null;
    return hashes.length === 1 ? [hashes[0]!, hashes[0]!] : null;
  }
  const last = hashes.at(-1);
  if (last === undefined) return null;
  const k = largestPowerOfTwoBelow(n);
  const below = hashes.slice(0, -1);
  if (m <= k) {
    const inner = rootsFromProof(m, k, below, oldRoot, complete);
    return inner && [inner[0], sha256(Buffer.of(1), inner[1], last)];
  }
  const inner = rootsFromProof(m - k, n - k, below, oldRoot, false);
  return inner && [sha256(Buffer.of(1), last, inner[0]), sha256(Buffer.of(1), last, inner[1])];
}

function largestPowerOfTwoBelow(n: number): number {
  return 2 ** (Math.ceil(Math.log2(n)) - 1);
}

/** The text of a note signed by this vkey, or null. */
export function noteText(note: string, vkey: string): string | null {
  const [name = '', id = '', ...key] = vkey.split('+');
  const typed = Buffer.from(key.join('+'), 'base64');
  if (typed[0] !== 1 || sha256(`${name}\n`, typed).toString('hex', 0, 4) !== id) return null;
  const x = typed.subarray(1).toString('base64url');
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  const blank = note.lastIndexOf('\n\n');
  const text = note.slice(0, blank + 1);
  for (const line of note.slice(blank + 2).split('\n')) {
    const [dash, signer, encoded = ''] = line.split(' ');
    const bytes = Buffer.from(encoded, 'base64');
    if (dash !== '\u2014' || signer !== name || bytes.toString('hex', 0, 4) !== id) continue;
    if (verify(null, Buffer.from(text), publicKey, bytes.subarray(4))) return text;
  }
  return null;
}

/** RFC 8785 §3.2 for objects of strings, integers and nulls: sorted keys, escapes spelled out. */
export function canonicalJson(value: Readonly<Record<string, unknown>>): string {
  const members = Object.keys(value)
    .sort()
    .map((key) => {
      const member = value[key];
      return `${quote(key)}:${typeof member === 'string' ? quote(member) : String(member)}`;
    });
  return `{${members.join(',')}}`;
}

function quote(text: string): string {
  const short: Record<string, string> = {
    '"': '\\"',
    '\\': '\\\\',
    '\b': '\\b',
    '\t': '\\t',
    '\n': '\\n',
    '\f': '\\f',
    '\r': '\\r',
  };
  let quoted = '';
  for (const unit of text) {
    const code = unit.codePointAt(0)!;
    quoted += short[unit] ?? (code < 0x20 ? `\\u${code.toString(16).padStart(4, '0')}` : unit);
  }
  return `"${quoted}"`;
}

/** An entry's hash, by the definition in the contract. */
export function hashOfEntry(entry: Readonly<Record<string, unknown>>): string {
  const { hash: _, ...rest } = entry;
  return sha256(String(entry.prev_hash), canonicalJson(rest)).toString('hex');
}
