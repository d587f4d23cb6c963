import { conceptsIn } from './wall-concepts.ts';
import { type Measure, measure, namesIn, type Statements } from './wall-wording.ts';

/** How much more often a stem occurs on walls than on pages, as a logarithm; null if it is unknown. */
export type StemOdds = (stem: string) => number | null;

/** Words are cut to this length: what is cut off is mostly inflection. */
const stemLength = 6;
/** What a word counts that occurs in no training text. */
const unseenOdds = -0.3;
/** Odds from which on a stem is typical of walls, or below which of pages. */
const typicalOdds = 0.7;
/** Mean odds from which on a statement is one of a wall. */
const wallStatementOdds = 0.3;

/** Stems of the words; pairs and triples of characters where words are not separated by spaces. */
export function toWallStems(text: string): string[] {
  return [...fold(text).matchAll(/[\p{L}\p{N}]+(?:['’-]\p{L}+)*/gu)].flatMap(([word]) => {
    if (!unspaced.test(word)) return [/^\d+$/.test(word) ? toNumberClass(word) : word.slice(0, stemLength)];
    const characters = [...word];
    return characters.flatMap((_, at) =>
      [2, 3]
        .filter((length) => at + length <= characters.length)
        .map((length) => characters.slice(at, at + length).join('')),
    );
  });
}

const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Hangul}]/u;

/** Status codes and ages stay as they are. */
const toNumberClass = (digits: string): string =>
  /^(?:[45]\d\d|1[689]|2[01])$/.test(digits) ? digits : '#'.repeat(Math.min(digits.length, 4));

const fold = (text: string): string =>
  text.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '').normalize('NFC').replaceAll('ı', 'i');

/** A page is scored several times, and a training text many times: what does not change is worked out once. */
function once<T>(work: (statements: Statements) => T): (statements: Statements) => T {
  const known = new WeakMap<Statements, { readonly result: T }>();
  return (statements) => {
    const found = known.get(statements) ?? { result: work(statements) };
    known.set(statements, found);
    return found.result;
  };
}

/** Everything the wall model looks at, each about between 0 and 1. */
export const measureWall = (
  html: string,
  statements: Statements,
  { odds, weigh }: WallTables,
): Record<string, number> => ({
  ...measureMarkup(html, statements),
  ...measureVocabulary(statements),
  ...measureOdds(statements, odds),
  phrases: toUnit(weighPhrases(toPhrases(statements), weigh)),
  concepts: toUnit(weighPhrases(toConcepts(statements), weigh)),
  ...measureConcepts(statements),
});

const toUnit = (score: number): number => Math.max(-1, Math.min(1, score / 4));

/** What the training texts tell of words and phrases. */
export interface WallTables {
  readonly odds: StemOdds;
  /** The weight of a phrase; undefined if it is unknown. */
  readonly weigh: (phrase: string) => number | undefined;
}

/** Texts of at most 250 words have fewer; what has more is not made of words. */
const maxPhrases = 4_000;

/** Words, pairs of neighbours, pairs with a word between, and the words of headings. */
export const toPhrases = once(({ headings, body }: Statements): Set<string> => {
  const phrases = new Set<string>();
  for (const [at, statement] of [...headings, ...body].entries()) {
    if (phrases.size > maxPhrases) break;
    const stems = toWallStems(statement);
    for (const [place, stem] of stems.entries()) {
      phrases.add(stem).add(`${stems[place - 1] ?? '^'} ${stem}`);
      if (at < headings.length) phrases.add(`# ${stem}`);
      if (place >= 2) phrases.add(`${stems[place - 2]} _ ${stem}`);
    }
    if (stems.length > 0) phrases.add(`${stems.at(-1)} $`);
  }
  return phrases;
});

/** What the page speaks of in whatever language, alone, in headings and together in one statement. */
export const toConcepts = once(({ headings, body }: Statements): Set<string> => {
  const concepts = new Set<string>();
  for (const [at, statement] of [...headings, ...body].entries()) {
    if (concepts.size > maxPhrases) break;
    const names = [...new Set(conceptsIn(statement))].filter((name) => name !== null).sort();
    for (const [place, name] of names.entries()) {
      concepts.add(`@${name}`);
      if (at < headings.length) concepts.add(`@# ${name}`);
      for (const other of names.slice(place + 1)) concepts.add(`@${name} ${other}`);
    }
  }
  return concepts;
});

const measureConcepts = once(({ headings, body }: Statements): Record<string, number> => {
  const each = [...new Set([...headings, ...body])].map(conceptsIn);
  const all = each.flat();
  const known = all.filter((name) => name !== null);
  const shares = each
    .filter(({ length }) => length > 1)
    .map((names) => names.filter((name) => name !== null).length / names.length);
  return {
    concept_share: known.length / Math.max(1, all.length),
    concept_kinds: upTo(12, new Set(known).size),
    concept_statements: shares.filter((share) => share >= 0.5).length / Math.max(1, shares.length),
    least_concepts: shares.length ? Math.min(...shares) : 0,
  };
});

const weighPhrases = (phrases: ReadonlySet<string>, weigh: WallTables['weigh']): number =>
  [...phrases].reduce((sum, phrase) => sum + (weigh(phrase) ?? 0), 0) / Math.sqrt(Math.max(1, phrases.size));

/** Sites describe their pages to search engines and other sites; the makers of walls hardly do. */
const described =
  /<link\b[^<>]{0,300}\brel\s*=\s*["']?canonical|<meta\b[^<>]{0,300}\b(?:property\s*=\s*["']?(?:og|article):|name\s*=\s*["']?(?:description|author|twitter:))|application\/ld\+json/i;
