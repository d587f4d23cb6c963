import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Bm25, formBonus, hasForm } from '../script/claim.ts';
import { type Asks, parseQuestion, type Question } from '../script/question.ts';
import { overlap, splitWords, toStems } from '../script/words.ts';
import type { Comparison, Sheet } from './sheet.ts';

const folder = fileURLToPath(new URL('./sheets/', import.meta.url));

/** A sheet about the subject of a question, and the part of it to present. */
export interface Match {
  readonly sheet: Sheet;
  /** It answers the question, and does not merely cover its subject. */
  readonly answers: boolean;
  /** Sentences that answer directly; empty if a part of the sheet does. */
  readonly direct: readonly string[];
  /** The part of the sheet to present, in its own order. */
  readonly part: 'chain' | 'items' | 'timeline' | 'comparison' | 'facts';
  readonly comparison?: Comparison | undefined;
  /** Facts that the question is about, closest first. */
  readonly facts: readonly number[];
  /** The question is the one that the sheet's hook, title and close were written for. */
  readonly isMain: boolean;
}

/** A part of a sheet that may answer. */
interface Passage {
  readonly part: 'answer' | 'definition' | 'fact';
  readonly at: number;
  readonly text: string;
  /** Stems of the text and of what it answers. */
  readonly stems: ReadonlySet<string>;
  readonly asks?: Asks;
  /** Stems of the question that it is the answer to. */
  readonly question: readonly string[];
}

interface Entry {
  readonly sheet: Sheet;
  /** Stems of the subject and of each alias, longest first. */
  readonly names: readonly (readonly string[])[];
  readonly passages: readonly Passage[];
  /** Stems that stand for the subject: its own, and those of other names for it. */
  readonly synonyms: ReadonlySet<string>;
}

interface Found extends Passage {
  readonly entry: Entry;
  /** Share of the question that it has, rare words counting more. */
  readonly share: number;
  /** Similarity of the question to the one that it answers. */
  readonly near: number;
  /** It answers a question of this kind, and the sheet is about what is named first. */
  readonly isAlike: boolean;
  readonly answers: boolean;
}

