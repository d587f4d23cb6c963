import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { extractTitle } from '../src/utility/pages/walls/blocked-page.ts';
import { shownStatements } from '../src/utility/pages/walls/shown-statements.ts';
import { measureWall, toConcepts, toPhrases, toWallStems } from '../src/utility/pages/walls/wall-measures.ts';
import { toOdds, toScore, wallKinds } from '../src/utility/pages/walls/wall-model.ts';
import { fit } from './wall-model/logistic.ts';
import { readPages } from './wall-model/pages.ts';
import { trainPhrases } from './wall-model/phrase-weights.ts';

/**
 * `node tools/make-wall-model.ts`: trains the model that tells walls and error pages from pages, on the texts in
 * tools/wall-model, and writes src/utility/pages/walls/wall-stems.tsv (how many texts of each kind have a stem),
 * wall-phrases.tsv (weights of words and of pairs of them) and wall-weights.json (a logistic regression over the measures of a page). Prints what of the texts is told wrongly by
 * models that were trained without it.
 */
const columns = ['page', ...wallKinds] as const;
const folds = 5;
const printedScores = [1, 2, 3, 4];

const texts = readPages().map(({ label, html }) => {
  const statements = shownStatements(html, extractTitle(html));
  const stems = new Set([...statements.headings, ...statements.body].flatMap(toWallStems));
  return {
    label,
    isWall: label !== 'page',
    html,
    statements,
    stems,
    phrases: toPhrases(statements),
    concepts: toConcepts(statements),
  };
});
type Text = (typeof texts)[number];
type Weights = Record<string, number>;

function countStems(from: readonly Text[]) {
  const counts = new Map<string, number[]>();
  for (const { stems, label } of from) {
    for (const stem of stems) {
      const row = counts.get(stem) ?? columns.map(() => 0);
      row[columns.indexOf(label)] = (row[columns.indexOf(label)] ?? 0) + 1;
      counts.set(stem, row);
    }
  }
  return counts;
}

const weighAll = (from: readonly Text[]): Map<string, number> =>
  new Map([
    ...trainPhrases(from),
    ...trainPhrases(from.map(({ isWall, concepts }) => ({ isWall, phrases: concepts }))),
  ]);

/** The weights of phrases to measure a text by: those of the other folds where it is a training text itself. */
function phrasesBy(from: readonly Text[]) {
  const all = weighAll(from);
  const byFold = Array.from({ length: folds }, (_, fold) =>
    weighAll(from.filter((_, at) => at % folds !== fold)),
  );
  const places = new Map(from.map((text, at) => [text, at % folds]));
  return { all, of: (text: Text) => byFold[places.get(text) ?? -1] ?? all };
}

/** The measures of a text by the stems and phrases of other texts: its own are taken out of the counts. */
function measuresBy(from: readonly Text[], counts: ReadonlyMap<string, readonly number[]>) {
  const own = new Set(from);
  const walls = from.filter(({ isWall }) => isWall).length;
  const all = { pages: from.length - walls, walls };
  const phrases = phrasesBy(from);
  const measures = (text: Text): Weights =>
    measureWall(text.html, text.statements, {
      odds: (stem) => {
        const [pages = 0, ...rest] = counts.get(stem) ?? [];
        const self = own.has(text) && text.stems.has(stem) ? 1 : 0;
        const inWalls = rest.reduce((sum, count) => sum + count, 0);
        return toOdds(
          { pages: pages - (text.isWall ? 0 : self), walls: inWalls - (text.isWall ? self : 0) },
          all,
        );
      },
      weigh: (phrase) => phrases.of(text).get(phrase),
    });
  return { measures, phrases: phrases.all };
}

/** Logistic regression with a quadratic penalty, by Adam over all texts. */
function train(from: readonly Text[]) {
  const { measures, phrases } = measuresBy(from, countStems(from));
  const measured = from.map((text): Weights => ({ ...measures(text), bias: 1 }));
  const names = Object.keys(measured[0] ?? {});
  const samples = measured.map((values) => Float64Array.from(names, (name) => values[name] ?? 0));
  const found = fit(
    samples,
    from.map(({ isWall }) => isWall),
  );
  const weights: Weights = Object.fromEntries(names.map((name, at) => [name, found[at] ?? 0]));
  return { weights, phrases, score: (text: Text) => toScore(measures(text), weights) };
}

const scored = Array.from({ length: folds }, (_, fold) => {
  const { score } = train(texts.filter((_, at) => at % folds !== fold));
  return texts
    .filter((_, at) => at % folds === fold)
    .map((text) => ({ isWall: text.isWall, score: score(text) }));
}).flat();
const walls = scored.filter(({ isWall }) => isWall);
const pages = scored.filter(({ isWall }) => !isWall);
const print = (line: string) => process.stdout.write(`${line}\n`);
print(`${walls.length} walls and ${pages.length} pages; by models trained without them:`);
for (const least of printedScores) {
  const leaked = walls.filter(({ score }) => score < least).length / walls.length;
  const refused = pages.filter(({ score }) => score >= least).length / pages.length;
  print(
    `from score ${least}: ${(leaked * 100).toFixed(1)} % of walls pass, ${(refused * 100).toFixed(1)} % of pages are refused`,
  );
}

const target = path.join(import.meta.dirname, '../src/utility/pages/walls');
const { weights, phrases } = train(texts);
const rounded = Object.entries(weights).map(([name, weight]) => [name, Number(weight.toFixed(3))] as const);
writeFileSync(
  path.join(target, 'wall-weights.json'),
  `${JSON.stringify(Object.fromEntries(rounded), null, 2)}\n`,
);
const totals = columns.map((column) => texts.filter(({ label }) => label === column).length);
const rows = [...countStems(texts)].sort(([a], [b]) => (a < b ? -1 : 1)).map((row) => row.flat().join('\t'));
writeFileSync(
  path.join(target, 'wall-stems.tsv'),
  `${['texts', ...totals].join('\t')}\n${rows.join('\n')}\n`,
);
const phraseRows = [...phrases].sort(([a], [b]) => (a < b ? -1 : 1)).map((row) => row.join('\t'));
writeFileSync(path.join(target, 'wall-phrases.tsv'), `${phraseRows.join('\n')}\n`);
