import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';

/** A clause with one subject: "the gates", "close"; "yeast", "eats sugar" and "gives off carbon dioxide". */
export interface Clause {
  readonly subject: string;
  readonly predicates: readonly Predicate[];
}

export interface Predicate {
  /** With its auxiliaries, particles and prepositions: "is trapped in", "flows into". */
  readonly verb: string;
  /** The rest; empty if there is none. */
  readonly object: string;
}

let known: { readonly verbs: ReadonlySet<string>; readonly adjectives: ReadonlySet<string> } | undefined;

/** The table that tools/make-wordnet-tables.ts generates. */
function lexicon() {
  if (known) return known;
  const table = brotliDecompressSync(readFileSync(new URL('words.br', import.meta.url))).toString('utf8');
  const [verbs = '', adjectives = ''] = table.slice(table.indexOf('\n\n') + 2).split('\n');
  known = { verbs: new Set(verbs.split(' ')), adjectives: new Set(adjectives.split(' ')) };
  return known;
}

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));
const determiners = setOf(
  'the a an this that these those its their his her our your my each every some many most few all both no more less fewer several any another one two three four five six seven eight nine ten',
);
const prepositions = setOf(
  'of in on at by for from with without into onto through to over under below above between against around across along near during inside outside behind beneath beyond toward towards upon up down off out about as like than within',
);
const auxiliaries = setOf('is are was were has have had can could will would may might must do does did');
const bePast = setOf('is are was were be been being');
const plurals = setOf('people children men women bacteria algae fungi mice feet teeth they we you i');
const pronouns = setOf('it they he she we you i this these that');
const conjunctions = setOf('and or but nor so that which who whose where when while until if because since');
const adverbs = setOf(
  'already ever once soon again almost nearly not also then never always often still only even just too very there home away',
);
/** Past forms without an ending. */
const irregularPast = setOf(
  'built began became came fell flew found froze gave went grew held kept knew led left lost made met paid ran rose said sank saw sent shook sold spread stood swept took taught thought told threw won wrote broke brought bought caught chose drew drove ate fought got hid hit hung laid lay rode sang shot slept spoke spun stuck struck swam tore wore cut put set let shut',
);
const irregularParticiple = setOf(
  'built made found held kept left lost led laid sent sold told taught thought brought bought caught taken given frozen broken written driven eaten drawn known grown shown thrown worn torn hidden set put cut shut spread split hung struck spun stuck won met paid fed bent lit born',
);

const isAdverb = (word: string): boolean => /ly$/.test(word) || adverbs.has(word);

/** The base form of a verb for one of its forms; undefined if it is none. */
function verbForm(word: string): 'base' | 'third' | 'past' | 'ing' | undefined {
  const { verbs } = lexicon();
  const has = (...bases: string[]) => bases.some((base) => verbs.has(base));
  if (irregularPast.has(word)) return has(word) ? 'base' : 'past';
  if (verbs.has(word)) return 'base';
  if (word.endsWith('ies') && has(`${word.slice(0, -3)}y`)) return 'third';
  if (/s$/.test(word) && has(word.slice(0, -1), word.slice(0, -2))) return 'third';
  if (
    /ed$/.test(word) &&
    has(word.slice(0, -2), word.slice(0, -1), word.slice(0, -3), word.replace(/ied$/, 'y'))
  )
    return 'past';
  if (/ing$/.test(word) && has(word.slice(0, -3), `${word.slice(0, -3)}e`, word.slice(0, -4))) return 'ing';
  return undefined;
}

const isParticiple = (word: string): boolean => irregularParticiple.has(word) || verbForm(word) === 'past';

