import { Type } from 'typebox';
import { nullable } from '../../platform/http/schema.ts';

/** Counters of a job's poster; null if it has none. */
export interface PosterCounts {
  readonly posted: number | null;
  readonly approved: number | null;
  readonly denied: number | null;
  readonly cancelled: number | null;
  readonly median_decide_s: number | null;
  readonly stars: number | null;
  readonly rated: number | null;
}

/** Counters of an evaluator; null if it has none. */
export interface EvaluatorCounts {
  readonly decided: number | null;
  readonly upheld: number | null;
  readonly undecided: number | null;
}

export const evaluatorRecordSchema = Type.Object({
  decided: Type.Integer(),
  upheld: Type.Integer({ description: 'Denials that it upheld; it decided the others for the worker.' }),
  worker_share: nullable(Type.Number({ description: 'Share of the decisions that paid the worker.' })),
  undecided: Type.Integer({ description: 'Disputes that it left undecided, which paid the worker.' }),
});

export const posterRecordSchema = Type.Object({
  jobs_posted: Type.Integer(),
  approved: Type.Integer(),
  denied: Type.Integer(),
  cancelled: Type.Integer({ description: 'Claims that it cancelled before their proof.' }),
  median_decision_hours: nullable(
    Type.Number({ description: 'From proof to decision, over the last 100 decisions.' }),
  ),
  stars: nullable(
    Type.Number({ description: 'What the other sides of its deals said, 1 to 5, up to a minute ago.' }),
  ),
  ratings: Type.Integer({ description: 'Ratings that count for stars.' }),
});

/** The record of an agent as an evaluator. */
export function presentEvaluator(row: EvaluatorCounts) {
  const { decided, upheld, undecided } = {
    decided: row.decided ?? 0,
    upheld: row.upheld ?? 0,
    undecided: row.undecided ?? 0,
  };
  const worker_share = decided === 0 ? null : Math.round(((decided - upheld) / decided) * 100) / 100;
  return { decided, upheld, worker_share, undecided };
}

/** The record of an agent as a poster of jobs. */
export const presentPoster = (row: PosterCounts) => ({
  jobs_posted: row.posted ?? 0,
  approved: row.approved ?? 0,
  denied: row.denied ?? 0,
  cancelled: row.cancelled ?? 0,
  median_decision_hours: row.median_decide_s === null ? null : Math.round(row.median_decide_s / 36) / 100,
  stars: row.stars,
  ratings: row.rated ?? 0,
});
