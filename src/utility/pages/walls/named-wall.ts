import type { Blocked } from './blocked.ts';
import type { PageParts } from './page-parts.ts';
import { countWords } from './visible-words.ts';
import { conceptsIn } from './wall-concepts.ts';
import type { NamedWall } from './wall-names.ts';

interface Limits {
  readonly kind: Blocked['kind'];
  /** A shorter text is a label. */
  readonly minWords: number;
  readonly maxWords: number;
  /** With more words beside it, the page shows something worth reading. */
  readonly maxContentWords: number;
  /** What a wall of the kind speaks of; sites also put what a wall protects into an element of its name. */
  readonly concepts: readonly string[];
}

const limits: Record<NamedWall, Limits> = {
  consent: {
    kind: 'consent',
    minWords: 12,
    maxWords: 250,
    maxContentWords: 6,
    concepts: ['cookie', 'accept', 'partners', 'settings'],
  },
  paywall: {
    kind: 'login',
    minWords: 5,
    maxWords: 120,
    maxContentWords: 40,
    concepts: ['subscribe', 'login', 'register', 'member'],
  },
  age: {
    kind: 'consent',
    minWords: 5,
    maxWords: 120,
    maxContentWords: 20,
    concepts: ['age', 'accept', 'verify', 'login'],
  },
  queue: {
    kind: 'challenge',
    minWords: 8,
    maxWords: 120,
    maxContentWords: 15,
    concepts: ['wait', 'soon', 'you'],
  },
  region: {
    kind: 'refused',
    minWords: 5,
    maxWords: 120,
    maxContentWords: 15,
    concepts: ['region', 'blocked', 'access', 'unavailable', 'permission'],
  },
  error: {
    kind: 'error',
    minWords: 3,
    maxWords: 90,
    maxContentWords: 12,
    concepts: [
      'find',
      'exist',
      'removed',
      'sorry',
      'error',
      'maintenance',
      'unavailable',
      'browser',
      'expired',
    ],
  },
};

/** The kind of a wall that the markup names and that leaves hardly anything beside it to read. */
export function namedWallKind({ walls, contentWords }: PageParts): Blocked['kind'] | null {
  for (const [name, text] of walls) {
    const { kind, minWords, maxWords, maxContentWords, concepts } = limits[name];
    const words = countWords(text);
    if (words < minWords || words > maxWords || contentWords > maxContentWords) continue;
    if (conceptsIn(text).some((concept) => concept !== null && concepts.includes(concept))) return kind;
  }
  return null;
}
