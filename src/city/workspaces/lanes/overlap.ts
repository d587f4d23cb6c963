import { type Automaton, accepting, readsNothing } from './automaton.ts';
import { common, commonBits, readable } from './code-set.ts';

/** How far the name at hand has come, because not every text is a path: a name is not empty, and neither `.` nor `..`. */
const nothingYet = 0;
const oneDot = 1;
const twoDots = 2;
const aName = 3;
const shapes = 4;
const afterDot: readonly number[] = [oneDot, twoDots, aName, aName];

/**
 * A path that both patterns match, the shortest there is, or undefined when there is none. Both machines walk together
 * over every text that both could read; a place is a pair of states and the shape of the name, and is visited once.
 */
export function commonPath(a: Automaton, b: Automaton): string | undefined {
  const width = b.symbol.length;
  const place = (p: number, q: number, shape: number): number => (p * width + q) * shapes + shape;
  // Where each place was first reached from, counted from one; 0 is not yet.
  const cameFrom = new Int32Array(a.symbol.length * width * shapes);
  const shared = sharedBits(a, b);
  const start = place(a.start, b.start, nothingYet);
  const end = place(accepting, accepting, aName);
  const queue = [start];
  cameFrom[start] = start + 1;

  for (let at = 0; at < queue.length; at++) {
    const here = queue[at]!;
    if (here === end) return spell(a, b, cameFrom, start, end);
    const [p, q, shape] = partsOf(here, width);
    const reach = (toP: number, toQ: number, toShape: number) => {
      const there = place(toP, toQ, toShape);
      if (cameFrom[there] !== 0) return;
      cameFrom[there] = here + 1;
      queue.push(there);
    };
    if (a.symbol[p] === readsNothing && p !== accepting) {
      reach(a.next[p]!, q, shape);
      reach(a.other[p]!, q, shape);
    } else if (b.symbol[q] === readsNothing && q !== accepting) {
      reach(p, b.next[q]!, shape);
      reach(p, b.other[q]!, shape);
    } else if (p !== accepting && q !== accepting) {
      const bits = shared(a.symbol[p]!, b.symbol[q]!);
      if (bits & common.other) reach(a.next[p]!, b.next[q]!, aName);
      if (bits & common.dot) reach(a.next[p]!, b.next[q]!, afterDot[shape]!);
      if (bits & common.slash && shape === aName) reach(a.next[p]!, b.next[q]!, nothingYet);
    }
  }
  return undefined;
}

function partsOf(place: number, width: number): [p: number, q: number, shape: number] {
  const shape = place % shapes;
  const pair = (place - shape) / shapes;
  const q = pair % width;
  return [(pair - q) / width, q, shape];
}

/** What two symbols share, worked out once a pair of them. */
function sharedBits(a: Automaton, b: Automaton): (x: number, y: number) => number {
  const width = b.alphabet.length;
  const known = new Int8Array(a.alphabet.length * width).fill(-1);
  return (x, y) => {
    const at = x * width + y;
    if (known[at] === -1) known[at] = commonBits(a.alphabet[x]!, b.alphabet[y]!);
    return known[at]!;
  };
}

/** The characters that were read on the way, found backwards. */
function spell(a: Automaton, b: Automaton, cameFrom: Int32Array, start: number, end: number): string {
  const width = b.symbol.length;
  const read: string[] = [];
  for (let here = end; here !== start; ) {
    const before = cameFrom[here]! - 1;
    const [p, q, from] = partsOf(before, width);
    const [x, y] = [a.alphabet[a.symbol[p]!], b.alphabet[b.symbol[q]!]];
    const to = here % shapes;
    if (x && y) {
      const anyOther = to === aName && (commonBits(x, y) & common.other) !== 0;
      read.push(to === nothingYet ? '/' : anyOther || afterDot[from] !== to ? readable(x, y) : '.');
    }
    here = before;
  }
  return read.reverse().join('');
}
