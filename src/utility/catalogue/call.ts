import { Type } from 'typebox';

/** Fetching and parsing together stay below ten seconds, however slow the upstream is. */
const fetchingMs = 8_000;
const readingMs = 9_500;
const minReadingMs = 1_000;

/** One run of a skill: its deadlines, the maximum age of cached data, and the age of the data it used. */
export class SkillCall {
  readonly signal: AbortSignal;
  /** Cached upstream responses older than this are fetched again. */
  readonly maxAgeS: number;
  readonly #startedAt = performance.now();
  #ageS = 0;
  #cached = false;
  #validForS = Number.POSITIVE_INFINITY;

  constructor(options: { signal: AbortSignal; maxAgeS: number }) {
    this.signal = options.signal;
    this.maxAgeS = options.maxAgeS;
  }

  /** Time left for fetching. */
  get fetchingMs(): number {
    return Math.max(1, this.#startedAt + fetchingMs - performance.now());
  }

  /** Time left for parsing. */
  get readingMs(): number {
    return Math.max(minReadingMs, this.#startedAt + readingMs - performance.now());
  }

  /** Records that a cached upstream response was used; the oldest one sets the age of the result. */
  usedCached(ageS: number): void {
    this.#cached = true;
    this.#ageS = Math.max(this.#ageS, ageS);
  }

  /** Records that the result stays valid for at most this long; the shortest value wins. */
  limitValidity(seconds: number): void {
    this.#validForS = Math.min(this.#validForS, seconds);
  }

  /** How long clients may cache the response. */
  get cacheForS(): number {
    return Math.max(0, Math.min(this.maxAgeS, this.#validForS) - (this.ageS ?? 0));
  }

  /** Undefined when nothing came from a cache. */
  get ageS(): number | undefined {
    return this.#cached ? Math.floor(this.#ageS) : undefined;
  }
}

/** Field names with the reason why each is not known. */
export type NotRead = Record<string, string>;

/** Notes why a field is unknown. */
export type NoteMissing = (field: string, reason: string) => void;

/** In every response of which a part can fail while the rest is valid. */
export const notReadField = Type.Record(Type.String(), Type.String(), {
  description:
    'Fields that could not be read, and why: null, false or empty there means unknown, not absent. {} if everything was read.',
});

/** The slowest skill, a survey of a site's links, ends itself before this. */
const maxRunMs = 30_000;
/** A rendered page has its own deadline, which the operator sets. */
const maxRenderedRunMs = 120_000;

/**
 * Aborts a skill that hangs. The limit is the same for every caller, so that results do not depend on who
 * calls.
 */
export const runLimit = (params: Readonly<Record<string, unknown>>): AbortSignal =>
  AbortSignal.timeout(params.render === '1' || params.screenshot === '1' ? maxRenderedRunMs : maxRunMs);
