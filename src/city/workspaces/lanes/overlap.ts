import { type Automaton, acceptState, epsilon } from './automaton.ts';
import { commonBits, pickSharedCharacter, sharedBitFlags } from './code-set.ts';

/** State of the current path segment, since not every text is a path: it must not be empty, `.` or `..`. */
const nothingYet = 0;
const oneDot = 1;
const twoDots = 2;
const aName = 3;
const shapes = 4;
const shapeAfterDot = (shape: number): number =>
  shape === nothingYet ? oneDot : shape === oneDot ? twoDots : aName;

/** Counts visited states, for callers that bound many comparisons together. */
export interface SearchEffort {
  steps: number;
}

/**
 * The shortest path that both patterns match, or undefined if there is none. Breadth-first search over the
 * product automaton; a node is a pair of states and a segment state, and is visited once.
 */
export function commonPath(a: Automaton, b: Automaton, effort: SearchEffort): string | undefined {
  const width = b.states.length;
  const place = (p: number, q: number, shape: number): number => (p * width + q) * shapes + shape;
  const start = place(a.start, b.start, nothingYet);
  const end = place(acceptState, acceptState, aName);
  const walk = new PatternWalk(a.states.length * width * shapes, start);
  const shared = sharedBits(a, b);

  for (let node = walk.take(); node !== undefined; node = walk.take()) {
    effort.steps++;
    if (node === end) return spell(a, b, walk, end);
    const shape = node % shapes;
    const pair = (node - shape) / shapes;
    const q = pair % width;
    const p = (pair - q) / width;
    const [inA, inB] = [a.states[p], b.states[q]];
    if (!inA || !inB) continue;
    if (inA.symbol === epsilon && p !== acceptState) {
      walk.reach(place(inA.next, q, shape), node);
      walk.reach(place(inA.other, q, shape), node);
    } else if (inB.symbol === epsilon && q !== acceptState) {
      walk.reach(place(p, inB.next, shape), node);
      walk.reach(place(p, inB.other, shape), node);
    } else if (p !== acceptState && q !== acceptState) {
      const bits = shared(inA.symbol, inB.symbol);
      if (bits === 0) continue;
      const next = place(inA.next, inB.next, 0);
      if (bits & sharedBitFlags.other) walk.reach(next + aName, node);
      if (bits & sharedBitFlags.dot) walk.reach(next + shapeAfterDot(shape), node);
      if (bits & sharedBitFlags.slash && shape === aName) walk.reach(next + nothingYet, node);
    }
  }
  return undefined;
}

/** Visited nodes in order, each with its predecessor. */
class PatternWalk {
  readonly start: number;
  /** One-based; 0 means not visited. */
  readonly #cameFrom: Int32Array;
  readonly #queue: number[];
  #taken = 0;

  constructor(places: number, start: number) {
    this.start = start;
    this.#cameFrom = new Int32Array(places);
    this.#cameFrom[start] = start + 1;
    this.#queue = [start];
  }
  take(): number | undefined {
    return this.#queue[this.#taken++];
  }
  reach(there: number, from: number): void {
    if (this.#cameFrom[there] !== 0) return;
    this.#cameFrom[there] = from + 1;
    this.#queue.push(there);
  }
  before(place: number): number {
    return (this.#cameFrom[place] ?? 0) - 1;
  }
}

/** Shared bits of two symbols, computed once per pair. */
function sharedBits(a: Automaton, b: Automaton): (x: number, y: number) => number {
  const width = b.alphabet.length;
  const known = new Int8Array(a.alphabet.length * width).fill(-1);
  return (x, y) => {
    const at = x * width + y;
    const cached = known[at] ?? -1;
    if (cached !== -1) return cached;
    const bits = commonBits(a.alphabet[x] ?? [], b.alphabet[y] ?? []);
    known[at] = bits;
    return bits;
  };
}

/** The characters read along the path, reconstructed backwards. */
function spell(a: Automaton, b: Automaton, walk: PatternWalk, end: number): string {
  const width = b.states.length;
  const characters: string[] = [];
  for (let node = end; node !== walk.start; node = walk.before(node)) {
    const before = walk.before(node);
    const pair = Math.floor(before / shapes);
    const x = a.alphabet[a.states[Math.floor(pair / width)]?.symbol ?? epsilon];
    const y = b.alphabet[b.states[pair % width]?.symbol ?? epsilon];
    if (!x || !y) continue;
    const shape = node % shapes;
    const byDot = shapeAfterDot(before % shapes) === shape;
    const isOther = shape === aName && (!byDot || (commonBits(x, y) & sharedBitFlags.other) !== 0);
    characters.push(shape === nothingYet ? '/' : isOther ? pickSharedCharacter(x, y) : '.');
  }
  return characters.reverse().join('');
}
