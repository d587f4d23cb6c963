import { countriesIn } from '../picture/drawing/countries.ts';
import { givesForm, hasAnswerForm, negation } from '../script/question/answer-sentence.ts';
import type { Asks, Question } from '../script/question/question.ts';
import { toStems } from '../script/question/words.ts';
import { findComparison } from './comparison.ts';
import { computeNearness, hasAll, listQuestions, sameKind, toCanonicalStems } from './known-questions.ts';
import { explains, findNearFacts } from './near-facts.ts';
import { findRelation } from './relation.ts';
import type { Comparison, Sheet } from './sheet.ts';

/** The part of a sheet that answers a question. */
export interface Answerable {
  /** The sheet answers the question, and does not merely cover its subject. */
  readonly answers: boolean;
  /** Sentences that answer directly; empty if a part of the sheet does. */
  readonly direct: readonly string[];
  /** The part of the sheet to present, in its own order. */
  readonly part: 'chain' | 'items' | 'timeline' | 'comparison' | 'facts';
  readonly comparison?: Comparison | undefined;
  /** Facts that the question is about, closest first. */
  readonly facts: readonly number[];
  /** Similarity to the closest question of the sheet, from 0 to 1. */
  readonly similarity: number;
}

/** Words that ask about an aspect and apply to nearly every subject. */
export const aspectWords: ReadonlySet<string> = new Set(
  toStems(
    'history origin basics overview introduction explained simple science reason cause causes way ways tips habits facts story fall need interesting surprising fun amazing guide human body average adult stay keep best top good simple easy something anything look take come down',
  ),
);

const dates = /\b(?:1\d{3}|20\d\d)\b|\bBC\b/;
/** Requests for instructions, which the description of a natural process does not answer. */
const asksInstructions =
  /\bhow (?:to|(?:do|can|could|should) i)\b|\bhow (?:do|can|could|should) you (?!get|catch|feel|hear|see|smell|taste|become|fall|dream|breathe|digest|grow|remember|know)\b|\bways? to\b/i;
/** Requests for a list of things to do, which facts about the subject do not answer. */
const asksAdvice = /\b(?:ways?|tips?|habits?|steps?|methods?|tricks?|reasons?)\b/i;
const instructionQuestion = /^how (?:to|(?:do|can|should) (?:i|you))\b|\bmade\b/i;
const isReasoned: ReadonlySet<Asks> = new Set(['how', 'why']);
const yesOrNo = /^(?:can|could|do|does|did|is|are|was|were|will|would|should|has|have)\b/i;
const historyStems = new Set(toStems('history origin'));

