/** Fetching and reading together stay below ten seconds, whatever stands at the other end. */
const fetchingMs = 8_000;
const readingMs = 9_500;
const leastReadingMs = 1_000;

/** One run of a skill: how long it may take, how old what it uses may be, and how old it was. */
export class SkillCall {
  readonly signal: AbortSignal;
  /** Upstream answers older than this are asked for again. */
  readonly maxAgeS: number;
  readonly #startedAt = performance.now();
  #ageS = 0;
  #cached = false;
  #holdsS = Number.POSITIVE_INFINITY;

  constructor(options: { signal: AbortSignal; maxAgeS: number }) {
    this.signal = options.signal;
    this.maxAgeS = options.maxAgeS;
  }

  /** What is left for fetching all that is to be read. */
  get fetchingMs(): number {
    return Math.max(1, this.#startedAt + fetchingMs - performance.now());
  }

  /** What is left for reading it. */
  get readingMs(): number {
    return Math.max(leastReadingMs, this.#startedAt + readingMs - performance.now());
  }

  /** To be told whenever a kept upstream answer is used; the oldest is the age of the whole. */
  usedCached(ageS: number): void {
    this.#cached = true;
    this.#ageS = Math.max(this.#ageS, ageS);
  }

  /** To be told of what changes soon: nobody should keep the answer for longer. The shortest counts. */
  holdsFor(seconds: number): void {
    this.#holdsS = Math.min(this.#holdsS, seconds);
  }

  /** How long whoever gets the answer may keep it. */
  get keepS(): number {
    return Math.max(0, Math.min(this.maxAgeS, this.#holdsS) - (this.ageS ?? 0));
  }

  /** Undefined when everything was asked for freshly. */
  get ageS(): number | undefined {
    return this.#cached ? Math.floor(this.#ageS) : undefined;
  }
}
