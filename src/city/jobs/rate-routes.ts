import { sql } from 'kysely';
import { Type } from 'typebox';
import type { Reader } from '../../platform/db/database.ts';
import { route } from '../../platform/http/route.ts';
import { oneOf } from '../../platform/http/schema.ts';
import { priceList, pricesSchema } from '../money/prices.ts';
import type { JobDependencies } from './dependencies.ts';
import { type Effort, efforts } from './tables.ts';

/** Minimum number of finished jobs for a measured rate, and how many of the newest are used. */
const minSamples = 5;
const maxSamples = 200;

/** Suggested rates while too few jobs are finished. */
const startingRates = {
  quick: { low: 5, typical: 15, high: 40 },
  hours: { low: 20, typical: 60, high: 150 },
  days: { low: 80, typical: 250, high: 600 },
  week: { low: 300, typical: 800, high: 2_000 },
};

const rates = route<JobDependencies>()({
  method: 'GET',
  path: '/api/rates',
  name: 'rates',
  area: 'jobs',
  summary: 'The rate card: what work of each effort pays, and what AP buys.',
  auth: 'none',
  effect: 'read',
  response: {
    status: 200,
    schema: Type.Object({
      currency: Type.String(),
      rates: Type.Array(
        Type.Object({
          effort: oneOf([...efforts]),
          low: Type.Integer(),
          typical: Type.Integer(),
          high: Type.Integer(),
          sample: Type.Integer({
            description: 'Distinct unrelated payers this is drawn from; 0 if it is a suggestion.',
          }),
        }),
      ),
      spend: pricesSchema,
    }),
  },
  handle: async (_, { read }) => ({
    currency: 'AP',
    rates: await Promise.all(efforts.map((effort) => readRate(read, effort))),
    spend: priceList,
  }),
});

/**
 * One price per payer, so that a frequent payer cannot set the rate, and only of payers that count towards
 * the worker's score, so that accounts passing AP around are ignored.
 */
async function readRate(read: Reader, effort: Effort) {
  const { rows } = await sql<{ low: number; typical: number; high: number; sample: number }>`
    SELECT percentile_disc(0.2) WITHIN GROUP (ORDER BY price) AS low,
      percentile_disc(0.5) WITHIN GROUP (ORDER BY price) AS typical,
      percentile_disc(0.8) WITHIN GROUP (ORDER BY price) AS high, count(*) AS sample
    FROM (
      SELECT claim.payer, percentile_disc(0.5) WITHIN GROUP (ORDER BY done.price) AS price
      FROM (SELECT id, price FROM job WHERE effort = ${effort} AND room IS NULL
          AND slots_open = 0 AND status IN ('done', 'closed')
        ORDER BY id DESC LIMIT ${sql.lit(maxSamples)}) AS done
      JOIN claim ON claim.job_id = done.id AND claim.status = 'approved'
      JOIN payment_pair AS paid ON paid.payee = claim.worker AND paid.payer = claim.payer
      WHERE paid.counted
      GROUP BY claim.payer) AS per_payer`.execute(read);
  const [found] = rows;
  return found && found.sample >= minSamples
    ? { effort, ...found }
    : { effort, ...startingRates[effort], sample: 0 };
}

export const ratesRoutes = [rates];
