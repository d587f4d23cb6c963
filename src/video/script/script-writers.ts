import { messageOf } from '../../platform/error-fields.ts';
import type { LanguageModel } from '../../platform/model/language-model.ts';
import { Almanac } from '../almanac/almanac.ts';
import { nameEmoji } from '../picture/icons/emoji.ts';
import type { Storyboard } from '../storyboard.ts';
import { isKnownWord } from '../voice/english/known-word.ts';
import type { Encyclopaedia } from './encyclopaedia/encyclopaedia.ts';
import { SourceUnavailable } from './encyclopaedia/mediawiki.ts';
import { isNoun } from './facts/dictionary.ts';
import { parseQuestion, type Question } from './question.ts';
import type { WrittenScript } from './script.ts';
import { Spelling } from './spelling.ts';
import { truncateText } from './text.ts';
import { writeFromArticles, writeFromFacts } from './writers/article-writer.ts';
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
  /** Until when an encyclopaedia may answer. */
  readonly deadline?: AbortSignal | undefined;
}

/** When writing ends: the caller leaves, or the encyclopaedia has had its time. */
interface Until {
  readonly signal: AbortSignal;
  readonly deadline: AbortSignal | undefined;
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
      return {
        storyboard: input.storyboard,
        by: 'caller',
        sources: [],
        answers: true,
        claim: null,
        notes: [],
      };
    if (input.script !== undefined) return writeFromScript(input.script, question, input.language);
    const sources = input.facts.map(({ title, url }) => ({ title, url, licence: null }));
    const modelInput = { ...input, facts: input.facts.map(({ text }) => text) };
    if (models.own) {
      const written = await writeByModel(models.own, modelInput, signal);
      return { ...written, by: 'own_model', sources, notes: [] };
    }
    const notes: string[] = [];
    if (models.operator) {
      try {
        const written = await writeByModel(models.operator, modelInput, signal);
        return { ...written, by: 'model', sources, notes };
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
    if (input.facts.length > 0) return writeGiven(input, question);
    // The words of a page's address are not what the page is about.
    if (/^https?:\/\/\S+$/i.test(input.topic)) return writeUnknown(question);
    return this.#writeFromSources(question, input, notes, { signal, deadline: input.deadline });
  }

  /** From the almanac, or from an encyclopaedia. */
  async #writeFromSources(
    given: Question,
    { length_s }: ScriptInput,
    notes: string[],
    until: Until,
  ): Promise<WrittenScript> {
    almanac ??= new Almanac();
    const sheets = almanac;
    spelling ??= new Spelling(sheets.words(), isWord);
    const spelled = await spelling.correct(given.text);
    if (spelled !== given.text) notes.push(`the topic was read as “${truncateText(spelled, 100)}”`);
    const question = spelled === given.text ? given : parseQuestion(spelled);
    const { parts, ...whole } = question;
    const write = (part: Question, seconds = length_s) =>
      this.#writeAnswer(part, sheets, seconds, notes, until);
    const half = (length_s ?? defaultSeconds) / 2;
    const both = parts && (await answerBoth(whole, parts, (part) => write(part, half)));
    if (both) return both;
    const written = await write(whole);
    return parts && written.answers
      ? {
          ...written,
          answers: null,
          claim: null,
          notes: ['only one part of the question may be answered', ...written.notes],
        }
      : written;
  }

  async #writeAnswer(
    question: Question,
    almanac: Almanac,
    length_s: number | undefined,
    notes: string[],
    until: Until,
  ): Promise<WrittenScript> {
    const match = almanac.find(question);
    if (match?.answers) return writeFromSheet(match, question, length_s);
    const fromArticles = await this.#writeFromEncyclopaedia(question, length_s, notes, until);
    if (fromArticles?.answers) return fromArticles;
    const definition = await writeFromDictionary(question);
    if (definition) return definition;
    // About the subject, at least.
    return fromArticles ?? (match ? writeFromSheet(match, question, length_s) : writeUnknown(question));
  }

  async #writeFromEncyclopaedia(
    question: Question,
    length_s: number | undefined,
    notes: string[],
    until: Until,
  ): Promise<WrittenScript | undefined> {
    if (question.stems.length === 0) return undefined;
    const { signal, deadline } = until;
    const either = deadline ? AbortSignal.any([signal, deadline]) : signal;
    try {
      const findings = await this.#encyclopaedia.find(question, either);
      return writeFromArticles(findings, question, length_s);
    } catch (error) {
      const isLate = deadline?.aborted === true && !signal.aborted;
      if (!isLate && !(error instanceof SourceUnavailable)) throw error;
      const reason = isLate ? 'it did not answer in the time of a preview' : messageOf(error);
      notes.push(`the encyclopaedia was not used: ${reason}`);
      return undefined;
    }
  }
}

/** Both parts in half the time each: the script answers if both do. */
async function answerBoth(
  whole: Question,
  { first, second: readings }: NonNullable<Question['parts']>,
  write: (part: Question) => Promise<WrittenScript>,
): Promise<WrittenScript | undefined> {
  const one = await write(first);
  const others = await Promise.all(readings.map(write));
  const two =
    others.find(({ answers }) => answers === true) ?? others.find(({ answers }) => answers === null);
  if (!two || one.answers === false) return undefined;
  const joined = joinScripts(whole, one, two);
  return one.answers && two.answers ? joined : { ...joined, answers: null, claim: null };
}

function writeGiven({ facts, length_s }: ScriptInput, question: Question): WrittenScript {
  const articles = facts.map(({ title, url, text }) => ({
    title,
    url: url ?? '',
    licence: '',
    paragraphs: text
      .split(/\n+/)
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  }));
  const written = writeFromFacts(articles, question, length_s);
  if (written) return written;
  const titles = facts.map(({ title }) => title).join(', ');
  return { ...writeUnknown(question), notes: [`no script can be written from ${truncateText(titles, 100)}`] };
}
