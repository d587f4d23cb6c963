import {
  address,
  common,
  explaining,
  negatedReasons,
  negations,
  pageItself,
  phraseCommon,
  phraseReasons,
  reasons,
  small,
  subjects,
} from './wall-vocabulary.ts';

export type WallReason = keyof typeof reasons;

export const fold = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .normalize('NFC')
    .replaceAll('ı', 'i')
    .replaceAll('ł', 'l')
    .replaceAll('ø', 'o');
const split = (list: string) => fold(list).trim().split(/\s+/);

/** Whole words, and beginnings of words. */
class Lexicon {
  readonly #words = new Set<string>();
  readonly #stems = new Set<string>();
  readonly #lengths: readonly number[];

  constructor(list: string) {
    for (const each of split(list)) {
      if (each.endsWith('*')) this.#stems.add(each.slice(0, -1));
      else this.#words.add(each);
    }
    this.#lengths = [...new Set([...this.#stems].map(({ length }) => length))];
  }

  has(word: string): boolean {
    return this.#words.has(word) || this.#lengths.some((length) => this.#stems.has(word.slice(0, length)));
  }
}

const kinds = ['challenge', 'refused', 'login', 'consent', 'error'] as const satisfies readonly WallReason[];
export const lexicons = {
  challenge: new Lexicon(reasons.challenge),
  refused: new Lexicon(reasons.refused),
  error: new Lexicon(reasons.error),
  login: new Lexicon(reasons.login),
  consent: new Lexicon(reasons.consent),
  missing: new Lexicon(negatedReasons.error),
  withheld: new Lexicon(negatedReasons.refused),
  negations: new Lexicon(negations),
  address: new Lexicon(address),
  explaining: new Lexicon(explaining),
  pageItself: new Lexicon(pageItself),
  small: new Lexicon(small),
  subjects: new Lexicon(subjects),
  common: new Lexicon(common),
};
/** Reasons of several words. */
export const compounds = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${[...Object.values(reasons), ...Object.values(negatedReasons), common]
    .flatMap(split)
    .filter((each) => each.includes('_'))
    .map((each) => (each.endsWith('*') ? `${each.slice(0, -1)}\\p{L}*` : each).replaceAll('_', ' '))
    .sort((a, b) => b.length - a.length)
    .join('|')})(?![\\p{L}\\p{N}])`,
  'gu',
);
export const phraseKinds = new Map(
  kinds.flatMap((kind) => split(phraseReasons[kind]).map((each) => [each, kind] as const)),
);
export const phrases = new RegExp(
  [...phraseKinds.keys(), ...split(phraseCommon)].sort((a, b) => b.length - a.length).join('|'),
  'gu',
);

interface WordClass {
  readonly kind: WallReason | null;
  readonly isAddress: boolean;
  readonly isSubject: boolean;
  readonly isMissing: boolean;
  readonly isWithheld: boolean;
  readonly isSmall: boolean;
  readonly isKnown: boolean;
}

/** A page is measured several times, as a whole and by statement: its words are looked up once. */
const classified = new Map<string, WordClass>();
const maxClassified = 5_000;

export function classify(word: string): WordClass {
  const found = classified.get(word);
  if (found) return found;
  const stem = word.replace(/'s?$/, '').replace(/^(?:l|d|n|s|qu|j|m|c|dell|all|nell|un)'/, '');
  const isIn = (lexicon: Lexicon) => lexicon.has(word) || lexicon.has(stem);
  const kind = kinds.find((each) => isIn(lexicons[each])) ?? null;
  const isSubject = isIn(lexicons.subjects);
  const isMissing = isIn(lexicons.missing);
  const isWithheld = isIn(lexicons.withheld);
  const result = {
    kind,
    isAddress: isIn(lexicons.address) || /^(?:you|we)'/.test(word),
    isSubject,
    isMissing,
    isWithheld,
    isSmall: isIn(lexicons.small) || isIn(lexicons.negations),
    isKnown: kind !== null || isMissing || isWithheld || isSubject || isIn(lexicons.common),
  };
  if (classified.size >= maxClassified) classified.clear();
  classified.set(word, result);
  return result;
}
