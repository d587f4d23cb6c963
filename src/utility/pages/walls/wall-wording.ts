import {
  classify,
  compounds,
  fold,
  lexicons,
  phraseKinds,
  phrases,
  type WallReason,
} from './wall-lexicon.ts';

type Kind = WallReason;

/** The statements of a page: its title and headings, and the sentences of its text. */
export interface Statements {
  readonly headings: readonly string[];
  readonly body: readonly string[];
  /** Number of links to other pages. */
  readonly links: number;
}

/** Maximum number of words on a wall that are not typical of walls, and their maximum share of the words with a topic. */
const maxForeign = { words: 20, share: 0.36 };
/** The share where a statement only names what it is about, without speaking to the visitor. */
const unaddressedShare = 0.25;
/** With a smaller share, one sentence may give the reason and another speak to the visitor. */
const purelyWallShare = 0.12;
/** A known title does not make a wall of a page with more foreign words. */
const foreignToTitle = { words: 3, share: 0.34, shareBesideLinks: 0.22 };
/** A page with more links to others than this belongs to a site; the makers of walls link to few. */
const maxWallLinks = 3;
/** A title or heading of at most this many words that states no reason is a name. */
const maxNameWords = 4;
/** A text of which hardly any word is known is in a language that the vocabulary lacks. */
const unknownShare = 0.9;
/** A statement with more than one word of another topic has at most this share of them. */
const foreignInReason = 0.3;
/** A page with at most so many words whose heading only gives a reason is no more than that. */
const bareReason = { words: 25, foreign: 1 };
/** A page that says of itself that it is missing has at most so many words, and so many in the statement. */
const missingPage = { words: 30, statement: 16 };
/** Texts of at most 250 words are shorter; what is longer is not made of words. */
const maxTextChars = 8_000;
/** Longer sentences tell a story. */
const maxStatementWords = 30;

/**
 * The kind of wall a page is by its wording: it tells its visitor why there is no page, and hardly any of its other
 * words are foreign to walls and error pages. Null if it is a page.
 */
export function wallKind(statements: Statements): Kind | null {
  if (explains(statements)) return null;
  const names = namesIn(statements.headings);
  const measures = [...new Set([...statements.headings, ...statements.body])].map((each) =>
    measure(each, names),
  );
  const { foreign, share } = measureWhole(statements);
  const bare = bareReasonIn(statements);
  if (bare) return bare;
  if (saysItIsMissing(statements)) return 'error';
  if (foreign > maxForeign.words || share > maxForeign.share) return null;
  const speaksToVisitor = share <= purelyWallShare && measures.some(({ addressed }) => addressed);
  const found = measures.find(
    (each) =>
      isReason(each) &&
      (each.addressed || speaksToVisitor || share === 0 || (each.hasSubject && share <= unaddressedShare)),
  );
  return found?.kind ?? null;
}

/** The kind that the title or a heading of a page consists of which says hardly anything else to its visitor. */
function bareReasonIn({ headings, body, links }: Statements): Kind | null {
  const { words, foreign, addressed } = measure([...headings, ...body].join(' . '));
  if (!addressed || words > bareReason.words || foreign > bareReason.foreign || links > maxWallLinks)
    return null;
  return (
    headings.map((each) => measure(each)).find((each) => each.foreign === 0 && isReason(each))?.kind ?? null
  );
}

/** Whether a page with hardly any text says of itself that it is not there: "This page is no more." */
function saysItIsMissing({ headings, body, links }: Statements): boolean {
  const all = [...headings, ...body];
  if (links > maxWallLinks || toWords(all.join(' ')).length > missingPage.words) return false;
  return all.some((each) => {
    const words = toWords(each);
    const at = words.slice(0, 2).findIndex((word) => lexicons.pageItself.has(word));
    if (at === -1 || words.length > missingPage.statement || speakersOwn.has(words[0] ?? '')) return false;
    const { kind } = measure(each);
    return kind === 'error' || words.some((word) => isNegation(word));
  });
}

/** "My website is not available" is what its owner asks. */
const speakersOwn = new Set('my mein meine mon ma mi mio mia meu minha mijn'.split(' '));

const isNegation = (word: string): boolean => lexicons.negations.has(word) || word.endsWith("n't");

/** Whether a statement gives a reason and says little else. */
const isReason = ({ kind, words, topical, foreign, explains }: Measure): boolean =>
  kind !== null &&
  !explains &&
  words <= maxStatementWords &&
  foreign <= Math.max(topical >= 4 ? 1 : 0, topical * foreignInReason);

/** By its title: how, why and what introduce an explanation. */
const explains = ({ headings }: Statements): boolean =>
  (headings[0] ?? '').split(/[:|–—]\s|\s-\s/).some((each) => measure(each).explains);