/** What is in quotation marks is spoken of. */
const quotation = /["“„«「][^"“”„«»」]{0,80}\s[^"“”„«»」]{1,80}["”“»」]/g;
/** What a visitor is to name when asking why. */
const reference =
  /\b(?:ray|incident|reference|event|support|request|error|block|transaction|trace|case|ticket|session|correlation)[ -]?(?:id|code|number|no\.?|#|:)\s*[:#]?\s*[\w.-]*\d/gi;

const upTo = (most: number, value: number): number => Math.min(value, most) / most;

/** The frame of a site, which its walls have as well as its pages. */
const frame = /<(script|style|noscript|svg|nav|header|footer|aside|template)\b[\s\S]*?(?:<\/\1\s*>|$)/gi;

function measureMarkup(html: string, { headings, body }: Statements): Record<string, number> {
  const content = html.replaceAll(frame, ' ');
  const count = (pattern: RegExp): number => content.match(pattern)?.length ?? 0;
  const text = [...headings, ...body].join(' ');
  const countInText = (pattern: RegExp): number => text.match(pattern)?.length ?? 0;
  return {
    words: upTo(8, Math.log2(1 + countInText(/[\p{L}\p{N}]+/gu))),
    statements: upTo(12, body.length),
    buttons: upTo(3, count(/<button\b|\btype\s*=\s*["']?submit/gi)),
    inputs: upTo(3, count(/<input\b/gi)),
    password: upTo(1, count(/\btype\s*=\s*["']?password\b/gi)),
    // Items that begin with a link are mostly those of a menu.
    items: upTo(6, count(/<li\b[^<>]*>(?!\s*<a\b)/gi)),
    menu: upTo(6, count(/<li\b[^<>]*>\s*<a\b/gi)),
    code: upTo(1, count(/<(?:pre|code)\b/gi)),
    prices: upTo(1, countInText(/[€$£¥₽]\s?\d|\d\s?(?:€|\$|£|kr|zł|Kč|Ft|lei|TL|円|元|원)/g)),
    times: upTo(1, countInText(/\d{1,2}[:.]\d\d|\d\s?[–-]\s?\d/g)),
    mail: upTo(1, countInText(/\S@\S/g)),
    numbers: upTo(6, countInText(/\d+/g)),
    described: described.test(html) ? 1 : 0,
    quoted: upTo(2, countInText(quotation)),
    reference: upTo(1, countInText(reference)),
    own_address: upTo(1, countInText(/\b\d{1,3}(?:\.\d{1,3}){3}\b|\b(?:[\da-f]{1,4}:){4,7}[\da-f]{1,4}\b/gi)),
    longest: upTo(5, Math.log2(1 + Math.max(0, ...body.map((each) => each.split(/\s+/).length)))),
    question: headings.some((each) => /[?？؟]/.test(each)) ? 1 : 0,
  };
}

/** By the vocabulary of walls: reasons, words that walls lack, whether the visitor is spoken to. */
const measureVocabulary = once(({ headings, body }: Statements): Record<string, number> => {
  const names = namesIn(headings);
  const statements = [...new Set([...headings, ...body])];
  const each = statements.map((text) => measure(text, names));
  const inHeadings = headings.map((text) => measure(text));
  const whole = measure(statements.join(' . '), names);
  const share = (test: (one: Measure) => boolean): number =>
    each.filter(test).length / Math.max(1, each.length);
  const some = (of: readonly Measure[], test: (one: Measure) => boolean): number => (of.some(test) ? 1 : 0);
  return {
    foreign_share: whole.foreign / Math.max(1, whole.topical),
    foreign_some: upTo(4, whole.foreign),
    foreign_many: upTo(16, whole.foreign),
    addressed: whole.addressed ? 1 : 0,
    subject: whole.hasSubject ? 1 : 0,
    explains: some(each, (one) => one.explains),
    heading_explains: some(inHeadings, (one) => one.explains),
    heading_reason: some(inHeadings, (one) => one.kind !== null),
    heading_pure_reason: some(inHeadings, (one) => one.kind !== null && one.foreign === 0),
    pure_share: share((one) => one.foreign === 0),
    reason_share: share((one) => one.kind !== null),
    pure_reason_share: share((one) => one.kind !== null && one.foreign === 0),
    addressed_reason: some(each, (one) => one.kind !== null && one.addressed),
    foreign_statement: some(each, (one) => one.kind === null && one.foreign > 1),
  };
});

const stemsOfEach = once(({ headings, body }: Statements): string[][] =>
  [...new Set([...headings, ...body])].map(toWallStems).filter(({ length }) => length > 0),
);

/** By the training texts: how typical of walls the words are, in all and in the least and most typical statement. */
function measureOdds(of: Statements, odds: StemOdds): Record<string, number> {
  const statements = stemsOfEach(of);
  const means = statements.map((stems) => mean(stems.map((stem) => odds(stem) ?? unseenOdds)));
  const all = [...new Set(statements.flat())].map(odds);
  const typical = all.filter((value) => value !== null && value > typicalOdds).length;
  const untypical = all.filter((value) => value !== null && value < -typicalOdds).length;
  const count = Math.max(1, all.length);
  const bounded = (value: number): number => Math.max(-2, Math.min(2, value)) / 2;
  return {
    odds: bounded(mean(all.map((value) => value ?? unseenOdds))),
    least_odds: means.length ? bounded(Math.min(...means)) : 0,
    most_odds: means.length ? bounded(Math.max(...means)) : 0,
    typical_share: typical / count,
    untypical_share: untypical / count,
    typical_many: upTo(8, typical),
    untypical_some: upTo(4, untypical),
    unseen: all.filter((value) => value === null).length / count,
    wall_statements: means.filter((value) => value > wallStatementOdds).length / Math.max(1, means.length),
  };
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
