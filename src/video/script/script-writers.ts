import type { LanguageModel } from '../../platform/model/language-model.ts';
import { Almanac, type Match } from '../almanac/almanac.ts';
import { nameEmoji } from '../picture/icons/emoji.ts';
import type { Storyboard } from '../storyboard.ts';
import { isKnownWord } from '../voice/english/known-word.ts';
import type { Encyclopaedia } from './encyclopaedia/encyclopaedia.ts';
import { SourceUnavailable } from './encyclopaedia/mediawiki.ts';
import { isNoun } from './facts/dictionary.ts';
import {
  answerPatternOf,
  carriesAnswer,
  givesForm,
  hasAnswerForm,
  saysMeasure,
} from './question/answer-sentence.ts';
import { isDefinitionAsked } from './question/expected-words.ts';
import { parseQuestion, type Question, sayTopic } from './question/question.ts';
import { Spelling } from './question/spelling.ts';
import { toStems } from './question/words.ts';
import type { WrittenScript } from './script.ts';
import { capitalise, truncateText } from './text.ts';
import { writeFromArticles } from './writers/article-writer.ts';
import { writeFromScript } from './writers/caller-writer.ts';
import { writeFromDictionary } from './writers/dictionary-writer.ts';
import { defaultSeconds } from './writers/lines.ts';
import { writeByModel } from './writers/model-writer.ts';
import { writeFromSheet } from './writers/sheet-writer.ts';
import { joinScripts } from './writers/two-part-writer.ts';
import { writeUnknown } from './writers/unknown-writer.ts';

/** Input for a script, in addition to our own sources. */
export interface ScriptInput {
  readonly topic: string;
  /** Texts from the caller, each with its origin. */
  readonly facts: readonly { readonly title: string; readonly url: string | null; readonly text: string }[];
  /** Exact wording of the narration. */
  readonly script?: string | undefined;
  readonly storyboard?: Storyboard | undefined;
  readonly length_s?: number | undefined;
  readonly language: string;
}

interface Models {
  /** The caller's model: its failure ends the request. */
  readonly own?: LanguageModel | undefined;
  /** The operator's model: its failure is noted, and the next source is tried. */
  readonly operator?: LanguageModel | undefined;
}

const isWord = async (word: string) => (await isKnownWord(word)) || isNoun(word);

let almanac: Almanac | undefined;
let spelling: Spelling | undefined;

/**
 * Chooses the author of a script: the caller, a model, the almanac, the encyclopaedia or the dictionary, in
 * this order.
 */
export class ScriptWriters {
  readonly #encyclopaedia: Encyclopaedia;

  constructor(encyclopaedia: Encyclopaedia) {
    this.#encyclopaedia = encyclopaedia;
  }

  async write(input: ScriptInput, models: Models, signal: AbortSignal): Promise<WrittenScript> {
    const question = parseQuestion(nameEmoji(input.topic));
    if (input.storyboard)
      return { storyboard: input.storyboard, by: 'caller', sources: [], answers: true, notes: [] };
    if (input.script !== undefined) return writeFromScript(input.script, question, input.language);
    const sources = input.facts.map(({ title, url }) => ({ title, url, licence: null }));
    const modelInput = { ...input, facts: input.facts.map(({ text }) => text) };
    if (models.own) {
      const storyboard = await writeByModel(models.own, modelInput, signal);
      return { storyboard, by: 'own_model', sources, answers: true, notes: [] };
    }
    const notes: string[] = [];
    if (models.operator) {
      try {
        const storyboard = await writeByModel(models.operator, modelInput, signal);
        return { storyboard, by: 'model', sources, answers: true, notes };
      } catch (error) {
        if (signal.aborted) throw error;
        notes.push(`the operator’s model wrote no script: ${error instanceof Error ? error.message : error}`);
      }
    }
    const written = await this.#writeByUs(input, question, notes, signal);
    return { ...written, notes: [...notes, ...written.notes] };
  }

