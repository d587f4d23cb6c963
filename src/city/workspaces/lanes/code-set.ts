/** A set of code points: sorted, disjoint, inclusive ranges [from, to]. */
export type CodeSet = readonly (readonly [number, number])[];

const last = 0x10ffff;
const slashCode = 0x2f;
const dotCode = 0x2e;

export const slash = [[slashCode, slashCode]] as const satisfies CodeSet;
export const anyCharacter: CodeSet = [[0, last]];
/** Characters that a wildcard within a name matches. */
export const nameCharacter: CodeSet = [
  [0, slashCode - 1],
  [slashCode + 1, last],
];

export const codeSetOf = (code: number): CodeSet => [[code, code]];

export function union(ranges: readonly (readonly [number, number])[]): CodeSet {
  const merged: [number, number][] = [];
  for (const [from, to] of ranges.toSorted(([a], [b]) => a - b)) {
    const before = merged.at(-1);
    if (before && from <= before[1] + 1) before[1] = Math.max(before[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

export function complement(set: CodeSet): CodeSet {
  const merged: [number, number][] = [];
  let from = 0;
  for (const [start, end] of set) {
    if (start > from) merged.push([from, start - 1]);
    from = end + 1;
  }
  if (from <= last) merged.push([from, last]);
  return merged;
}

const neitherDotNorSlash: CodeSet = [
  [0, dotCode - 1],
  [slashCode + 1, last],
];

function intersection(a: CodeSet, b: CodeSet): CodeSet {
  const out: [number, number][] = [];
  let [i, j] = [0, 0];
  let [inA, inB] = [a[0], b[0]];
  while (inA && inB) {
    const from = Math.max(inA[0], inB[0]);
    const to = Math.min(inA[1], inB[1]);
    if (from <= to) out.push([from, to]);
    if (inA[1] < inB[1]) inA = a[++i];
    else inB = b[++j];
  }
  return out;
}

/** Bits for what two sets share, as far as the validity of a path depends on it. */
export const sharedBitFlags = { slash: 1, dot: 2, other: 4 } as const;

export function commonBits(a: CodeSet, b: CodeSet): number {
  let bits = 0;
  for (const [from, to] of intersection(a, b)) {
    if (from <= slashCode && to >= slashCode) bits |= sharedBitFlags.slash;
    if (from <= dotCode && to >= dotCode) bits |= sharedBitFlags.dot;
    // Dot and slash are adjacent code points, so a range that extends beyond them contains another character.
    if (from < dotCode || to > slashCode) bits |= sharedBitFlags.other;
  }
  return bits;
}

/** A character of both sets other than slash and dot, a printable one if possible. */
export function pickSharedCharacter(a: CodeSet, b: CodeSet): string {
  const shared = intersection(intersection(a, b), neitherDotNorSlash);
  for (const [wantedFrom, wantedTo] of [
    [0x61, 0x7a],
    [0x30, 0x7e],
    [0x21, 0x7e],
    [0xa1, 0xd7ff],
  ] as const) {
    const found = shared.find(([from, to]) => from <= wantedTo && to >= wantedFrom);
    if (found) return String.fromCodePoint(Math.max(found[0], wantedFrom));
  }
  const [first] = shared;
  return first ? String.fromCodePoint(first[0]) : '';
}
