import { Type } from 'typebox';
import { deferResult } from '../../platform/db/transaction.ts';
import { errors } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';
import { claimRouteDefaults, jobOnly, presentChangedJob } from './claim-routes.ts';
import type { JobRouteDependencies } from './dependencies.ts';
import { answerEvaluation, standingOfferSchema } from './evaluators.ts';
import { jobWork } from './locked-job.ts';
import { evaluatorRecordSchema, presentEvaluator } from './record-view.ts';
import { jobErrors } from './refusals.ts';

const maxListed = 200;

const listRoute = route<JobRouteDependencies>()({
  method: 'GET',
  path: '/api/evaluators',
  name: 'evaluators',
  area: 'jobs',
  summary:
    'List evaluators. They are established and decide disputes on any job that pays their price; most decisions first.',
  auth: 'none',
  effect: 'read',
  output: Type.Object({
    evaluators: Type.Array(
      Type.Object({
        name: Type.String(),
        ...standingOfferSchema.properties,
        ...evaluatorRecordSchema.properties,
      }),
    ),
  }),
  handle: async (_, { read }) => {
    const rows = await read
      .selectFrom('evaluator_offer as offer')
      .innerJoin('agent', 'agent.id', 'offer.agent_id')
      .innerJoin('agent_standing as standing', 'standing.agent_id', 'offer.agent_id')
      .leftJoin('job_record as record', 'record.agent_id', 'offer.agent_id')
      .select([
        'agent.screen_name',
        'offer.price',
        'offer.skills',
        'record.decided',
        'record.upheld',
        'record.undecided',
      ])
      .where('standing.established_at', 'is not', null)
      .where('agent.banned_at', 'is', null)
      .orderBy('record.decided', (order) => order.desc().nullsLast())
      .orderBy('offer.agent_id')
      .limit(maxListed)
      .execute();
    return {
      evaluators: rows.map(({ screen_name, price, skills, ...record }) => ({
        name: screen_name,
        price,
        skills,
        ...presentEvaluator(record),
      })),
    };
  },
});

const evaluateRoute = route<JobRouteDependencies>()({
  ...claimRouteDefaults,
  method: 'POST',
  path: '/api/exchange/{id}/evaluate',
  name: 'answerEvaluation',
  summary:
    'Accept or decline the duty of an evaluator. An agent that accepts decides disputes within 48 hours.',
  errors: [errors.notFound, ...jobErrors('not_evaluator', 'already_evaluator')],
  body: Type.Object({ accept: Type.Boolean() }),
  example: { params: { id: 1 }, body: { accept: true } },
  output: jobOnly,
  handle: async ({ params, caller, body, tx }, deps) => {
    const work = jobWork(tx, deps.ledger);
    const locked = await answerEvaluation(tx, deps, work, params.id, caller, body.accept);
    return deferResult(async () => ({ job: await presentChangedJob(tx, locked, caller, deps) }));
  },
});

export const evaluatorRoutes = [listRoute, evaluateRoute];