/** `name`: the stems by which the question names the sheet. Its remaining stems are what it asks about. */
export function findAnswer(sheet: Sheet, question: Question, name: readonly string[]): Answerable {
  const rest = question.stems.filter((stem) => !name.includes(stem) && !aspectWords.has(stem));
  const side = sideSubject(sheet, question, name);
  const focus = [...rest, ...side];
  const wordings = [question, bySubject(sheet, question)];
  const known = listQuestions(sheet)
    .filter((each, index) => index < sheet.answers.length || each.asks === question.asks)
    .map((each) => ({ ...each, near: Math.max(...wordings.map((its) => computeNearness(its, each))) }))
    // "Who made the first flight?" and "When was the first flight?" have the same content words.
    .sort((a, b) => b.near - a.near || Number(b.asks === question.asks) - Number(a.asks === question.asks));
  // The number of hearts, asked with the same words, is no reason for them.
  const best = known.find((each) => question.asks !== 'why' || answersKind(question, each)) ?? known[0];
  const similarity = best?.near ?? 0;
  const near = findNearFacts(sheet, question, focus);
  const facts = near.map(({ index }) => index);
  const direct: readonly string[] = [];
  const base = { facts, similarity, direct };

  if (question.asks === 'versus') {
    const comparison = findComparison(sheet, question);
    const isVersus = best !== undefined && sameKind(best.asks, 'versus') && best.near > 0.6;
    const direct = isVersus ? best.answer : [];
    if (comparison) return { ...base, answers: true, part: 'comparison', comparison, direct };
    return { ...base, answers: isVersus, part: 'facts', direct };
  }
  if (question.stems.some((stem) => historyStems.has(stem))) return findHistory(sheet, base);
  const relation = findRelation(sheet, question);
  if (relation) return { ...base, part: 'facts', ...relation };
  // Nearly identical to a question of the sheet, or the same kind of question with no other content.
  const isFirst = best?.answer === sheet.answers[0]?.answer;
  // The title paraphrases the first answer: a gecko that sticks to walls "walks" on them.
  const spoken = best
    ? toCanonicalStems(toStems([best.question, ...best.answer, isFirst ? sheet.title : ''].join(' ')))
    : [];
  const isCovered = toCanonicalStems(focus).every((each) => spoken.includes(each));
  const isInstruction =
    !asksInstructions.test(question.text) ||
    sheet.items !== null ||
    instructionQuestion.test(sheet.title) ||
    (best !== undefined && instructionQuestion.test(best.question));
  const isSame =
    best !== undefined &&
    isCovered &&
    isInstruction &&
    // Why Napoleon lost is not why he lost at Waterloo, even if the answer mentions it.
    (!isReasoned.has(question.asks) || hasAll(toStems(best.question), side)) &&
    answersKind(question, best) &&
    (similarity >= 0.75 ||
      (sameKind(best.asks, question.asks) &&
        (focus.length > 0 ? similarity >= 0.5 : isFirst || similarity >= 0.7)));
  // "The top five" asks for more than the first.
  const isRanking =
    question.asks === 'list' && question.count !== undefined && /\w{2}est\b|\bmost\b/i.test(question.text);
  const isCountable = !isRanking || sheet.items !== null;
  if (isSame)
    return {
      ...base,
      answers: isCountable,
      part: partFor(
        sheet,
        question,
        isFirst || isTitle(sheet, question) || (question.asks === 'how' && explainsChain(sheet, best)),
      ),
      direct: best.answer,
    };
  // A yes/no question is only answered by an answer to exactly that question.
  if (yesOrNo.test(question.text)) return { ...base, answers: false, part: 'facts' };
  const isWhole = near.some(({ hits }) => hits === focus.length);
  switch (question.asks) {
    case 'list':
      return {
        ...base,
        answers:
          sheet.items !== null ||
          (isCountable && !asksAdvice.test(question.text) && (facts.length >= 3 || focus.length === 0)),
        part: sheet.items ? 'items' : 'facts',
      };
    case 'what':
      return {
        ...base,
        answers:
          side.length > 0
            ? near.some(({ index }) => isDefinition(sheet.facts[index]?.text ?? '', focus))
            : focus.length === 0 ||
              near.some(({ index, hits }) => {
                const { text } = sheet.facts[index] ?? { text: '' };
                return hits === focus.length && (!isNameIn(text, focus) || isDefinition(text, focus));
              }),
        part: partFor(sheet, question, focus.length === 0),
      };
    case 'how':
    case 'why': {
      const isTold =
        isInstruction && (sheet.chain !== null || sheet.items !== null) && isInOrder(sheet, question, focus);
      const isChain = isTold && (question.asks === 'how' || givesReason(sheet, question));
      const isExplained = near.some(
        ({ index, hits }) => hits === focus.length && explainsAsked(question, sheet.facts[index]?.text ?? ''),
      );
      return {
        ...base,
        answers: isChain || isExplained,
        part: isChain || !isExplained ? partFor(sheet, question, true) : 'facts',
      };
    }
    case 'where':
      if (focus.length === 0 && saysWhere(sheet))
        return { ...base, answers: true, part: 'facts', direct: [sheet.definition] };
      return { ...base, answers: isWhole && facts.length > 0, part: partFor(sheet, question, false) };
    default: {
      // A date, a figure or a name is in a fact that covers everything asked, or in the definition, which is then
      // spoken.
      const asked = focus.length > 0 ? focus : besideName(sheet, question);
      const isGiven = near.some(({ index }) => {
        const { text = '', about = [] } = sheet.facts[index] ?? {};
        const said = toStems(`${text} ${about.join(' ')}`);
        return asked.every((stem) => said.includes(stem)) && givesForm(question.asks, text);
      });
      const isDefined =
        question.asks === 'when' &&
        focus.every((stem) => toStems(sheet.definition).includes(stem)) &&
        dates.test(sheet.definition);
      return { ...base, answers: isGiven || isDefined, part: partFor(sheet, question, false) };
    }
  }
}

/**
 * Whether an answer to a question with the same words gives what this one asks: how bees make honey is not why,
 * and whether people can live on Mars is not how many do.
 */
const answersKind = ({ asks }: Question, best: Sheet['answers'][number]): boolean => {
  const text = best.answer.join(' ');
  if (best.asks === asks) return true;
  const isOther = best.asks === 'how' || hasAnswerForm(best.asks);
  return asks === 'why' && isOther ? explains.test(text) : givesForm(asks, text);
};

/**
 * A question why something is not so needs an answer with a negation: why the Moon has no air, not what it attracts.
 */
const explainsAsked = ({ text: question }: Question, text: string): boolean =>
  explains.test(text) && (!negation.test(question) || negation.test(text));

/** The question with the sheet's subject in place of its initials: "the www" is the World Wide Web. */
function bySubject({ subject }: Sheet, question: Question): Question {
  const words = subject.split(' ');
  const initials = words.map((word) => word.charAt(0).toLowerCase()).join('');
  if (words.length < 3 || !question.stems.includes(initials)) return question;
  const others = question.stems.filter((stem) => stem !== initials);
  return { ...question, stems: [...toStems(subject), ...others] };
}

/** The rest of a question that matched a sheet by one of its questions instead of its name. */
function besideName({ subject, aliases }: Sheet, { stems }: Question): string[] {
  const name = toStems([subject, ...aliases].join(' '));
  return stems.filter((stem) => !name.includes(stem) && !aspectWords.has(stem));
}

