import { readFileSync } from 'node:fs';
import { countWords } from './visible-words.ts';
import { measureWall, toWallStems } from './wall-measures.ts';
import weights from './wall-weights.json' with { type: 'json' };
import type { Statements } from './wall-wording.ts';

/** The columns of the table of stems: how many training texts of each kind have the stem. */
export const wallKinds = ['challenge', 'refused', 'consent', 'login', 'error'] as const;
export type WallKind = (typeof wallKinds)[number];

interface StemTable {
  /** Number of training texts: pages and walls. */
  readonly pages: number;
  readonly walls: number;
  readonly wallsByKind: readonly number[];
  /** Per stem: the pages with it, then the walls of each kind. */
  readonly counts: ReadonlyMap<string, readonly number[]>;
}

/**
 * Scores from which on a page with at least so many words is a wall. A page that is refused is worse than a wall that is
 * not: the fewer its words, the less they tell, and a wall hardly has more than a hundred.
 */
const wallScores = [
  { words: 250, score: 6 },
  { words: 100, score: 4 },
  { words: 60, score: 2.6 },
  { words: 40, score: 1.9 },
  { words: 20, score: 2.2 },
  { words: 12, score: 2.4 },
  { words: 0, score: 4 },
];
/** Score below which a page is none, even if its wording is that of a wall. */
const pageScore = 0.6;

/** A page with fewer words says too little to be judged by them. */
const minWords = 4;

/** How much surer the model must be of a text that the markup calls an article. */
const articleMargin = 2.5;

/** By the model that `tools/make-wall-model.ts` trains: the kind of wall a page is, `page`, or null if it is not sure. */
export function modelledKind(
  html: string,
  statements: Statements,
  isArticle: boolean,
): WallKind | 'page' | null {
  const words = countShown(statements);
  if (words < minWords) return null;
  const score = scoreWall(html, statements);
  const threshold = wallScores.find((each) => words >= each.words)?.score ?? Number.POSITIVE_INFINITY;
  if (score >= threshold + (isArticle ? articleMargin : 0)) return likeliestKind(statements);
  return score < pageScore ? 'page' : null;
}

const countShown = ({ headings, body }: Statements): number => countWords([...headings, ...body].join(' '));

/** Scores below which a page has a subject of its own, though it has a sentence of walls, or of one known maker. */
const surePage = { words: 20, score: -0.6, wordsBesideMaker: 60, scoreBesideMaker: -2.8 };
/** The score of a page that is named like an error and has few words. */
const namedPage = -2;

/** Whether a page has a subject of its own for sure, whatever sentences of walls it has besides. */
export const isSurelyPage = (html: string, statements: Statements, isMaker = false): boolean =>
  countShown(statements) >= (isMaker ? surePage.wordsBesideMaker : surePage.words) &&
  scoreWall(html, statements) < (isMaker ? surePage.scoreBesideMaker : surePage.score);

/** Whether a page is only named like an error: a book, a song or a wine. */
export const isNamedLikeError = (html: string, statements: Statements): boolean =>
  countShown(statements) >= minWords && scoreWall(html, statements) < namedPage;

/** Logarithm of the odds that a page is a wall. */
const scoreWall = (html: string, statements: Statements): number =>
  toScore(
    measureWall(html, statements, {
      odds: (stem) => {
        const [pages = 0, ...walls] = stems().counts.get(stem) ?? [];
        return toOdds({ pages, walls: sum(walls) }, stems());
      },
      weigh: (phrase) => phrases().get(phrase),
    }),
    weights,
  );

export const toScore = (measures: Record<string, number>, by: Readonly<Record<string, number>>): number =>
  Object.entries(measures).reduce((score, [name, value]) => score + value * (by[name] ?? 0), by.bias ?? 0);

/** How much more often a stem occurs on walls, from the number of texts that have it; null if none has. */
export const toOdds = (
  { pages, walls }: { pages: number; walls: number },
  all: { pages: number; walls: number },
): number | null =>
  pages + walls === 0 ? null : Math.log((walls + 0.5) / (all.walls + 1) / ((pages + 0.5) / (all.pages + 1)));

/** The kind whose training texts have most of the words, each in proportion to their number. */
function likeliestKind({ headings, body }: Statements): WallKind {
  const { counts, walls: all, wallsByKind } = stems();
  const scores = wallsByKind.map(Math.log);
  for (const stem of new Set([...headings, ...body].flatMap(toWallStems))) {
    const [, ...walls] = counts.get(stem) ?? [];
    for (const [at, count] of walls.entries())
      scores[at] = (scores[at] ?? 0) + Math.log(count / (wallsByKind[at] ?? 1) + 1 / all);
  }
  return wallKinds[scores.indexOf(Math.max(...scores))] ?? 'error';
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

let loaded: StemTable | undefined;
const stems = (): StemTable => {
  loaded ??= parseStems(readFileSync(new URL('./wall-stems.tsv', import.meta.url), 'utf8'));
  return loaded;
};

let loadedPhrases: ReadonlyMap<string, number> | undefined;
/** A line per phrase with its weight. */
const phrases = (): ReadonlyMap<string, number> => {
  loadedPhrases ??= new Map(
    readFileSync(new URL('./wall-phrases.tsv', import.meta.url), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => {
        const [phrase = '', weight] = line.split('\t');
        return [phrase, Number(weight)] as const;
      }),
  );
  return loadedPhrases;
};

/** A line per stem with its counts, after one with the number of training texts of each kind. */
function parseStems(table: string): StemTable {
  const [first = '', ...lines] = table.trimEnd().split('\n');
  const [, pages = 0, ...walls] = first.split('\t').map(Number);
  const counts = new Map(
    lines.map((line) => {
      const [stem = '', ...rest] = line.split('\t');
      return [stem, rest.map(Number)] as const;
    }),
  );
  return { pages, walls: sum(walls), wallsByKind: walls, counts };
}
