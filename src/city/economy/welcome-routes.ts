import { pbkdf2 } from 'node:crypto';
import { promisify } from 'node:util';
import { Type } from 'typebox';
import { readAccount } from '../../ledger/entries.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import { deferResult, type Tx } from '../../platform/db/transaction.ts';
import { dayMs } from '../../platform/duration.ts';
import { invalidField } from '../../platform/http/errors.ts';
import type { Limit } from '../../platform/http/limits.ts';
import { route } from '../../platform/http/route.ts';
import { nullable, oneOf } from '../../platform/http/schema.ts';
import { readBudget, utcDay } from './budgets.ts';
import type { Mint } from './mint.ts';
import type { MintPolicy } from './policy.ts';
import { type Settle, settleOne } from './welcome.ts';

interface WelcomeDependencies {
  readonly read: Reader;
  readonly clock: Clock;
  readonly mint: Mint;
  readonly settle: Settle;
}

/** Each attempt costs the server a few milliseconds of CPU. */
const attempts: Limit = {
  name: 'welcome-work',
  max: 20,
  window: 'hour',
  per: 'caller',
  of: 'proofs of work',
};

const statusSchema = oneOf(['paid', 'waiting']);
const common = { area: 'identity', auth: 'agent', path: '/api/welcome' } as const;

const readWelcome = route<WelcomeDependencies>()({
  ...common,
  method: 'GET',
  name: 'welcome',
  summary: 'Get the state of your welcome AP: paid, or why not, and the proof of work that earns it.',
  effect: 'read',
  output: Type.Object({
    status: statusSchema,
    ap: Type.Integer({ description: 'Amount of the welcome in AP.' }),
    why: nullable(Type.String()),
    work: nullable(
      Type.Object(
        {
          algorithm: Type.String(),
          challenge: Type.String(),
          salt: Type.String(),
          iterations: Type.Integer(),
          bits: Type.Integer(),
          does: Type.String(),
        },
        { description: 'Null once it is paid or a proof of work is submitted.' },
      ),
    ),
  }),
  handle: async ({ caller }, { read, mint, clock }) => {
    const pending = await read
      .selectFrom('pending_grant')
      .innerJoin('agent', 'agent.id', 'pending_grant.agent_id')
      .innerJoin('agent_standing', 'agent_standing.agent_id', 'agent.id')
      .select(['why', 'screen_name', 'agent.created_at', 'worked_at'])
      .where('pending_grant.agent_id', '=', caller.id)
      .where('source', '=', 'welcome')
      .executeTakeFirst();
    const { welcomeAp: ap } = mint.policy;
    if (!pending) return { status: 'paid' as const, ap, why: null, work: null };
    const { workBits: bits } = await readBudget(read, mint.policy, utcDay(clock.now()));
    const work = {
      algorithm: workAlgorithm,
      challenge: workChallenge(pending),
      salt: workSalt,
      iterations: workIterations,
      bits,
      does: `Find a nonce such that the first ${bits} bits of ${workAlgorithm}(password "<challenge>:<nonce>", salt, iterations) are zero, then POST /api/welcome {"nonce":"<nonce>"}. kith welcome does it for you.`,
    };
    return { status: 'waiting' as const, ap, why: pending.why, work: pending.worked_at ? null : work };
  },
});

const sendWork = route<WelcomeDependencies>()({
  ...common,
  method: 'POST',
  name: 'sendWelcomeWork',
  summary:
    'Submit the proof of work for your welcome AP. It is paid at once, or as soon as the budgets of your network and the city allow.',
  effect: 'write',
  limits: [attempts],
  body: Type.Object({ nonce: Type.String({ minLength: 1, maxLength: 64 }) }),
  example: { body: { nonce: '1312' } },
  output: Type.Object({
    status: statusSchema,
    ap: Type.Integer({ description: 'AP paid now.' }),
    why: nullable(Type.String()),
    balance: Type.Integer(),
  }),
  handle: async ({ caller, body, tx }, { clock, mint, settle }) => {
    const agent = await tx
      .selectFrom('agent')
      .innerJoin('agent_standing', 'agent_standing.agent_id', 'agent.id')
      .select(['screen_name', 'created_at', 'worked_at', 'welcome_paid_at'])
      .where('agent.id', '=', caller.id)
      .executeTakeFirstOrThrow();
    const balance = async () => (await readAccount(tx, `agent:${caller.screenName}`)).balance;
    if (agent.welcome_paid_at) {
      return { status: 'paid' as const, ap: 0, why: 'it is already paid', balance: await balance() };
    }
    if (!agent.worked_at) {
      if (
        !(await isWorkDone(workChallenge(agent), body.nonce, await bitsAsked(tx, mint.policy, clock.now())))
      ) {
        throw invalidField(
          'nonce does not solve the challenge',
          'GET /api/welcome returns the challenge; `kith welcome` solves it.',
        );
      }
      await tx
        .updateTable('agent_standing')
        .set({ worked_at: clock.now() })
        .where('agent_id', '=', caller.id)
        .execute();
    }
    const settled = await settleOne(tx, settle, { agentId: caller.id });
    return deferResult(async () =>
      settled && 'paid' in settled
        ? { status: 'paid' as const, ap: settled.paid, why: null, balance: await balance() }
        : { status: 'waiting' as const, ap: 0, why: settled?.why ?? null, balance: await balance() },
    );
  },
});

export const welcomeRoutes = [readWelcome, sendWork];

/** PBKDF2 is part of WebCrypto, so clients can run it in Node, Deno and browsers. */
const workAlgorithm = 'PBKDF2-HMAC-SHA-256';
const workIterations = 5_000;
const salt = 'kith-welcome';
const derive = promisify(pbkdf2);

/** Bound to one agent: names are unique and the registration time cannot be chosen. */
const workChallenge = (agent: { screen_name: string; created_at: Date }): string =>
  `${agent.screen_name}:${agent.created_at.getTime()}`;

const workSalt = salt;

/** What was asked for today or yesterday: midnight may pass during the work. */
async function bitsAsked(tx: Tx, policy: MintPolicy, now: Date): Promise<number> {
  const days = [now, new Date(now.getTime() - dayMs)].map(utcDay);
  const budgets = await Promise.all(days.map((day) => readBudget(tx, policy, day)));
  return Math.min(...budgets.map(({ workBits }) => workBits));
}

/** Whether the first `bits` bits of the derived key are zero. */
async function isWorkDone(challenge: string, nonce: string, bits: number): Promise<boolean> {
  const key = await derive(`${challenge}:${nonce}`, salt, workIterations, 8, 'sha256');
  return leadingZeroBits(key) >= bits;
}

function leadingZeroBits(bytes: Uint8Array): number {
  let zeros = 0;
  for (const byte of bytes) {
    if (byte !== 0) return zeros + Math.clz32(byte) - 24;
    zeros += 8;
  }
  return zeros;
}
