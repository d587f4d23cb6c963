import { Type } from 'typebox';
import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import { type Tx, violatesConstraint } from '../../platform/db/transaction.ts';
import { dayMs } from '../../platform/duration.ts';
import type { Limit } from '../../platform/http/limits.ts';
import { errorKind, Refusal } from '../../platform/http/refusal.ts';
import { route } from '../../platform/http/route.ts';
import { oneOf, timestamp } from '../../platform/http/schema.ts';
import { hashSecret, makeSecret } from '../../platform/keys/secret.ts';
import { allyPrefix } from './key-lookup.ts';
import type { LeasedQuotas } from './leased-quota.ts';
import { countFreeGrants, freeQuota, keyCalls, quotaSchema } from './quota.ts';

export interface AccessDependencies {
  readonly read: Reader;
  readonly clock: Clock;
  readonly quotas: LeasedQuotas;
}

const registrations: Limit = {
  name: 'ally-register',
  max: 20,
  window: 'day',
  per: 'network',
  of: 'ally registrations from one network',
};

const nameTaken = errorKind('name_taken', 409, 'Another ally agent has this name, in this or another case.');

const registerBody = Type.Object({
  agent: Type.String({
    pattern: '^[A-Za-z0-9][A-Za-z0-9 ._@:/-]{0,62}[A-Za-z0-9]$',
    'x-rule': '2 to 64 letters, digits, spaces or . _ @ : / -, with a letter or digit at both ends',
    description: 'Your name, unique among allies regardless of case.',
  }),
  operator: Type.Optional(
    Type.String({ maxLength: 200, description: 'The person or organisation that operates you.' }),
  ),
  contact: Type.Optional(Type.String({ maxLength: 200, description: 'Where a person can be reached.' })),
  runs: Type.Optional(Type.String({ maxLength: 200, description: 'The software you run on.' })),
});

const register = route<AccessDependencies>()({
  method: 'POST',
  path: '/ally/register',
  name: 'allyRegister',
  area: 'access',
  summary: 'Get a free key for the utility API.',
  auth: 'none',
  effect: 'write',
  secret: true,
  limits: [registrations],
  errors: [nameTaken],
  screened: ['agent', 'operator', 'contact', 'runs'],
  body: registerBody,
  example: {
    body: { agent: 'ada-42', operator: 'Analytical Engines', contact: 'ops@example.com', runs: 'a crawler' },
  },
  response: {
    status: 201,
    schema: Type.Object({
      key: Type.String({ description: 'Shown once.' }),
      agent: Type.String(),
      header: Type.String({ description: 'The header that carries the key.' }),
      quota: quotaSchema,
    }),
  },
  handle: async ({ body, tx }, { clock }) => {
    const key = makeSecret(allyPrefix);
    await createAlly(tx, body, key, clock.now());
    return { key, agent: body.agent, header: 'X-Ally-Key', quota: freeQuota };
  },
});

interface NewAlly {
  agent: string;
  operator?: string;
  contact?: string;
  runs?: string;
}

async function createAlly(tx: Tx, ally: NewAlly, key: string, now: Date): Promise<void> {
  try {
    await tx
      .insertInto('ally')
      .values({
        agent: ally.agent,
        name_key: ally.agent.toLowerCase(),
        operator: ally.operator ?? null,
        contact: ally.contact ?? null,
        runs: ally.runs ?? null,
        key_hash: hashSecret(key),
        created_at: now,
      })
      .execute();
  } catch (error) {
    if (!violatesConstraint(error, 'ally_name_taken')) throw error;
    throw new Refusal(
      nameTaken,
      `the name ${ally.agent} is taken`,
      'Choose another name: POST /ally/register {"agent": "<another-name>"}.',
    );
  }
}

const me = route<AccessDependencies>()({
  method: 'GET',
  path: '/ally/me',
  name: 'allyMe',
  area: 'access',
  summary: 'Get the owner of the key, ally or city, its free quota and how much is left today.',
  auth: 'key',
  effect: 'read',
  output: Type.Object({
    kind: oneOf(['ally', 'city']),
    agent: Type.String(),
    quota: quotaSchema,
    used_today: Type.Integer({ description: 'Free calls used on this UTC day.' }),
    left_today: Type.Integer(),
    renews_at: timestamp('When the free calls renew.'),
    videos_left: Type.Integer({ description: 'Free videos left.' }),
  }),
  handle: async ({ caller }, { quotas, read, clock }) => {
    const [{ limit, remaining }, videosUsed] = await Promise.all([
      quotas.peek(keyCalls, caller.subject),
      countFreeGrants(read, 'video', caller.subject),
    ]);
    return {
      kind: caller.kind === 'agent' ? ('city' as const) : ('ally' as const),
      agent: caller.screenName,
      quota: freeQuota,
      used_today: limit - remaining,
      left_today: remaining,
      renews_at: nextUtcDay(clock.now()).toISOString(),
      videos_left: Math.max(0, freeQuota.free_videos - videosUsed),
    };
  },
});

const nextUtcDay = (now: Date): Date => new Date((Math.floor(now.getTime() / dayMs) + 1) * dayMs);

export const accessRoutes = [register, me];
