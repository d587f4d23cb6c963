import { type Match, toldByChain } from '../../almanac/almanac.ts';
import type { Comparison, Sheet } from '../../almanac/sheet.ts';
import type { Mood } from '../../storyboard.ts';
import { hasForm } from '../claim.ts';
import { type Question, sayTopic } from '../question.ts';
import type { WrittenScript } from '../script.ts';
import { capitalise, truncateText } from '../text.ts';
import { toStems } from '../words.ts';
import {
  answerWeight,
  countLineWords,
  createStoryboard,
  defaultWords,
  fitLines,
  isSameStatement,
  keepsAnswer,
  maxWordsFor,
  type ScriptLine,
} from './lines.ts';
import { assignPictures } from './sheet-pictures.ts';
import { sheetScenes } from './sheet-scenes.ts';
import { spellNames } from './sheet-sentences.ts';

const moodBySheet: Record<Sheet['mood'], Mood> = {
  curious: 'curious',
  calm: 'calm',
  dramatic: 'epic',
  playful: 'playful',
  hopeful: 'warm',
};

/**
 * A script from a sheet of the almanac: the hook, the answer in an order that builds up, the payoff, the
 * source.
 */
export function writeFromSheet(found: Match, asked: Question, length_s?: number): WrittenScript {
  const { sheet } = found;
  const question = { ...asked, text: spellNames(asked, sheet) };
  const most = maxWordsFor(length_s);
  const match = withRoom(found, question, most);
  const title = titleFor(match, question);
  const scenes = sheetScenes(sheet, title, match.comparison);
  const hook = {
    ...scenes.hook(writeOpening(match, question), title),
    shortText: briefOpening(match, question),
  };
  const part = partLines(match, question, most, scenes);
  const direct = directLines(match, question, part, scenes);
  const opening = [hook, ...definitionLines(match, question, [hook, ...direct], scenes)];
  const core = [...direct, ...part];
  const closing = [
    ...(match.isMain ? [scenes.payoff(sheet.payoff, most < briefWords ? 8 : 10)] : []),
    scenes.source(),
  ];
  const whole = (extra: readonly ScriptLine[]) => fitLines([...opening, ...core, ...extra, ...closing], most);
  const enough = length_s === undefined ? enoughWords(match) : most * 0.85;
  let extra: ScriptLine[] = [];
  let script = whole(extra);
  // Facts extend a short script, those closest to the question first; those that do not fit are left out.
  for (const group of extraLines(match, question, scenes)) {
    if (countLineWords(script) >= enough) break;
    const said = script.map(({ text }) => text).join(' ');
    if (group.some(({ text }) => isRepeated(sheet, question, text, said))) continue;
    if (group.some((line) => script.some((other) => isSameStatement(other, line, 0.6)))) continue;
    const tried = whole([...extra, ...group]);
    if (tried.length !== script.length + group.length) continue;
    extra = [...extra, ...group];
    script = tried;
  }
  const answering = [...opening.slice(1), ...core];
  const said = answering
    .filter(({ text }) => script.some((line) => line.text === text))
    .sort((a, b) => b.weight - a.weight);
  const evidence = said[0]?.text ?? script[1]?.text;
  const isAnswered = match.answers && keepsAnswer(script, answering);
  const sources = sheet.sources.map((title) => ({ title, url: null, licence: null }));
  return {
    storyboard: createStoryboard(assignPictures(script, sheet), {
      title,
      sources,
      tags: [sheet.subject, ...sheet.aliases.slice(0, 3), ...sheet.pictures.slice(0, 4), 'explained'],
      mood: moodBySheet[sheet.mood],
    }),
    by: 'almanac',
    sources,
    answers: isAnswered || null,
    claim: isAnswered
      ? { sentence: evidence ?? '', source: sheet.sources[0] ?? 'the almanac', url: null }
      : null,
    notes: [],
  };
}

/** The question, if the opening and the answer do not both fit. */
const briefOpening = ({ sheet }: Match, question: Question): string =>
  question.isQuestion ? sayTopic(question) : `${capitalise(sheet.title.replace(/[\s?.!]+$/, ''))}.`;

/**
 * Whether most of a text, or all of its figures, have been said. A summary of the question's topic may repeat
 * them.
 */
function isRepeated(sheet: Sheet, { stems }: Question, text: string, said: string): boolean {
  const name = toStems(sheet.subject);
  const isAsked = toStems(text).some((stem) => stems.includes(stem) && !name.includes(stem));
  return shareSaid(sheet, text, said) >= (isAsked ? 0.7 : 0.55) || repeatsFigures(text, said);
}

