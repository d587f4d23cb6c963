import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Question } from '../script/question/question.ts';
import { splitWords, toStems } from '../script/question/words.ts';
import { type Answerable, aspectWords, findAnswer } from './answer.ts';
import { computeNearness, listQuestions, toCanonicalStems } from './known-questions.ts';
import type { Sheet } from './sheet.ts';

const folder = fileURLToPath(new URL('./sheets/', import.meta.url));

export interface Match extends Answerable {
  readonly sheet: Sheet;
}

interface Entry {
  readonly sheet: Sheet;
  /** Stems of the subject and of each alias, longest first. */
  readonly names: readonly (readonly string[])[];
  /** Every stem in the sheet. */
  readonly vocabulary: ReadonlySet<string>;
}

export const readSheets = (): Sheet[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .flatMap((name): Sheet[] => JSON.parse(readFileSync(`${folder}${name}`, 'utf8')));

/** Our own fact sheets, searchable by question. */
export class Almanac {
  readonly #entries: readonly Entry[];
  /** Number of sheets that contain a stem, to weight rare stems higher. */
  readonly #spread = new Map<string, number>();

  constructor(sheets: readonly Sheet[] = readSheets()) {
    this.#entries = sheets.map((sheet) => ({
      sheet,
      names: [sheet.subject, ...sheet.aliases]
        .map(toStems)
        .filter((name) => name.length > 0)
        .sort((a, b) => b.length - a.length),
      vocabulary: new Set(toStems(JSON.stringify(sheet))),
    }));
    for (const { vocabulary } of this.#entries)
      for (const each of vocabulary) this.#spread.set(each, (this.#spread.get(each) ?? 0) + 1);
  }

  /** The words of all sheets. */
  *words(): Generator<string> {
    for (const { sheet } of this.#entries)
      for (const word of splitWords(JSON.stringify(sheet))) if (/^[a-z]{4,}$/.test(word)) yield word;
  }

  get size(): number {
    return this.#entries.length;
  }

  /**
   * The sheet that matches a question, and which part of it answers; undefined if none is about its subject.
   */
  find(question: Question): Match | undefined {
    const asked = [...new Set(question.stems)];
    if (asked.length === 0) return undefined;
    const found = this.#entries
      .flatMap((entry) => this.#judge(entry, question, asked))
      .sort((a, b) => b.score - a.score);
    return found[0]?.match;
  }

  #judge(entry: Entry, question: Question, asked: readonly string[]): { score: number; match: Match }[] {
    const name =
      entry.names.find((each) => each.every((part) => asked.includes(part))) ??
      // A sheet is also found by its questions: "How does wood become stone?" does not mention petrified
      // wood.
      listQuestions(entry.sheet)
        .map((answer) => (computeNearness(question, answer) >= 0.85 ? asked : undefined))
        .find((each) => each);
    if (!name) return [];
    const weight = (stems: readonly string[]) => stems.reduce((sum, stem) => sum + this.#weight(stem), 0);
    const rest = asked.filter((stem) => !name.includes(stem));
    const isKnown = (stem: string) =>
      [stem, ...toCanonicalStems([stem])].some((each) => entry.vocabulary.has(each));
    const unknown = rest.filter((each) => !isKnown(each) && !aspectWords.has(each));
    // Words missing from the sheet mean either another subject ("apple watch") or a detail that it cannot
    // answer.
    const unknownShare = weight(unknown) / weight(asked);
    if (unknownShare > 0.5) return [];
    const named = entry.names.filter((each) => each.every((part) => asked.includes(part))).flat();
    const answer = findAnswer(entry.sheet, question, [...named, ...name]);
    const isAnswered = answer.answers && unknownShare <= 0.2;
    const score =
      weight(name) + weight(rest) - 2 * weight(unknown) + answer.similarity * 4 + (isAnswered ? 6 : 0);
    return [{ score, match: { ...answer, answers: isAnswered, sheet: entry.sheet } }];
  }

  #weight(of: string): number {
    return Math.log(1 + (this.#entries.length + 1) / ((this.#spread.get(of) ?? 0) + 0.5));
  }
}
