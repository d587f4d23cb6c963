import { readFileSync } from 'node:fs';
import path from 'node:path';
import { findCorpora } from '../bench/corpus/find-corpora.ts';
import { type Evidence, judge, type Passage } from '../src/video/script/claim.ts';
import { parseQuestion } from '../src/video/script/question.ts';
import { splitSentences } from '../src/video/voice/sentences.ts';

/**
 * `node tools/fit-claims.ts`: fits the weights of `script/claim.ts` on the public questions beside the checkout, and
 * reports how many claims are right on articles that they were not fitted on. Every question is asked twice, once of
 * the whole article and once after the sentences with its answers were removed.
 */
interface Cases {
  readonly articles: readonly { readonly title: string; readonly paragraphs: readonly string[] }[];
  readonly questions: readonly {
    readonly title: string;
    readonly question: string;
    readonly answers: readonly string[];
  }[];
}
interface Row {
  readonly title: string;
  readonly values: readonly number[];
  readonly isRight: boolean;
  /** An article without the answer is half as common as one with it. */
  readonly weight: number;
}

const names = ['share', 'height', 'lead', 'pairs', 'form'] as const satisfies readonly (keyof Evidence)[];
const folds = 9;
const corpora = findCorpora();
if (!corpora) throw new Error('no public cases beside the checkout (KITH_CORPORA)');
const { articles, questions } = JSON.parse(
  readFileSync(path.join(corpora, 'questions.json'), 'utf8'),
) as Cases;
const rows = questions.flatMap(({ title, question, answers }): Row[] => {
  const isAnswer = (text: string) => answers.some((answer) => text.includes(answer));
  const passages = (articles.find((each) => each.title === title)?.paragraphs ?? []).flatMap(
    (text, paragraph): Passage[] =>
      splitSentences(text).map((sentence, place) => ({ text: sentence, paragraph, place })),
  );
  return [passages, passages.filter(({ text }) => !isAnswer(text))].flatMap((of, i): Row[] => {
    const { ranked, evidence } = judge(parseQuestion(question), title, of);
    if (!evidence) return [];
    const values = names.map((name) => evidence[name]);
    return [{ title, values, isRight: isAnswer(ranked[0]?.text ?? ''), weight: i === 0 ? 1 : 0.5 }];
  });
});

/** Weights and bias (the last one) by gradient descent, with a little shrinkage. */
function fit(of: readonly Row[]): number[] {
  const weights = names.map(() => 0).concat(0);
  const total = of.reduce((sum, { weight }) => sum + weight, 0);
  for (let step = 0; step < 20_000; step++) {
    const slope = weights.map(() => 0);
    for (const { values, isRight, weight } of of) {
      const error = ((estimate(weights, values) - (isRight ? 1 : 0)) * weight) / total;
      for (const [i, value] of [...values, 1].entries()) slope[i] = (slope[i] ?? 0) + error * value;
    }
    for (const [i, each] of slope.entries())
      weights[i] = (weights[i] ?? 0) - 2 * (each + (i < names.length ? 2e-4 * (weights[i] ?? 0) : 0));
  }
  return weights;
}

function estimate(weights: readonly number[], values: readonly number[]): number {
  const sum = [...values, 1].reduce((all, value, i) => all + value * (weights[i] ?? 0), 0);
  return 1 / (1 + Math.exp(-sum));
}

const titles = [...new Set(rows.map(({ title }) => title))];
const judged = titles.slice(0, folds).flatMap((_, fold) => {
  const held = new Set(titles.filter((_, i) => i % folds === fold));
  const weights = fit(rows.filter(({ title }) => !held.has(title)));
  return rows
    .filter(({ title }) => held.has(title))
    .map((row) => ({ ...row, sure: estimate(weights, row.values) }));
});
for (const certain of [0.95, 0.9, 0.85, 0.8]) {
  const claims = judged.filter(({ sure }) => sure >= certain);
  const whole = claims.filter(({ weight }) => weight === 1);
  const right = whole.filter(({ isRight }) => isRight);
  process.stdout.write(
    `certain ${certain}: ${whole.length} of ${questions.length} claimed, ${right.length} right; ${claims.length - whole.length} claimed without an answer in the article\n`,
  );
}
const final = fit(rows);
const fitted = Object.fromEntries([...names, 'bias'].map((name, i) => [name, Number(final[i]?.toFixed(2))]));
process.stdout.write(`${JSON.stringify(fitted)}\n`);