/** Whether a page is about something else than its title says, or explains it. */
export function isAboutElse(statements: Statements): boolean {
  if (explains(statements)) return true;
  const { headings, body, links } = statements;
  const { foreign, share, isUnknown } = measureWhole({ headings: [], body }, namesIn(headings));
  const { words, share: alone, shareBesideLinks } = foreignToTitle;
  return !isUnknown && foreign > words && share > (links > maxWallLinks ? shareBesideLinks : alone);
}

/** Whether the address that was asked for names what the page is about: an article on error 503 is at …/503. */
export function isNamedInPath({ headings }: Statements, path: string): boolean {
  const asked = new Set(toWords(path.replaceAll(/[/_.-]+/g, ' ')).map(baseForm));
  return headings.some((each) =>
    toWords(each).some(
      (word) => asked.has(baseForm(word)) && (/^[45]\d\d$/.test(word) || measure(word).kind !== null),
    ),
  );
}

const baseForm = (word: string): string => (word.length > 4 ? word.replace(/(?:ing|ed|s)$/, '') : word);

/** Whether a page has words that walls lack besides its name. */
export const hasForeignText = ({ headings, body }: Statements): boolean =>
  measure(body.join(' . '), namesIn(headings)).foreign > 0;

/** The foreign words of a page besides its name, which is not counted. */
function measureWhole(
  { headings, body }: Pick<Statements, 'headings' | 'body'>,
  names = namesIn(headings),
): { foreign: number; share: number; isUnknown: boolean } {
  const { words, topical, foreign } = measure([...new Set([...headings, ...body])].join(' . '), names);
  return { foreign, share: foreign / Math.max(1, topical), isUnknown: foreign >= words * unknownShare };
}

export const namesIn = (headings: readonly string[]): ReadonlySet<string> =>
  new Set(
    headings.flatMap((each) => {
      const { kind, words } = measure(each);
      return kind || words > maxNameWords ? [] : toWords(each).filter((word) => measure(word).foreign > 0);
    }),
  );

export interface Measure {
  words: number;
  /** Words with a topic: all but the small ones. */
  topical: number;
  /** Words that walls and error pages do not use. */
  foreign: number;
  kind: Kind | null;
  addressed: boolean;
  hasSubject: boolean;
  explains: boolean;
}

export function measure(text: string, names: ReadonlySet<string> = new Set()): Measure {
  const result: Measure = {
    words: 0,
    topical: 0,
    foreign: 0,
    kind: null,
    addressed: false,
    hasSubject: false,
    explains: false,
  };
  const words = toWords(text);
  result.explains = lexicons.explaining.has(words[0] ?? '') || /\bhow to\b/.test(text);
  const negated = words.some(isNegation);
  for (const word of words) {
    if (names.has(word)) continue;
    if (/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u.test(word)) measurePhrases(word, result);
    else if (!/^[\d-]*\d[\p{L}\d-]*$/u.test(word) || lexicons.consent.has(word))
      measureWord(word, negated, result);
  }
  return result;
}

const toWords = (text: string): string[] =>
  fold(text.slice(0, maxTextChars))
    .replaceAll(addresses, ' ')
    .replaceAll('’', "'")
    .replaceAll(/-(?=(?:vous|nous|tu|je|il)\b)/g, ' ')
    .replaceAll(compounds, (each) => each.replaceAll(' ', '_'))
    .match(/[\p{L}\p{N}_][\p{L}\p{N}_'-]*/gu) ?? [];

function measureWord(word: string, negated: boolean, result: Measure): void {
  const { kind, isAddress, isSubject, isMissing, isWithheld, isSmall, isKnown } = classify(word);
  result.words++;
  if (isAddress) result.addressed = true;
  if (isSubject) result.hasSubject = true;
  if (kind || (negated && (isMissing || isWithheld)))
    result.kind ??= kind ?? (isMissing ? 'error' : 'refused');
  else if (isAddress || isSmall) return;
  result.topical++;
  if (!isKnown) result.foreign++;
}

/** Takes known phrases out of a text without spaces; two of the remaining characters count as one word. */
function measurePhrases(text: string, result: Measure): void {
  result.words += text.length / 2;
  result.topical += text.length / 2;
  result.addressed = true;
  const rest = text.replaceAll(phrases, (phrase) => {
    result.kind ??= phraseKinds.get(phrase) ?? null;
    return '';
  });
  result.foreign += rest.length / 2;
}

/** Mail addresses, URLs and names of hosts. */
const addresses =
  /[^\s@]{1,64}@\S{1,255}|https?:\/\/\S{1,2000}|(?<![\w.-])(?:[\w-]{1,63}\.){1,8}[a-z]{2,24}(?![\w-])/g;
