import type { Asks, Question } from './question.ts';
import { stem, toStems } from './words.ts';

/** A sentence of a text, by which a question may be answered. */
export interface Passage {
  readonly text: string;
  readonly paragraph: number;
  /** Index in its paragraph. */
  readonly place: number;
}

export interface RankedPassage extends Passage {
  readonly score: number;
}

export interface Judgement {
  /** Best first. */
  readonly ranked: readonly RankedPassage[];
  /** The sentence that answers, where that is nearly certain. */
  readonly claim: RankedPassage | undefined;
  /** How certain the best sentence is to answer, from 0 to 1. */
  readonly sure: number;
  /** The title of the text is what the question asks about. */
  readonly isAbout: boolean;
  /** The text is about the subject: by its title, or because it has most of the question, half of it in one sentence. */
  readonly covers: boolean;
  readonly evidence?: Evidence;
}

const months = 'January|February|March|April|May|June|July|August|September|October|November|December';
const name = /(?<=[^\s.!?:]\s["“(]?)\p{Lu}[\p{L}'’-]*\p{Ll}/gu;
/** What an answer to some kinds of questions has: a date, a figure, a name, a reason. */
const forms: Partial<Record<Asks, RegExp>> = {
  when: new RegExp(
    `\\b\\d{3,4}s?\\b|centur(?:y|ies)|\\b(?:${months})\\b|\\b\\d{1,4} (?:BCE?|AD|CE)\\b|\\b(?:years?|days?|months?)\\b`,
    'g',
  ),
  'how-many':
    /\d[\d.,]*|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundreds?|thousands?|millions?|billions?|trillions?|half|third|quarter|percent|dozen|once|twice|every|most|none)\b/gi,
  who: name,
  where: name,
  why: /\b(?:because|due to|as a result|since|therefore|caused?|so that|in order to|reason|to avoid|leads? to|owing to|for this)\b/gi,
};

/** Whether a text has the form of an answer, in words that the question does not have; true if there is no such form. */
export function hasForm(
  { asks, text: question, stems }: Pick<Question, 'asks' | 'text' | 'stems'>,
  text: string,
): boolean {
  const form = forms[asks];
  if (!form) return true;
  return [...text.matchAll(form)].some(([found]) => {
    const own = toStems(found);
    return (
      asks === 'why' ||
      (own.length > 0 ? own.some((each) => !stems.includes(each)) : !question.includes(found))
    );
  });
}

/** Frequencies of stems in a set of texts, for Okapi BM25. */
export class Bm25 {
  readonly #spread = new Map<string, number>();
  readonly #count: number;
  readonly #meanLength: number;

  constructor(texts: readonly (readonly string[])[]) {
    for (const stems of texts)
      for (const each of new Set(stems)) this.#spread.set(each, (this.#spread.get(each) ?? 0) + 1);
    this.#count = texts.length;
    this.#meanLength = texts.reduce((sum, { length }) => sum + length, 0) / Math.max(1, texts.length) || 1;
  }

  /** Inverse document frequency: rare stems weigh more. */
  rarity = (of: string): number => {
    const spread = this.#spread.get(of) ?? 0;
    return Math.log(1 + (this.#count - spread + 0.5) / (spread + 0.5));
  };

  score(asked: ReadonlySet<string>, stems: readonly string[]): number {
    const counts = new Map<string, number>();
    for (const each of stems) if (asked.has(each)) counts.set(each, (counts.get(each) ?? 0) + 1);
    const norm = 1.2 * (0.4 + (0.6 * stems.length) / this.#meanLength);
    return [...counts].reduce(
      (sum, [each, count]) => sum + (this.rarity(each) * count * 2.2) / (count + norm),
      0,
    );
  }

  /** Share of some stems that a text has, rare ones counting more. */
  share(of: readonly string[], stems: ReadonlySet<string>): number {
    const sum = (some: readonly string[]) => some.reduce((total, each) => total + this.rarity(each), 0);
    return of.length === 0 ? 0 : sum(of.filter((each) => stems.has(each))) / sum(of);
  }
}

/** Evidence that the best sentence answers, each from 0 to about 1. */
export interface Evidence {
  /** Share of the question that it has, rare words counting more. */
  readonly share: number;
  /** Its BM25 score. */
  readonly height: number;
  /** Its lead over the next sentence. */
  readonly lead: number;
  /** Share of the question's pairs of words that stand together in it. */
  readonly pairs: number;
  /** It has the form of the answer. */
  readonly form: number;
}

/**
 * Logistic regression, fitted by `tools/fit-claims.ts` on public questions, and on the same questions after the
 * sentences that answer them were removed.
 */
const weights: Evidence = { share: 3.85, height: 1.74, lead: 2.98, pairs: 1.94, form: 1.94 };
const bias = -5.89;
/** Of the claims above it, 98 % were right on articles that the weights were not fitted on. */
const certain = 0.9;
/** A sentence with the form of the answer ranks higher. */
export const formBonus = 1.3;
/** On public questions, 181 of 200 texts with the answer are above both, and 62 of 5,200 others. */
const minCovered = 0.75;
const minTogether = 0.5;
/** A BM25 score above this says no more. */
const tallest = 25;

const weigh = ({ share, height, lead, pairs, form }: Evidence): number =>
  bias +
  weights.share * share +
  weights.height * height +
  weights.lead * lead +
  weights.pairs * pairs +
  weights.form * form;

/** Ranks the sentences of one text by how well they answer a question, and decides whether the best one does. */
export function judge(question: Question, title: string, passages: readonly Passage[]): Judgement {
  const { stems } = question;
  const subject = nameStemsIn(title, question);
  const asked = new Set(stems);
  const focus = [...new Set(stems.filter((each) => !subject.includes(each)))];
  const own = passages.map((passage) => toStems(passage.text));
  const index = new Bm25(own);
  const scored = passages
    // What a text asks itself is no answer.
    .map((passage, i) => {
      const height = index.score(asked, own[i] ?? []);
      const isFormed = hasForm(question, passage.text);
      return {
        passage,
        stems: own[i] ?? [],
        height,
        isFormed,
        score: /\?["”’)]*$/.test(passage.text)
          ? 0
          : height * (isFormed && forms[question.asks] ? formBonus : 1),
      };
    })
    .sort((a, b) => b.score - a.score);
  const ranked = scored.map(({ passage, score }) => ({ ...passage, score }));
  const [best, next] = scored;
  const all = new Set(own.flat().concat(toStems(title)));
  const shareOf = (has: ReadonlySet<string>, of: Iterable<string>) => {
    const stems = [...of];
    return stems.filter((each) => has.has(each)).length / Math.max(1, stems.length);
  };
  const together = Math.max(0, ...own.map((each) => shareOf(new Set(each), asked)));
  // Of "Sky (United Kingdom)" a question about the sky shares the word, and nothing else.
  const isOther = /\)$/.test(title) && focus.length > 0 && shareOf(all, focus) < minTogether;
  const isAbout = subject.length > 0 && !isOther;
  const covers = isAbout || (asked.size > 1 && shareOf(all, asked) >= minCovered && together >= minTogether);
  const about = { isAbout, covers };
  if (question.asksSubject || (focus.length === 0 && /^wh(?:at|o)$/.test(question.asks))) {
    const defining = findDefinition(ranked, stems, toStems(title));
    const claim = defining && hasForm(question, defining.text) ? defining : undefined;
    const others = ranked.filter((each) => each !== claim);
    return { ranked: claim ? [claim, ...others] : ranked, claim, sure: claim ? 1 : 0, ...about };
  }
  // A single word in common may be a coincidence.
  if (!best || best.score === 0 || focus.length < 2) return { ranked, claim: undefined, sure: 0, ...about };
  const joined = ` ${best.stems.join(' ')} `;
  const pairs = focus.slice(1).filter((each, i) => joined.includes(` ${focus[i]} ${each} `));
  const evidence: Evidence = {
    share: index.share(focus, new Set(best.stems)),
    height: Math.min(1, best.height / tallest),
    lead: 1 - (next?.score ?? 0) / best.score,
    pairs: pairs.length / Math.max(1, focus.length - 1),
    form: best.isFormed ? 1 : 0,
  };
  const sure = 1 / (1 + Math.exp(-weigh(evidence)));
  return { ranked, claim: sure >= certain ? ranked[0] : undefined, sure, ...about, evidence };
}

const defined = /^(.{1,90}?)\s(?:is|are|was|were|refers? to|means?)\s/u;

/** The first sentence that begins with the subject and says what it is. */
const findDefinition = (
  passages: readonly RankedPassage[],
  asked: readonly string[],
  title: readonly string[],
): RankedPassage | undefined =>
  [...passages]
    .sort((a, b) => a.paragraph - b.paragraph || a.place - b.place)
    .find(({ text }) => {
      const named = toStems((defined.exec(text)?.[1] ?? '').split(/[,(]/)[0] ?? '');
      return (
        asked.every((each) => named.includes(each)) &&
        named.every((each) => asked.includes(each) || title.includes(each))
      );
    });

/** Shorter initials are mostly ordinary words: "IT", "US". */
const minInitials = 3;

/**
 * The stems by which a question names the subject of a text: its title without the qualifier ("Mercury (planet)"), or
 * its initials. Empty if the question does not name it.
 */
export function nameStemsIn(title: string, { stems }: Pick<Question, 'stems'>): string[] {
  const bare = title.replace(/\s*\([^)]*\)$|,\s.*$/, '');
  const kindless =
    /^(\p{Lu}\S*(?: \p{Lu}\S*)*) (?:University|College|River|Island|County|Corporation|Company|Group|Inc\.?|Ltd\.?)$/u.exec(
      bare,
    )?.[1] ?? '';
  const named = [bare, kindless]
    .map(toStems)
    .find((words) => words.length > 0 && words.every((each) => stems.includes(each)));
  const initials = stem((bare.match(/\b\p{Lu}/gu) ?? []).join('').toLowerCase());
  return named ?? (initials.length >= minInitials && stems.includes(initials) ? [initials] : []);
}