/** Every figure of a text has been said: it repeats the same in other words. */
function repeatsFigures(text: string, said: string): boolean {
  const figuresIn = (of: string) => of.match(/\d+(?:[.,]\d+)*/g) ?? [];
  const known = new Set(figuresIn(said));
  const figures = figuresIn(text);
  return figures.length > 0 && figures.every((figure) => known.has(figure));
}

/** In a shorter video the answer matters more than a well-rounded ending. */
const briefWords = 75;

/** A chain, or advice, that does not fit as a whole is replaced by the short answer. */
function withRoom(match: Match, question: Question, most: number): Match {
  const { part, sheet } = match;
  const steps = part === 'chain' ? sheet.chain?.steps : part === 'items' ? sheet.items : undefined;
  const direct = match.direct.length > 0 ? match.direct : shortAnswer(sheet, question);
  if (!steps || direct.length === 0 || question.asks === 'list') return match;
  const said = [sheet.hook, ...steps.map(({ text }) => text), sheet.payoff];
  return countAllWords(said) + 6 > most ? { ...match, part: 'facts', direct } : match;
}

const countAllWords = (texts: readonly string[]): number => countLineWords(texts.map((text) => ({ text })));

/** The answer to the sheet's first question, which a chain or a list tells in more words. */
const shortAnswer = ({ answers: [main] }: Sheet, { asks }: Question): readonly string[] =>
  main?.asks === asks ? main.answer : [];

/** A question that the sheet was not written for, or a complete story, is not padded with other facts. */
function enoughWords(match: Match): number {
  if (match.part === 'timeline') return defaultWords.least - 10;
  return match.isMain ? defaultWords.least + 10 : defaultWords.least - 20;
}

type Scenes = ReturnType<typeof sheetScenes>;

/**
 * A comparison opens with the difference; a question that the sheet was not written for opens with itself.
 */
function writeOpening(match: Match, question: Question): string {
  const { comparison, sheet } = match;
  if (comparison) return isPair(sheet) ? sheet.hook : comparison.summary;
  if (match.isMain) return sheet.hook;
  return sayTopic(question);
}

const isPair = ({ subject, subject_a }: Sheet): boolean =>
  subject_a !== undefined || / (?:and|or) /.test(subject);

function titleFor(match: Match, question: Question): string {
  const { sheet, comparison } = match;
  if (comparison && !isPair(sheet)) return `${capitalise(sheet.subject)} or ${comparison.with}`;
  if (question.isQuestion && !match.isMain) return capitalise(truncateText(question.text, 80));
  // The title is that of the first answer, which the chain may not tell.
  const isSaid = match.part !== 'chain' || match.direct.length > 0 || toldByChain(sheet) === 0;
  return isSaid ? sheet.title : capitalise(sheet.subject);
}

/** Omitted if the hook or the answer already states it; for "what is" it is the answer. */
function definitionLines(
  match: Match,
  question: Question,
  said: readonly ScriptLine[],
  scenes: Scenes,
): ScriptLine[] {
  const { comparison, sheet, direct, facts } = match;
  const { asks } = question;
  if (comparison || asks === 'list') return [];
  // A question about a detail is answered immediately; who and when are often stated only in the definition.
  const isDetail = !match.isMain && asks !== 'what';
  if (isDetail && (direct.length > 0 || (facts.length > 0 && !/^w(?:ho|hen|here)$/.test(asks)))) return [];
  const isAsked = asks === 'what';
  const isSaid = said.some(
    ({ text }) => !text.endsWith('?') && shareSaid(sheet, sheet.definition, text) >= (isAsked ? 0.8 : 0.4),
  );
  return isSaid ? [] : [scenes.definition(isAsked ? 10 : 4, said[0]?.text)];
}

/**
 * The sentences that answer directly, without a second definition. A chain says the same in more words, so
 * before one only the leading sentences that it does not cover are kept: a later one may refer back to the
 * previous one.
 */
function directLines(
  { direct, part, sheet, comparison }: Match,
  question: Question,
  said: readonly ScriptLine[],
  scenes: Scenes,
): ScriptLine[] {
  const { asks } = question;
  const isDefinition = (text: string) =>
    (asks === 'what' || asks === 'who') &&
    (isSameStatement({ text }, { text: sheet.definition }, 0.6) ||
      (definesAgain(sheet, text) && shareSaid(sheet, text, `${sheet.hook} ${sheet.definition}`) >= 0.3));
  const kept = comparison ? direct : direct.filter((text) => !isDefinition(text));
  const whole = said.map(({ text }) => text).join(' ');
  const most = part === 'chain' ? 0.38 : part === 'items' ? 0.25 : 1;
  if (asks !== 'when' && most < 1 && shareSaid(sheet, kept.join(' '), whole) >= most) return [];
  // A timeline states the rest.
  const next = part === 'timeline' ? 7 : answerWeight;
  // The date or figure itself is never cut, even if the first sentence only leads up to it.
  const asked = Math.max(
    0,
    kept.findIndex((text) => hasForm(question, text)),
  );
  if (part !== 'chain') return kept.map((text, index) => scenes.plain(text, index === asked ? 10 : next));
  const isSaid = (text: string) => said.some((line) => isSameStatement(line, { text }, 0.45));
  const end = kept.findIndex(isSaid);
  return kept.slice(0, end < 0 ? kept.length : end).map((text) => scenes.plain(text, 7));
}

