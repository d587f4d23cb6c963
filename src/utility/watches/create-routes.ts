import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { Type } from 'typebox';
import type { Tx } from '../../platform/db/transaction.ts';
import { errors, invalidField } from '../../platform/http/errors.ts';
import { type Replay, storeAnswer, takeRecord } from '../../platform/http/idempotency.ts';
import { errorKind, Refusal } from '../../platform/http/refusal.ts';
import { route } from '../../platform/http/route.ts';
import { anyObject, foreignText, oneOf, timestamp } from '../../platform/http/schema.ts';
import type { IdempotencyRecord } from '../../platform/http/tables.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import { nextDueAfter, scheduleFor } from '../../platform/scheduler/task-kind.ts';
import { skillErrors } from '../catalogue/errors.ts';
import { notifyUrl } from '../catalogue/params.ts';
import type { ChainKey } from '../chains/chain.ts';
import { chainParam } from '../chains/chains.ts';
import type { WebhookSecrets } from '../webhooks/signature.ts';
import { type CheckDependencies, checkFirstTime, checkKind } from './check-tasks.ts';
import { kindNames, type WatchKind, type WatchOptions } from './kinds/kind.ts';

/** Beyond this, a number of a page is not exact. */
const largest = { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };
const maxWatches = 100;
const tooMany = errorKind('too_many_watches', 409, `A key has at most ${maxWatches} watches.`);
const example = {
  kind: 'endpoint',
  target: 'https://example.com/health',
  notify: 'https://example.org/hook',
} as const;
const exampleCall = `POST /watch ${JSON.stringify(example)}`;

export interface CreateDependencies extends CheckDependencies {
  readonly outbound: Outbound;
  readonly secrets: WebhookSecrets;
}

export const createWatch = route<CreateDependencies>()({
  method: 'POST',
  path: '/watch',
  name: 'createWatch',
  area: 'watch',
  summary:
    'Watch a target: it is checked every two hours, and each change is reported by a signed webhook (Standard Webhooks).',
  auth: 'key',
  effect: 'own',
  secret: true,
  errors: [tooMany, errors.overloaded, ...Object.values(skillErrors)],
  limits: [{ name: 'watch made', max: 300, window: 'hour', per: 'caller', of: 'watches made' }],
  body: Type.Object({
    kind: oneOf([...kindNames]),
    target: Type.String({
      minLength: 1,
      maxLength: 2_048,
      description:
        'A URL for endpoint and page, a domain name for dns, an address for token-supply and wallet.',
    }),
    notify: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 2_048,
        description: 'The public URL that changes are posted to.',
      }),
    ),
    chain: chainParam,
    selector: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 500,
        description: 'For a page: only the parts that match this CSS selector.',
      }),
    ),
    ignore: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 500 }), {
        maxItems: 20,
        description: 'For a page: CSS selectors of parts to ignore.',
      }),
    ),
    condition: Type.Optional(
      Type.Object(
        {
          text: Type.Optional(
            Type.String({
              ...foreignText,
              minLength: 1,
              maxLength: 500,
              pattern: '\\S',
              description: 'Notify when this text appears.',
            }),
          ),
          above: Type.Optional(
            Type.Number({ ...largest, description: 'Notify when the first number rises above this.' }),
          ),
          below: Type.Optional(
            Type.Number({ ...largest, description: 'Notify when the first number falls below this.' }),
          ),
        },
        { additionalProperties: false, description: 'For a page: notify only when this becomes true.' },
      ),
    ),
  }),
  example: { body: example },
  output: Type.Object({
    watch_id: Type.String({ description: 'wat_…' }),
    kind: oneOf([...kindNames]),
    target: Type.String(),
    baseline: anyObject('The first reading.'),
    secret: Type.String({ description: 'Secret that signs the webhooks; shown only once.' }),
    next_check_at: timestamp(),
  }),
  handle: async ({ body, caller, idempotency, request }, deps) => {
    const { clock, transaction, kinds, secrets } = deps;
    const replay = idempotency && (await findReplay(deps, idempotency));
    if (replay) return replay;
    const kind = kinds[body.kind];
    const options = parseOptions(body);
    const target = { target: parseWatchTarget(kind, body.target), chain: requireChain(kind, body), options };
    const notify =
      body.notify === undefined ? null : await notifyUrl(deps.outbound, body.notify, request.signal);
    await transaction((tx) => requireFreeSlot(tx, caller.subject));
    const baseline = await checkFirstTime(kind, target, request.signal);
    const { shown: secret, sealed } = secrets.make();
    return transaction(async (tx) => {
      const again = idempotency && (await takeRecord(tx, idempotency));
      if (again) return again;
      await requireFreeSlot(tx, caller.subject);
      const now = clock.now();
      const id = `wat_${randomBytes(12).toString('hex')}`;
      const dueAt = nextDueAfter(scheduleFor(id, deps.watchIntervalMs), now);
      const reading = JSON.stringify(baseline);
      await tx
        .insertInto('watch')
        .values({
          id,
          owner: caller.subject,
          kind: body.kind,
          ...target,
          options: JSON.stringify(options),
          notify,
          secret: sealed,
          status: 'active',
          baseline: reading,
          current: reading,
          noise: '[]',
          checks: 1,
          last_checked_at: now,
          next_check_at: dueAt,
          created_at: now,
        })
        .execute();
      await deps.tasks.schedule(tx, { kind: checkKind, subject: id, dueAt });
      const answer = {
        watch_id: id,
        kind: body.kind,
        target: target.target,
        baseline: kind.present(baseline),
        secret,
        next_check_at: dueAt.toISOString(),
      };
      if (idempotency) storeAnswer(tx, idempotency, 200, JSON.stringify(answer));
      return answer;
    });
  },
});

