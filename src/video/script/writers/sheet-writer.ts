import type { Match } from '../../almanac/almanac.ts';
import type { Sheet } from '../../almanac/sheet.ts';
import type { Mood } from '../../storyboard.ts';
import type { Question } from '../question/question.ts';
import { stemsOf } from '../question/words.ts';
import type { WrittenScript } from '../script.ts';
import { capitalised, clipped } from '../text.ts';
import { fitted, type Line, saysSame, storyboardOf, usualWords, wordsFor, wordsIn } from './lines.ts';
import { sheetScenes } from './sheet-scenes.ts';

const moodOf: Record<Sheet['mood'], Mood> = {
  curious: 'curious',
  calm: 'calm',
  dramatic: 'epic',
  playful: 'playful',
  hopeful: 'warm',
};

/** A script from a sheet of the almanac: the hook, what was asked for in an order that builds, the payoff, the source. */
export function writeFromSheet(match: Match, question: Question, length_s?: number): WrittenScript {
  const { sheet } = match;
  const most = wordsFor(length_s);
  const scenes = sheetScenes(sheet, match.comparison);
  const opening = [
    scenes.hook(openingOf(match, question), titleFor(match, question)),
    ...definitionFor(match, question, scenes),
  ];
  const part = partLines(match, question, scenes);
  const core = [...directLines(match, part, scenes), ...part];
  const closing = [...(isMain(match, question) ? [scenes.payoff(sheet.payoff)] : []), scenes.source()];
  const whole = (extra: readonly Line[]) => fitted([...opening, ...core, ...extra, ...closing], most);
  const enough = length_s === undefined ? usualWords.least + 10 : most * 0.85;
  let extra: Line[] = [];
  let script = whole(extra);
  // Facts fill it up while it is thin, the ones that the question asks about first; what does not fit stays out.
  for (const group of extraLines(match, question, scenes)) {
    if (wordsIn(script) >= enough) break;
    if (group.some((line) => script.some((other) => saysSame(other, line, 0.6)))) continue;
    const tried = whole([...extra, ...group]);
    if (tried.length !== script.length + group.length) continue;
    extra = [...extra, ...group];
    script = tried;
  }
  const sources = sheet.sources.map((title) => ({ title, url: null, licence: null }));
  return {
    storyboard: storyboardOf(script, {
      title: titleFor(match, question),
      sources,
      tags: [sheet.subject, ...sheet.aliases.slice(0, 3), ...sheet.pictures.slice(0, 4), 'explained'],
      mood: moodOf[sheet.mood],
    }),
    by: 'almanac',
    sources,
    answers: match.answers,
    notes: [],
  };
}

type Scenes = ReturnType<typeof sheetScenes>;

/** It is asked as the sheet was written: its hook, title and payoff fit. */
const isMain = ({ part, direct, sheet, facts }: Match, { asks }: Question): boolean =>
  part !== 'facts' || direct === sheet.answers[0]?.answer || (asks === 'what' && facts.length === 0);

/** One thing that is compared with another opens with the difference, a question that the sheet was not made for with itself. */
function openingOf(match: Match, question: Question): string {
  const { comparison, sheet } = match;
  if (comparison) return isPair(sheet) ? sheet.hook : comparison.summary;
  if (isMain(match, question) || !question.isQuestion) return sheet.hook;
  return `${capitalised(question.text.replace(/[\s?.!]+$/, ''))}?`;
}

const isPair = ({ subject, subject_a }: Sheet): boolean =>
  subject_a !== undefined || / (?:and|or) /.test(subject);

function titleFor(match: Match, question: Question): string {
  const { sheet, comparison } = match;
  if (comparison && !isPair(sheet)) return `${capitalised(sheet.subject)} or ${comparison.with}`;
  return isMain(match, question) || !question.isQuestion
    ? sheet.title
    : capitalised(clipped(question.text, 80));
}

function definitionFor({ comparison }: Match, { asks }: Question, scenes: Scenes): Line[] {
  if (comparison || asks === 'list') return [];
  return [scenes.definition(asks === 'what' ? 9 : 4)];
}

/** A chain tells the same in more words: of the direct answer then only that is said which the chain does not say. */
const directLines = ({ direct, part }: Match, told: readonly Line[], scenes: Scenes): Line[] =>
  direct
    .filter((text) => part !== 'chain' || !told.some((line) => saysSame(line, { text }, 0.45)))
    .map((text, index) => scenes.plain(text, index === 0 && part !== 'chain' ? 10 : 7));

function partLines(
  { part, sheet, comparison, facts }: Match,
  { count, asks }: Question,
  scenes: Scenes,
): Line[] {
  if (part === 'comparison' && comparison) return scenes.comparison(comparison);
  if (part === 'chain' && sheet.chain) return scenes.chain();
  if (part === 'items' && sheet.items) return scenes.items(Math.min(count ?? 4, sheet.items.length));
  if (part === 'timeline' && sheet.timeline) return scenes.timeline();
  const near = facts.slice(0, 4).map((index) => scenes.fact(index, 9));
  if (near.length > 0) return near;
  return asks === 'what' && sheet.parts ? scenes.parts() : [];
}

/** What else is worth knowing: near facts, the ones with figures, the mistake that people make, then the others. */
function extraLines({ sheet, facts, comparison }: Match, { stems }: Question, scenes: Scenes): Line[][] {
  const order = sheet.facts
    .map((fact, index) => ({
      index,
      rank:
        (facts.includes(index) ? 4 : 0) +
        (fact.number ? 1.5 : 0) +
        stemsOf(fact.text).filter((each) => stems.includes(each)).length * 1.2 -
        index * 0.05,
    }))
    .sort((a, b) => b.rank - a.rank)
    .map(({ index }) => [scenes.fact(index, 5)]);
  const mistake = comparison || !sheet.misconception ? [] : [scenes.misconception(sheet.misconception)];
  return [...order.slice(0, 2), ...mistake, ...order.slice(2)];
}
