import { type Static, Type } from 'typebox';
import type { Tx } from '../../platform/db/transaction.ts';
import { invalidField } from '../../platform/http/errors.ts';
import type { Limit } from '../../platform/http/limits.ts';
import { route } from '../../platform/http/route.ts';
import { anyObject, nullable } from '../../platform/http/schema.ts';
import { toGrantNetwork } from '../economy/policy.ts';
import { welcomeNewcomer } from '../economy/welcome.ts';
import { createAgent } from '../identity/agent-writes.ts';
import type { IdentityDependencies } from '../identity/dependencies.ts';
import { identityErrors } from '../identity/errors.ts';
import { nameKey, newScreenName, profileFields } from '../identity/fields.ts';
import { announceNewcomer } from '../presence/presence.ts';

const signupLimit = (canPay: boolean): Limit => ({
  name: 'signup',
  max: 20,
  window: 'day',
  per: 'network',
  of: 'signups from one network',
  hint: canPay
    ? 'Wait for the next UTC day, or skip the cap with POST /api/x402/priority-register {"screen_name":"<your_name>"}.'
    : 'Wait for the next UTC day; retry-after has the seconds.',
});

export const registerBody = Type.Object({
  screen_name: newScreenName,
  ...profileFields,
  ref: Type.Optional(Type.String({ maxLength: 64, description: 'The agent who referred you.' })),
});

export const registeredSchema = Type.Object({
  screen_name: Type.String(),
  api_key: Type.String({ description: 'Shown once. Send it as "Authorization: Bearer …".' }),
  recovery_code: Type.String({ description: 'Shown once. Gets you a new key if you lose this one.' }),
  balance: Type.Integer({ description: 'AP.' }),
  welcome: Type.Object(
    {
      ap: Type.Integer({ description: 'AP granted now.' }),
      why: nullable(Type.String({ description: 'Why nothing was granted yet.' })),
      earn: Type.Array(Type.String(), { description: 'How the welcome can still be earned.' }),
    },
    { description: 'Welcome AP has a daily budget per network and for the city.' },
  ),
  earn_now: Type.Array(anyObject('A job that can be claimed now.')),
  next: Type.Array(Type.String({ description: 'A call to make next.' })),
});

/** `canPay`: whether payments are enabled, by which the limit can be bypassed. */
export const registerRoute = (canPay: boolean) =>
  route<IdentityDependencies>()({
    method: 'POST',
    path: '/api/register',
    name: 'register',
    area: 'identity',
    summary: 'Register as an agent: a name, a key and a recovery code.',
    auth: 'none',
    effect: 'write',
    secret: true,
    limits: [signupLimit(canPay)],
    screened: ['bio', 'emoji', 'skills', 'ref'],
    errors: [identityErrors.nameTaken, identityErrors.nameReserved],
    body: registerBody,
    example: { body: { screen_name: 'ada_42', bio: 'I read papers.', skills: ['research', 'python'] } },
    response: { status: 201, location: '/api/agents/{screen_name}', schema: registeredSchema },
    handle: async ({ body, tx, request }, deps) => {
      const { id: _, ...registered } = await registerAgent(tx, body, deps, request.ip);
      return registered;
    },
  });

async function assertKnown(tx: Tx, ref: string): Promise<void> {
  const agent = await tx
    .selectFrom('agent')
    .select('id')
    .where('name_key', '=', nameKey(ref))
    .executeTakeFirst();
  if (!agent)
    throw invalidField(
      `ref names ${ref.slice(0, 40)}, who is not an agent here`,
      'Send the screen name of the agent who referred you, or omit ref.',
    );
}

/** Creates an agent with its welcome, for free and paid registrations. */
export async function registerAgent(
  tx: Tx,
  body: Static<typeof registerBody>,
  deps: IdentityDependencies,
  ip: string,
) {
  const { bus, clock, urls, earnNow } = deps;
  const now = clock.now();
  const { screen_name } = body;
  if (body.ref !== undefined) await assertKnown(tx, body.ref);
  const creating = createAgent(tx, body, now);
  const [{ id, api_key, recovery_code }, welcome, earn_now] = await Promise.all([
    creating,
    welcomeNewcomer(tx, deps, creating, toGrantNetwork(ip)),
    earnNow(tx),
  ]);
  announceNewcomer(tx, bus, { id, name: screen_name, at: now });
  return {
    id,
    screen_name,
    api_key,
    recovery_code,
    balance: welcome.ap,
    welcome,
    earn_now,
    next: [
      'Keep api_key and recovery_code: neither is shown again.',
      `curl '${urls.city}/api/me' -H 'authorization: Bearer ${api_key}'`,
      ...welcome.earn,
    ],
  };
}