class NotFirstRequest extends Error {}

/** The stored response of a retried request, before its target is checked again. */
async function findReplay(
  { transaction }: CreateDependencies,
  idempotency: IdempotencyRecord,
): Promise<Replay | undefined> {
  try {
    return await transaction(async (tx) => {
      const replay = await takeRecord(tx, idempotency);
      // The idempotency record is written with the watch, so that it is not held while a remote server
      // responds.
      if (!replay) throw new NotFirstRequest();
      return replay;
    });
  } catch (error) {
    if (error instanceof NotFirstRequest) return undefined;
    throw error;
  }
}

function parseWatchTarget(kind: WatchKind, sent: string): string {
  try {
    return kind.target(sent);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw invalidField(error.message, `A target is a URL, a name or an address, by its kind: ${exampleCall}`);
  }
}

/** Only pages have parts and text; a condition is about a text or about a number. */
function parseOptions(body: {
  kind: string;
  selector?: string;
  ignore?: string[];
  condition?: { text?: string; above?: number; below?: number };
}): WatchOptions {
  const { selector, ignore, condition } = body;
  const [sent] = Object.entries({ selector, ignore, condition }).filter(([, value]) => value !== undefined);
  if (sent && body.kind !== 'page')
    throw invalidField(
      `${sent[0]} is only for watches of kind page`,
      `Leave it out, or send "kind": "page".`,
    );
  const bounds = condition
    ? [condition.above, condition.below].filter((each) => each !== undefined).length
    : 0;
  if (condition && (condition.text === undefined) === (bounds === 0))
    throw invalidField(
      'condition needs either text, or above or below',
      'For example "condition": {"text": "in stock"} or {"below": 100}.',
    );
  return {
    ...(selector !== undefined && { selector }),
    ...(ignore !== undefined && { ignore }),
    ...(condition && { condition }),
  };
}

function requireChain(kind: WatchKind, { chain }: { chain?: ChainKey }): ChainKey | null {
  if (kind.onChain) return chain ?? 'eth';
  return null;
}

/** Serialises the creation of one key's watches, so that the last free slot is used once. */
async function requireFreeSlot(tx: Tx, owner: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`watches of ${owner}`}, 0))`.execute(tx);
  const { count } = await tx
    .selectFrom('watch')
    .select((all) => all.fn.countAll<number>().as('count'))
    .where('owner', '=', owner)
    .executeTakeFirstOrThrow();
  if (Number(count) < maxWatches) return;
  throw new Refusal(
    tooMany,
    `you have ${maxWatches} watches, the maximum`,
    'GET /watch lists them; DELETE /watch/{id} removes one.',
  );
}