const isNounLike = (word: string): boolean =>
  !determiners.has(word) &&
  !prepositions.has(word) &&
  !auxiliaries.has(word) &&
  !conjunctions.has(word) &&
  !/['’]s?$/.test(word) &&
  !isAdverb(word) &&
  !lexicon().adjectives.has(word);

export const isPlural = (words: readonly string[]): boolean => {
  const end = words.findIndex((word, i) => i > 0 && prepositions.has(word));
  const head = words[(end < 0 ? words.length : end) - 1] ?? '';
  return words.includes('and') || plurals.has(head) || (/[^'’]s$/.test(head) && !/(?:ss|us|is)$/.test(head));
};

const bare = (word: string): string => word.toLowerCase().replace(/[^\p{L}\p{N}'-]/gu, '');
const maxSubjectWords = 8;

/** The subject and predicates of a clause; undefined unless its verb is certain: it agrees with what precedes it. */
export function parseClause(text: string): Clause | undefined {
  const words = text
    .trim()
    .replace(/[.!?,;:]+$/, '')
    .split(/\s+/);
  const plain = words.map(bare);
  const [first = '', second = ''] = plain;
  const isCommand = verbForm(first) === 'base' && determiners.has(second);
  if (isCommand || conjunctions.has(first) || (prepositions.has(first) && first !== 'about'))
    return undefined;
  const at = findVerb(plain);
  if (at === undefined || /[,;:]$/.test(words.slice(0, at).join(' '))) return undefined;
  const predicates = splitPredicates(words.slice(at), plain.slice(at));
  const end = isAdverb(plain[at - 1] ?? '') ? at - 1 : at;
  return { subject: words.slice(0, end).join(' '), predicates };
}

function findVerb(plain: readonly string[]): number | undefined {
  for (let i = 1; i < Math.min(plain.length, maxSubjectWords + 1); i++) {
    const word = plain[i] ?? '';
    const before = plain[i - 1] ?? '';
    const subject = plain.slice(0, isAdverb(before) ? i - 1 : i);
    const last = subject.at(-1) ?? '';
    const isSubject = subject.length > 0 && (pronouns.has(last) || isNounLike(last));
    // What follows "that" belongs to another clause.
    if (conjunctions.has(word) && word !== 'and' && word !== 'or') return undefined;
    if (!isSubject) continue;
    if (auxiliaries.has(word)) return i;
    const form = verbForm(word);
    const next = plain[i + 1] ?? '';
    // What is followed by a verb is a noun: "the water flows are measured".
    if (!form || form === 'ing' || auxiliaries.has(next)) continue;
    if (form === 'past' && next !== 'by') return i;
    if (form === 'third' && !isPlural(subject) && !/^(?:they|we|you|i)$/.test(last)) return i;
    if (form === 'base' && isPlural(subject) && last !== 'it') return i;
  }
  return undefined;
}

/** Verb groups from the first verb on, each with what follows it. */
function splitPredicates(words: readonly string[], plain: readonly string[]): Predicate[] {
  const starts = [0];
  const form = verbForm(plain[0] ?? '');
  for (let i = 2; i < plain.length - 1; i++) {
    const after = plain[i] === 'then' ? i + 1 : i;
    if (plain[i - 1] !== 'and' || isAdverb(plain[after] ?? '')) continue;
    const next = verbForm(plain[after] ?? '');
    if (next !== undefined && next === form && !auxiliaries.has(plain[0] ?? '')) starts.push(i);
  }
  return starts.map((start, k) => {
    const next = starts[k + 1];
    return splitVerb(words.slice(start, next === undefined ? undefined : next - 1));
  });
}

/** Whether a phrase goes on with another verb, which its own verb does not govern. */
export function hasOtherVerb(phrase: string): boolean {
  const words = phrase.split(/\s+/);
  return words.some((word, i) => {
    const before = words[i - 1] ?? '';
    const isJoint = bare(before) === 'and' || before.endsWith(',');
    const plain = bare(word);
    return isJoint && (auxiliaries.has(plain) || verbForm(plain) !== undefined) && !prepositions.has(plain);
  });
}

/** A verb with its auxiliaries, and the preposition that leads to its object. */
function splitVerb(words: readonly string[]): Predicate {
  const plain = words.map(bare);
  if (/[,;:]$/.test(words[0] ?? '')) return { verb: plain[0] ?? '', object: '' };
  let end = plain[0] === 'then' ? 2 : 1;
  const isAuxiliary = auxiliaries.has(plain[0] ?? '');
  while (end < plain.length && isAuxiliary) {
    const word = plain[end] ?? '';
    const isGroup =
      isAdverb(word) ||
      bePast.has(word) ||
      (end <= 3 && (isParticiple(word) || isBaseAfterModal(plain, end)));
    if (!isGroup) break;
    end++;
  }
  // "gives off carbon dioxide", "flows into the sea", "is made of sand".
  while (end < plain.length && (prepositions.has(plain[end] ?? '') || isDirection(plain[end] ?? ''))) end++;
  return {
    verb: words
      .slice(0, end)
      .join(' ')
      .replace(/^then /i, ''),
    object: words
      .slice(end)
      .join(' ')
      .replace(/[,;]+$/, ''),
  };
}

const isDirection = (word: string): boolean => /^(?:away|back|together|apart|directly)$/.test(word);

const isBaseAfterModal = (plain: readonly string[], at: number): boolean =>
  /^(?:can|could|will|would|may|might|must|do|does|did)$/.test(plain[0] ?? '') &&
  verbForm(plain[at] ?? '') === 'base';