export const readSheets = (): Sheet[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .flatMap((file): Sheet[] => JSON.parse(readFileSync(`${folder}${file}`, 'utf8')));

/** Share of the question that an answer must have, and how alike its own question must be. */
const minShare = 0.95;
const minShareOfSubject = 0.4;
const minNear = 0.6;
/** The same for the sheet's first question, which its title and chain answer too. */
const minNearMain = 0.5;
/** A question that names another subject is this close to one of the sheet's. */
const sameQuestion = 0.85;

/** Our own fact sheets, searchable by question. */
export class Almanac {
  readonly #entries: readonly Entry[];
  readonly #index: Bm25;

  constructor(sheets: readonly Sheet[] = readSheets()) {
    this.#entries = sheets.map(readEntry);
    this.#index = new Bm25(this.#entries.flatMap(({ passages }) => passages.map(({ stems }) => [...stems])));
  }

  /** The words of all sheets. */
  *words(): Generator<string> {
    for (const { sheet } of this.#entries)
      for (const word of splitWords(JSON.stringify(sheet))) if (/^[a-z]{4,}$/.test(word)) yield word;
  }

  get size(): number {
    return this.#entries.length;
  }

  /** The sheet that matches a question, and which part of it answers; undefined if none is about its subject. */
  find(question: Question): Match | undefined {
    const asked = [...new Set(question.stems)];
    if (asked.length === 0) return undefined;
    const found = this.#entries.flatMap((entry) => this.#best(entry, question, asked) ?? []);
    const [first] = found.sort((a, b) => fitOf(b) - fitOf(a));
    // A sheet with little of the question is about something else that has the same name, and instructions need all of it.
    const least = question.asks === 'how-to' ? minShare : minShareOfSubject;
    return first && (first.answers || first.share >= least)
      ? toMatch(first, question, this.#index)
      : undefined;
  }

  /** The passage of a sheet that fits best; undefined if the question does not name the sheet's subject. */
  #best(entry: Entry, question: Question, asked: readonly string[]): Found | undefined {
    const name = entry.names.find((each) => each.every((stem) => asked.includes(stem)));
    const comparison = question.asks === 'versus' ? findComparison(entry.sheet, question) : undefined;
    const isSubject =
      question.asksSubject && name?.length === asked.length && name.every((each) => entry.synonyms.has(each));
    const first = toStems(question.subject);
    const found = entry.passages.map((passage): Found => {
      const near = diceOf(asked, passage.question);
      const share = this.#index.share(asked, new Set([...passage.stems, ...entry.synonyms]));
      const isNamed = name !== undefined || near >= sameQuestion;
      // How earthquakes happen is told by the chain of why they do.
      const isTold =
        question.asks === 'how' && passage.asks === 'why' && passage.at === 0 && entry.sheet.chain !== null;
      const isKind = isAlike(question.asks, passage.asks, near) || (isTold && near > 0.95);
      const isGiven = isTyped.has(question.asks) && hasForm(question, passage.text);
      const isNear = near >= minNear || (near >= minNearMain && passage.at === 0 && isKind);
      const isAnswer =
        passage.part === 'answer' ? isNear && (isKind || isGiven) : passage.part === 'fact' && isGiven;
      return {
        ...passage,
        entry,
        share,
        near,
        isAlike: (isKind || comparison !== undefined) && (name ?? []).every((stem) => first.includes(stem)),
        answers:
          (isNamed && share >= minShare && isAnswer) ||
          (isSubject && passage.part === 'definition' && hasForm(question, passage.text)) ||
          (comparison !== undefined &&
            passage.part === 'definition' &&
            compares(entry, comparison, question)),
      };
    });
    const best = found.reduce((a, b) => (fitOf(b) > fitOf(a) ? b : a));
    return name !== undefined || best.near >= sameQuestion || comparison ? best : undefined;
  }
}

const fitOf = ({ share, near, answers, part, isAlike }: Found): number =>
  share + near + (answers ? 2 : 0) + (part === 'answer' ? 0.1 : 0) + (isAlike ? 0.05 : 0);

/** Kinds whose answer is known by its form alone. */
const isTyped: ReadonlySet<Asks> = new Set(['when', 'how-many']);
/** Kinds that ask for the same if the words are the same: how cheese is made, and how to make cheese. */
const alike: readonly (readonly Asks[])[] = [
  ['which', 'versus'],
  ['how', 'how-to'],
];
const isAlike = (a: Asks, b: Asks | undefined, near: number): boolean =>
  a === b ||
  (near > 0.95 && b !== undefined && alike.some((kinds) => kinds.includes(a) && kinds.includes(b)));

function readEntry(sheet: Sheet): Entry {
  const passages = listPassages(sheet);
  const told = new Set(passages.flatMap(({ text }) => toStems(text)));
  const aliases = sheet.aliases.map(toStems);
  return {
    sheet,
    names: [toStems(sheet.subject), ...aliases]
      .filter(({ length }) => length > 0)
      .sort((a, b) => b.length - a.length),
    passages,
    // An alias that the sheet itself uses is a related thing: deforestation is not the Amazon.
    synonyms: new Set([...toStems(sheet.subject), ...aliases.flat().filter((each) => !told.has(each))]),
  };
}

function listPassages(sheet: Sheet): Passage[] {
  const read = (question: string, answer: readonly string[], at: number): Passage => {
    const { asks, stems } = parseQuestion(question);
    const text = answer.join(' ');
    return {
      part: 'answer',
      at,
      text,
      stems: new Set([...stems, ...toStems(text)]),
      asks,
      question: [...new Set(stems)],
    };
  };
  const { answers, title, facts, definition, subject } = sheet;
  return [
    ...answers.map(({ question, answer }, at) => read(question, answer, at)),
    // Another wording of the first question.
    read(title, answers[0]?.answer ?? [], 0),
    {
      part: 'definition',
      at: 0,
      text: definition,
      stems: new Set(toStems(`${subject} ${definition}`)),
      question: [],
    },
    ...facts.map(
      ({ text, about }, at): Passage => ({
        part: 'fact',
        at,
        text,
        stems: new Set(toStems(`${text} ${about.join(' ')}`)),
        question: [],
      }),
    ),
  ];
}

const diceOf = (a: readonly string[], b: readonly string[]): number =>
  (2 * a.filter((stem) => b.includes(stem)).length) / Math.max(1, a.length + b.length);

const asksHistory = /\b(?:history|origins?|story|fall|rise) of\b/i;

function toMatch(found: Found, question: Question, index: Bm25): Match {
  const { asks } = question;
  const { sheet, synonyms } = found.entry;
  const focus = question.stems.filter((each) => !synonyms.has(each));
  const asked = new Set(focus.length > 0 || !isTyped.has(question.asks) ? focus : question.stems);
  const facts = sheet.facts
    .map(({ text, about }, at) => {
      const score = index.score(asked, toStems(`${text} ${about.join(' ')}`));
      return { at, score: score * (isTyped.has(question.asks) && hasForm(question, text) ? formBonus : 1) };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ at }) => at);
  const ordered = found.part === 'fact' ? [found.at, ...facts.filter((at) => at !== found.at)] : facts;
  const direct = found.part === 'answer' ? (sheet.answers[found.at]?.answer ?? []) : [];
  const comparison = asks === 'versus' ? findComparison(sheet, question) : undefined;
  const base = { sheet, answers: found.answers, direct: found.answers ? direct : [], facts: ordered };
  if (comparison) return { ...base, part: 'comparison', comparison, isMain: true };
  if (asksHistory.test(question.text)) return { ...base, direct: [], ...tellHistory(sheet) };
  if (asks === 'list' && sheet.items)
    return { ...base, direct: [], part: 'items', answers: true, isMain: true };
  const isMain = found.answers && found.part !== 'fact' && (found.at === 0 || found.part === 'definition');
  const isTold = found.part === 'answer' && found.at === toldByChain(sheet);
  const asksChain = asks === 'how' || asks === 'why';
  if (isTold && base.answers && asksChain) return { ...base, part: 'chain', isMain };
  const part = isMain ? mainPart(sheet, asks) : 'facts';
  return { ...base, part: part === 'chain' && asksChain ? 'facts' : part, isMain };
}

/** A chain that shares less than this with the first answer, and far more with another, tells the other. */
const minTold = 0.2;
const farMore = 0.4;

/** The answer that the chain of a sheet tells: how Venice was built is not why it sinks. */
export function toldByChain({ chain, answers, subject }: Sheet): number | undefined {
  if (!chain) return undefined;
  const name = toStems(subject);
  const told = new Set(chain.steps.flatMap(({ label, text }) => toStems(`${label} ${text}`)));
  const shares = answers.map(({ answer }) => {
    const own = [...new Set(toStems(answer.join(' ')))].filter((each) => !name.includes(each));
    return own.filter((each) => told.has(each)).length / Math.max(1, own.length);
  });
  const [first = 0, most] = [shares[0], Math.max(...shares)];
  return first < minTold && most - first >= farMore ? shares.indexOf(most) : 0;
}

/** The timeline, otherwise the dated facts in order. */
function tellHistory({ timeline, facts }: Sheet): Pick<Match, 'part' | 'answers' | 'facts' | 'isMain'> {
  const dated = facts.flatMap(({ text }, at) => {
    const [, digits = '', era] = /\b(\d{1,2},?\d{3}|\d{3})\b(?! ?(?:km|kilomet|met))( BC)?/.exec(text) ?? [];
    return digits === '' ? [] : [{ at, year: Number(digits.replace(',', '')) * (era ? -1 : 1) }];
  });
  const order = dated.sort((a, b) => a.year - b.year).map(({ at }) => at);
  return timeline
    ? { part: 'timeline', answers: true, facts: [], isMain: true }
    : { part: 'facts', answers: order.length >= 3, facts: order, isMain: false };
}

/** The part of a sheet that tells its main answer. */
function mainPart({ chain, items, timeline }: Sheet, asks: Asks): Match['part'] {
  if (asks === 'how-to' && items) return 'items';
  if (chain && (asks === 'how' || asks === 'why')) return 'chain';
  if (timeline && (asks === 'when' || asks === 'what' || asks === 'who')) return 'timeline';
  // In a sheet with a chain, the items are advice, which "what is" does not ask for.
  if (asks === 'what') return chain ? 'chain' : items ? 'items' : 'facts';
  return 'facts';
}

const comparative =
  /\b(?:(?:more|less|most|least) (\p{L}+)|(?<=\b(?:is|are|was|were|be|lives?|lasts?) (?:the )?)(?!better|worse|other|rather|either)(\p{L}{3,})(?:er|est))\b/giu;

/** Whether a comparison tells what is compared: "which is smarter" is not told by size and age. */
function compares({ synonyms }: Entry, comparison: Comparison, { text }: Question): boolean {
  const told = new Set([...synonyms, ...toStems(JSON.stringify(comparison))]);
  return [...text.matchAll(comparative)].every(([found, more, bare = '']) =>
    toStems(more ?? `${found} ${bare}`).some((each) => told.has(each)),
  );
}

/** The comparison of a sheet's subject with the other side of a versus, whichever is named first. */
function findComparison(sheet: Sheet, { subject, other = '' }: Question): Comparison | undefined {
  const [left, right] = [toStems(subject), toStems(other)];
  const isIn = (stems: readonly string[], names: readonly string[]): boolean =>
    names
      .map(toStems)
      .some(
        (name) =>
          name.length > 0 && (name.every((each) => stems.includes(each)) || overlap(stems, name) === 1),
      );
  const names = [sheet.subject, ...sheet.aliases];
  return sheet.comparisons.find(({ with: second, aliases }) => {
    const others = [second, ...aliases];
    return (isIn(left, names) && isIn(right, others)) || (isIn(right, names) && isIn(left, others));
  });
}
