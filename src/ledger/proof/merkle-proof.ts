import { emptyRoot, foldRight, hashBytes, nodeHash } from './merkle.ts';

/** Identifies a perfect subtree: 2^level leaves, the first of which is index * 2^level. */
export interface NodeId {
  readonly level: number;
  readonly index: number;
}

/** Storage of complete subtrees' hashes; a tree is too large for memory, a proof is not. */
export interface NodeStore {
  /** The hashes of these nodes in this order; each is complete at the requested size. */
  getNodes(ids: readonly NodeId[]): Promise<readonly Buffer[]>;
}

/** Leaves from `begin` up to, but not including, `end`; always a subtree of the tree. */
type Range = readonly [begin: number, end: number];

/** The root of the tree's first `size` leaves. */
export async function computeRoot(nodes: NodeStore, size: number): Promise<Buffer> {
  requireSize(size);
  if (size === 0) return emptyRoot;
  const [root] = await hashRanges(nodes, [[0, size]]);
  return root!;
}

/** RFC 6962 §2.1.1: the audit path of the leaf at `index` (from 0) in the tree of `size` leaves. */
export async function inclusionProof(nodes: NodeStore, index: number, size: number): Promise<Buffer[]> {
  requireSize(size);
  if (!Number.isSafeInteger(index) || index < 0 || index >= size) {
    throw new RangeError(`there is no leaf ${index} in a tree of ${size}`);
  }
  const siblings: Range[] = [];
  let [begin, end]: Range = [0, size];
  while (end - begin > 1) {
    const middle = begin + split(end - begin);
    if (index < middle) {
      siblings.push([middle, end]);
      end = middle;
    } else {
      siblings.push([begin, middle]);
      begin = middle;
    }
  }
  return hashRanges(nodes, siblings.reverse());
}

/** RFC 6962 §2.1.2: proves that the tree of `to` leaves starts with the tree of `from` leaves. */
export async function consistencyProof(nodes: NodeStore, from: number, to: number): Promise<Buffer[]> {
  requireSize(from);
  requireSize(to);
  if (from > to) throw new RangeError(`a tree of ${to} leaves cannot contain a tree of ${from}`);
  if (from === 0 || from === to) return [];
  const ranges: Range[] = [];
  let [begin, end]: Range = [0, to];
  while (end !== from) {
    const middle = begin + split(end - begin);
    if (from <= middle) {
      ranges.push([middle, end]);
      end = middle;
    } else {
      ranges.push([begin, middle]);
      begin = middle;
    }
  }
  // If the old tree is itself a subtree of the new one, the verifier already has its hash.
  if (begin > 0) ranges.push([begin, end]);
  return hashRanges(nodes, ranges.reverse());
}

/** RFC 9162 §2.1.3.2. Never throws: returns false for any invalid proof. */
export function verifyInclusion(
  leaf: Buffer,
  index: number,
  size: number,
  proof: readonly Buffer[],
  root: Buffer,
): boolean {
  if (!isSize(index) || !isSize(size) || index >= size || !allHashes([leaf, root, ...proof])) return false;
  let fn = index;
  let sn = size - 1;
  let computed = leaf;
  for (const sibling of proof) {
    if (sn === 0) return false;
    if (fn % 2 === 1 || fn === sn) {
      computed = nodeHash(sibling, computed);
      while (fn % 2 === 0 && fn !== 0) {
        fn = half(fn);
        sn = half(sn);
      }
    } else {
      computed = nodeHash(computed, sibling);
    }
    fn = half(fn);
    sn = half(sn);
  }
  return sn === 0 && computed.equals(root);
}

/**
 * RFC 9162 §2.1.4.2; for the empty tree, which it leaves undefined, only the empty root without a proof is
 * valid.
 */
export function verifyConsistency(
  from: number,
  to: number,
  fromRoot: Buffer,
  toRoot: Buffer,
  proof: readonly Buffer[],
): boolean {
  if (!isSize(from) || !isSize(to) || from > to || !allHashes([fromRoot, toRoot, ...proof])) return false;
  if (from === to)
    return proof.length === 0 && fromRoot.equals(toRoot) && (from > 0 || fromRoot.equals(emptyRoot));
  if (from === 0) return proof.length === 0 && fromRoot.equals(emptyRoot);

  let fn = from - 1;
  let sn = to - 1;
  while (fn % 2 === 1) {
    fn = half(fn);
    sn = half(sn);
  }
  // For a power of two fn is 0 here: the old root is itself the first node of the path.
  const path = fn === 0 ? [fromRoot, ...proof] : proof;
  if (path.length === 0) return false;
  let fr = path[0]!;
  let sr = path[0]!;
  for (const node of path.slice(1)) {
    if (sn === 0) return false;
    if (fn % 2 === 1 || fn === sn) {
      fr = nodeHash(node, fr);
      sr = nodeHash(node, sr);
      while (fn % 2 === 0 && fn !== 0) {
        fn = half(fn);
        sn = half(sn);
      }
    } else {
      sr = nodeHash(sr, node);
    }
    fn = half(fn);
    sn = half(sn);
  }
  return sn === 0 && fr.equals(fromRoot) && sr.equals(toRoot);
}

/** One request to the store for all ranges, whatever the number of nodes. */
async function hashRanges(nodes: NodeStore, ranges: readonly Range[]): Promise<Buffer[]> {
  const parts = ranges.map(perfectNodes);
  const hashes = parts.length === 0 ? [] : await nodes.getNodes(parts.flat());
  let next = 0;
  return parts.map((part) => {
    next += part.length;
    return foldRight(hashes.slice(next - part.length, next));
  });
}

/** Splits a subtree into perfect ones, largest first. Its `begin` is a multiple of each one's width. */
function perfectNodes([begin, end]: Range): NodeId[] {
  const ids: NodeId[] = [];
  for (let at = begin; at < end; ) {
    let level = 0;
    let width = 1;
    while (width * 2 <= end - at) {
      width *= 2;
      level++;
    }
    ids.push({ level, index: at / width });
    at += width;
  }
  return ids;
}

/** The largest power of two smaller than n. */
function split(n: number): number {
  let k = 1;
  while (k * 2 < n) k *= 2;
  return k;
}

/** Shifts right by one; `>>` would truncate to 32 bits. */
function half(n: number): number {
  return Math.floor(n / 2);
}

function isSize(n: number): boolean {
  return Number.isSafeInteger(n) && n >= 0;
}

function requireSize(n: number): void {
  if (!isSize(n)) throw new RangeError(`${n} is not the size of a tree`);
}

function allHashes(hashes: readonly Buffer[]): boolean {
  return hashes.every((hash) => hash.length === hashBytes);
}
