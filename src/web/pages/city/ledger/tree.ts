import { type Bytes, sha256 } from './bytes.ts';

const leafMark: Bytes = Uint8Array.of(0);
const nodeMark: Bytes = Uint8Array.of(1);

/** RFC 6962, 2.1: a leaf is the entry's line. */
export const leafHash = (line: Bytes): Promise<Bytes> => sha256(leafMark, line);
const nodeHash = (left: Bytes, right: Bytes): Promise<Bytes> => sha256(nodeMark, left, right);

/** The Merkle tree over all leaves so far, stored as the roots of its perfect subtrees, left to right. */
export class MerkleTree {
  #peaks: { readonly height: number; readonly hash: Bytes }[] = [];
  size = 0;

  async add(leaves: readonly Bytes[]): Promise<void> {
    for (let at = 0; at < leaves.length; ) {
      const width = widthAt(this.size, leaves.length - at);
      await this.#push(await perfectRoot(leaves.slice(at, at + width)), Math.log2(width));
      this.size += width;
      at += width;
    }
  }

  async root(): Promise<Bytes> {
    const [last, ...rest] = this.#peaks.toReversed();
    if (!last) return sha256();
    let root = last.hash;
    for (const { hash } of rest) root = await nodeHash(hash, root);
    return root;
  }

  async #push(hash: Bytes, height: number): Promise<void> {
    let node = { hash, height };
    for (let left = this.#peaks.at(-1); left?.height === node.height; left = this.#peaks.at(-1)) {
      this.#peaks.pop();
      node = { hash: await nodeHash(left.hash, node.hash), height: node.height + 1 };
    }
    this.#peaks.push(node);
  }
}

/** Width of the largest perfect subtree that can start after `size` leaves and has at most `most`. */
function widthAt(size: number, most: number): number {
  let width = 1;
  while (width * 2 <= most && size % (width * 2) === 0) width *= 2;
  return width;
}

/** Root of a power of two of leaves. Each level is hashed in parallel, which is fast in a browser. */
async function perfectRoot(leaves: readonly Bytes[]): Promise<Bytes> {
  let level = leaves;
  for (;;) {
    const [root, right] = level;
    if (!root) throw new RangeError('a tree without leaves has no root');
    if (!right) return root;
    level = await Promise.all(pairsOf(level).map(([a, b]) => nodeHash(a, b)));
  }
}

function pairsOf<T>(items: readonly T[]): [T, T][] {
  const pairs: [T, T][] = [];
  let left: T | undefined;
  for (const item of items) {
    if (left === undefined) left = item;
    else {
      pairs.push([left, item]);
      left = undefined;
    }
  }
  return pairs;
}

/**
 * The root computed from a leaf and its path (RFC 9162, 2.1.3.2); undefined for a path of the wrong length.
 */
export async function rootOfPath(
  leaf: Bytes,
  index: number,
  size: number,
  path: readonly Bytes[],
): Promise<Bytes | undefined> {
  let [at, last, hash] = [index, size - 1, leaf];
  for (const neighbour of path) {
    if (last === 0) return undefined;
    if (at % 2 === 1 || at === last) {
      hash = await nodeHash(neighbour, hash);
      while (at % 2 === 0 && at !== 0) [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
    } else hash = await nodeHash(hash, neighbour);
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  return last === 0 ? hash : undefined;
}