/** The definition of a place often says where it is: "on the border of Nepal and China". */
const saysWhere = ({ definition, places }: Sheet): boolean =>
  places.length > 0 && countriesIn(definition).length > 0;

/**
 * "What is a recession?" matches the GDP sheet by a term that only its facts mention: that term is the
 * subject. So is "deforestation" in what causes that of the Amazon.
 */
function sideSubject(sheet: Sheet, { asks }: Question, name: readonly string[]): readonly string[] {
  const { subject, title, hook, definition } = sheet;
  const main = toStems([subject, title, hook, definition].join(' '));
  const side = [...new Set(name)].filter((each) => !main.includes(each));
  if ((asks !== 'what' && !isReasoned.has(asks)) || side.length === 0) return [];
  const isIn = (text: string) => side.every((stem) => toStems(text).includes(stem));
  return sheet.facts.some(({ text, about }) => isIn(`${text} ${about.join(' ')}`)) ? side : [];
}

/** A fact that defines something: "Gluten is …", "People call it a recession when …". */
function isDefinition(text: string, stems: readonly string[]): boolean {
  const before = /^(.{1,60}?)\b(?:is|are|means?|was|were)\b/.exec(text)?.[1];
  const called = /\bcall(?:ed|s)?\b(.{1,60})/.exec(text)?.[1];
  return [before, called].some(
    (part) => part !== undefined && stems.every((stem) => toStems(part).includes(stem)),
  );
}

/** Whether a fact has a word as a name that it merely mentions: "Jupiter is the largest planet and Mercury the smallest". */
const isNameIn = (text: string, stems: readonly string[]): boolean =>
  (text.match(/(?<=\S )\p{Lu}\p{L}+/gu) ?? []).some((name) =>
    toStems(name).some((stem) => stems.includes(stem)),
  );

/**
 * A chain that describes how something works is not a reason why; one that describes how it comes about is.
 */
const givesReason = ({ answers: [main] }: Sheet, { text }: Question): boolean =>
  main?.asks === 'why' ||
  /^what causes\b/i.test(text) ||
  /\b(?:happen|form|cause|erupt|arise|come about)\b/i.test(main?.question ?? '');

/** Whether the chain or the sheet's opening covers everything the question is about. */
function isInOrder(
  { chain, hook, definition }: Sheet,
  { text }: Question,
  focus: readonly string[],
): boolean {
  const told = [hook, definition, ...(chain?.steps ?? []).map((step) => step.text)];
  const fits = negation.test(text) ? told.filter((each) => negation.test(each)) : told;
  const said = toStems(fits.join(' '));
  return focus.every((stem) => said.includes(stem));
}

function findYear(text: string): number {
  const before = /(\d[\d,]*) BC\b/.exec(text)?.[1];
  return before === undefined
    ? Number(/\b(?:1\d{3}|20\d\d)\b/.exec(text)?.[0] ?? 0)
    : -Number(before.replaceAll(',', ''));
}

/** "The history of …": the timeline, otherwise the dated facts in order. */
function findHistory(sheet: Sheet, base: Pick<Answerable, 'facts' | 'similarity' | 'direct'>): Answerable {
  if (sheet.timeline) return { ...base, answers: true, part: 'timeline' };
  const facts = sheet.facts
    .flatMap(({ text }, index) => (dates.test(text) ? [{ index, year: findYear(text) }] : []))
    .sort((a, b) => a.year - b.year)
    .map(({ index }) => index);
  return { ...base, facts, answers: facts.length >= 3, part: 'facts' };
}

function partFor(sheet: Sheet, { asks }: Question, isMain: boolean): Answerable['part'] {
  if (!isMain) return 'facts';
  if (asks === 'list' && sheet.items) return 'items';
  if ((asks === 'how' || asks === 'why') && sheet.chain) return 'chain';
  if (sheet.timeline && (asks === 'when' || asks === 'what' || !sheet.chain)) return 'timeline';
  if (asks === 'how-many' || asks === 'where' || asks === 'who') return 'facts';
  // In a sheet with a chain, the items are advice, which "what is" does not ask for.
  if (sheet.items && !(asks === 'what' && sheet.chain)) return 'items';
  return sheet.chain ? 'chain' : 'facts';
}

/** Asked in the words of the sheet's title, which its chain or list was written for. */
const isTitle = (sheet: Sheet, question: Question): boolean =>
  listQuestions(sheet)
    .slice(sheet.answers.length)
    .some((title) => title.asks === question.asks && computeNearness(question, title) > 0.95);

/** Another question about what the chain describes: "How do bees tell each other where flowers are?" */
function explainsChain({ chain, subject }: Sheet, { answer }: Sheet['answers'][number]): boolean {
  const told = toStems((chain?.steps ?? []).map(({ text }) => text).join(' '));
  const named = toStems(subject);
  const stems = [...new Set(toStems(answer.join(' ')))].filter((each) => !named.includes(each));
  return stems.length > 0 && stems.filter((stem) => told.includes(stem)).length / stems.length >= 0.5;
}