const definesAgain = ({ subject, article }: Sheet, text: string): boolean =>
  ['It', 'They', 'She', 'He', capitalise(`${article} ${subject}`.trim())].some((name) =>
    /^ (?:is|are|was|were) /.test(text.startsWith(name) ? text.slice(name.length) : ''),
  );

/** Share of a text that another one covers, not counting the subject's name. */
function shareSaid(sheet: Sheet, text: string, by: string): number {
  const name = toStems(sheet.subject);
  const stems = [...new Set(toStems(text))].filter((each) => !name.includes(each));
  const said = toStems(by);
  return stems.length === 0 ? 1 : stems.filter((stem) => said.includes(stem)).length / stems.length;
}

/** Rows of a comparison that the answer has not covered, unless it covers nearly all of them. */
function newRows({ sheet, direct }: Match, rows: readonly ScriptLine[]): ScriptLine[] {
  const fresh = rows.filter(({ text }) => shareSaid(sheet, text, direct.join(' ')) < 0.6);
  return fresh.length >= 2 ? fresh : [...rows];
}

function partLines(match: Match, question: Question, most: number, scenes: Scenes): ScriptLine[] {
  const { part, sheet, comparison, facts, direct } = match;
  const { count, asks } = question;
  if (part === 'comparison' && comparison)
    return newRows(
      match,
      askedRows(question, sheet, comparison, scenes.comparison(comparison, direct.length > 0)),
    );
  // "What is" is answered by the definition; the chain goes on from there.
  if (part === 'chain' && sheet.chain)
    return asks === 'what' ? scenes.chain().map((line) => ({ ...line, weight: 9 })) : scenes.chain();
  if (part === 'items' && sheet.items) {
    const items = scenes.items(Math.min(count ?? 4, sheet.items.length));
    return countLineWords(items) + 6 > most
      ? items.map((line) => ({ ...line, text: `${line.onScreen}.` }))
      : items;
  }
  if (part === 'timeline' && sheet.timeline) return scenes.timeline();
  // Without a written answer the nearest fact is the answer.
  const near = facts
    .slice(0, 4)
    .map((index, rank) => scenes.fact(index, rank === 0 && direct.length === 0 ? 10 : 9));
  if (near.length > 0) return near;
  return asks === 'what' && sheet.parts ? scenes.parts() : [];
}

/** The row that the question names ("Turkey vs Greece population") belongs to the answer. */
function askedRows(
  { stems }: Question,
  sheet: Sheet,
  { with: other }: Comparison,
  rows: readonly ScriptLine[],
): ScriptLine[] {
  const sides = toStems(`${sheet.subject} ${sheet.subject_a ?? ''} ${sheet.subject_b ?? ''} ${other}`);
  const asked = stems.filter((stem) => !sides.includes(stem));
  return rows.map((line) =>
    'at' in line.scene && toStems(line.onScreen).some((stem) => asked.includes(stem))
      ? { ...line, weight: 10 }
      : line,
  );
}

/** Further facts: close ones, ones with figures, the common misconception, then the others. */
function extraLines(
  { sheet, facts, comparison, direct }: Match,
  { stems }: Question,
  scenes: Scenes,
): ScriptLine[][] {
  const answer = toStems(direct.join(' '));
  // Every fact names the subject: only what it shares with the question beyond that makes it close.
  const name = toStems(sheet.subject);
  const order = sheet.facts
    .map((fact, index) => {
      const said = [...new Set(toStems(fact.text))].filter((each) => !name.includes(each));
      const rank =
        (facts.includes(index) ? 4 : 0) +
        (fact.number ? 1 : 0) +
        said.filter((stem) => stems.includes(stem)).length * 1.2 +
        said.filter((stem) => answer.includes(stem)).length * 0.6 -
        index * 0.05;
      return { index, rank, isAsked: said.some((stem) => stems.includes(stem)) };
    })
    .sort((a, b) => b.rank - a.rank);
  const said = order.map(({ index }) => [scenes.fact(index, 5)]);
  const asked = Math.max(2, order.filter(({ isAsked }) => isAsked).length);
  const mistake = comparison || !sheet.misconception ? [] : [scenes.misconception(sheet.misconception)];
  return [...said.slice(0, asked), ...mistake, ...said.slice(asked)];
}