  #writeByUs(
    input: ScriptInput,
    question: Question,
    notes: string[],
    signal: AbortSignal,
  ): WrittenScript | Promise<WrittenScript> {
    if (input.facts.length > 0) return writeFromFacts(input, question);
    // The words of a page's address are not what the page is about.
    if (/^https?:\/\/\S+$/i.test(input.topic)) return writeUnknown(question);
    return this.#writeFromSources(question, input, notes, signal);
  }

  /** From the almanac, or from an encyclopaedia. */
  async #writeFromSources(
    given: Question,
    { length_s }: ScriptInput,
    notes: string[],
    signal: AbortSignal,
  ): Promise<WrittenScript> {
    almanac ??= new Almanac();
    const sheets = almanac;
    spelling ??= new Spelling(sheets.words(), isWord);
    const spelled = await spelling.correct(given.text);
    if (spelled !== given.text) notes.push(`the topic was read as “${truncateText(spelled, 100)}”`);
    const question = spelled === given.text ? given : parseQuestion(spelled);
    const { parts, ...whole } = question;
    const written = await this.#writeAnswer(whole, sheets, length_s, notes, signal);
    if (!parts) return written;
    const write = (part: Question, seconds = length_s) =>
      this.#writeAnswer(part, sheets, seconds, [], signal);
    return answerBoth(whole, parts, written, write, (length_s ?? defaultSeconds) / 2);
  }

  async #writeAnswer(
    question: Question,
    almanac: Almanac,
    length_s: number | undefined,
    notes: string[],
    signal: AbortSignal,
  ): Promise<WrittenScript> {
    const match = almanac.find(question);
    if (match?.answers) return writeFromSheet(match, question, length_s);
    const fromArticles = await this.#writeFromEncyclopaedia(question, length_s, notes, signal);
    if (fromArticles?.answers) return fromArticles;
    const definition = await writeFromDictionary(question);
    if (definition) return definition;
    return writeAboutSubject(match, fromArticles, question, length_s) ?? writeUnknown(question);
  }

  async #writeFromEncyclopaedia(
    question: Question,
    length_s: number | undefined,
    notes: string[],
    signal: AbortSignal,
  ): Promise<WrittenScript | undefined> {
    if (question.stems.length === 0) return undefined;
    try {
      const findings = await this.#encyclopaedia.find(question, signal);
      return writeFromArticles(findings, question, { by: 'encyclopaedia', length_s });
    } catch (error) {
      if (!(error instanceof SourceUnavailable)) throw error;
      notes.push(`the encyclopaedia was not used: ${error.message}`);
      return undefined;
    }
  }
}

/** One script must answer both parts of a question: a reason often gives the figure as well. */
async function answerBoth(
  whole: Question,
  { first, second: readings }: NonNullable<Question['parts']>,
  written: WrittenScript,
  write: (part: Question, seconds?: number) => Promise<WrittenScript>,
  halfSeconds: number,
): Promise<WrittenScript> {
  const none = { ...written, answers: false, notes: ['one part of the question is not answered'] };
  for (const second of readings) {
    const other = await write(second);
    if (!other.answers) continue;
    const isGiven = isClear(other, second);
    const isSaid = !isDefinitionAsked(first) && saysAnswer(other, first);
    if (written.answers && isGiven && isSaid) return withTopic(other, whole);
    // A date or a figure is known by its form; a reason for something else looks like this one.
    const isDated = hasAnswerForm(second.asks) && givesFigure(written, second) && saysAnswer(written, second);
    if (written.answers && isDated && !isDefinitionAsked(first)) return written;
    const [one, two] = [await write(first, halfSeconds), await write(second, halfSeconds)];
    const isJoined = one.answers && two.answers && isClear(two, second);
    return isJoined ? joinScripts(whole, one, two) : none;
  }
  return none;
}

/** A reason is only known by its words: what an article says about the subject is none. */
const isClear = (script: WrittenScript, question: Question): boolean =>
  givesFigure(script, question) &&
  (script.by === 'almanac' || answerPatternOf(question) === undefined || saysAnswer(script, question));

/** "How big is it" needs a figure, which a script that answers "why" need not have. */
const givesFigure = ({ storyboard }: WrittenScript, question: Question): boolean =>
  question.asks !== 'how-many' ||
  storyboard.beats.some(
    ({ narration }) =>
      /\d/.test(narration) && givesForm('how-many', narration) && saysMeasure(question, narration),
  );

/** A script with another title and opening question. */
function withTopic(script: WrittenScript, question: Question): WrittenScript {
  const [opening, ...beats] = script.storyboard.beats;
  if (!opening) return script;
  const narration = opening.narration.endsWith('?') ? sayTopic(question) : opening.narration;
  const topic = truncateText(capitalise(question.text), 100);
  return {
    ...script,
    storyboard: { ...script.storyboard, title: topic, beats: [{ ...opening, narration }, ...beats] },
  };
}

/** Whether a sentence after the opening answers a question. */
const saysAnswer = ({ storyboard }: WrittenScript, question: Question): boolean =>
  storyboard.beats
    .slice(1)
    .some(
      ({ narration }) =>
        answerPatternOf(question)?.test(narration) === true && carriesAnswer(question, narration, []),
    );

/** Facts about the subject that do not answer the question. The video is marked as such and not charged. */
function writeAboutSubject(
  match: Match | undefined,
  fromArticles: WrittenScript | undefined,
  question: Question,
  length_s: number | undefined,
): WrittenScript | undefined {
  if (match) return writeFromSheet(match, question, length_s);
  const title = fromArticles?.sources[0]?.title;
  const isSubject =
    title !== undefined &&
    toStems(title).length > 0 &&
    toStems(title).every((stem) => question.stems.includes(stem));
  return isSubject ? fromArticles : undefined;
}

function writeFromFacts({ facts, length_s }: ScriptInput, question: Question): WrittenScript {
  const articles = facts.map(({ title, url, text }) => ({
    title,
    url: url ?? '',
    licence: '',
    paragraphs: text
      .split(/\n+/)
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  }));
  const findings = { articles, items: [], notes: [] };
  const written = writeFromArticles(findings, question, { by: 'facts', length_s, trusted: true });
  if (written) return written;
  const unknown = writeUnknown(question);
  const titles = facts.map(({ title }) => title).join(', ');
  return { ...unknown, notes: [`no script can be written from ${truncateText(titles, 100)}`] };
}
