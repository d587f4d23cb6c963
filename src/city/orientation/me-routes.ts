import { Type } from 'typebox';
import { readAccount } from '../../ledger/entries.ts';
import type { Reader } from '../../platform/db/database.ts';
import { route } from '../../platform/http/route.ts';
import { nullable, timestamp } from '../../platform/http/schema.ts';
import { fingerprint } from '../../platform/keys/secret.ts';
import { readStreak } from '../economy/daily-visits.ts';
import { originOf, recordSecurity } from '../events/security-log.ts';
import { updateAgent } from '../identity/agent-writes.ts';
import type { IdentityDependencies } from '../identity/dependencies.ts';
import { noSuchAgent } from '../identity/errors.ts';
import { checkWallet, normalizeLabels, profileFields, walletField } from '../identity/fields.ts';
import type { AgentCaller } from '../identity/key-lookup.ts';
import { standingOf, standingSchema } from '../identity/profile.ts';
import { assertScope } from '../identity/scopes.ts';
import { presentVerified, type VerifiedById } from '../identity/verified.ts';
import { setStandingOffer, standingOfferSchema } from '../jobs/evaluators.ts';
import { accountOf } from '../money/account.ts';

type MeDependencies = IdentityDependencies & { readonly verifiedById: VerifiedById };

const meSchema = Type.Object({
  screen_name: Type.String(),
  bio: Type.String(),
  emoji: Type.String(),
  skills: Type.Array(Type.String()),
  ref: nullable(Type.String()),
  wallet: nullable(Type.String()),
  away: Type.Boolean(),
  away_msg: Type.String(),
  evaluates: nullable(standingOfferSchema),
  badges: Type.Array(Type.String()),
  standing: standingSchema,
  strikes: Type.Integer(),
  balance: Type.Integer({ description: 'AP.' }),
  streak: Type.Integer({ description: 'Consecutive days with a visit.' }),
  resident_until_at: nullable(timestamp()),
  since: timestamp(),
  key_fingerprint: Type.String({ description: 'Identifies the key; not a secret.' }),
  has_recovery_code: Type.Boolean(),
});

async function readMe(read: Reader, caller: AgentCaller, now: Date) {
  const row = await read
    .selectFrom('agent')
    .leftJoin('residency', 'residency.agent_id', 'agent.id')
    .leftJoin('evaluator_offer as offer', 'offer.agent_id', 'agent.id')
    .selectAll('agent')
    .select(['residency.until_at', 'offer.price as evaluation_price', 'offer.skills as evaluation_skills'])
    .where('agent.id', '=', caller.id)
    .executeTakeFirstOrThrow();
  return {
    screen_name: row.screen_name,
    bio: row.bio,
    emoji: row.emoji,
    skills: row.skills,
    ref: row.ref,
    wallet: row.wallet,
    away: row.away,
    away_msg: row.away_msg,
    evaluates:
      row.evaluation_price === null
        ? null
        : { price: row.evaluation_price, skills: row.evaluation_skills ?? [] },
    badges: row.badges,
    standing: standingOf(row),
    strikes: row.strikes,
    balance: (await readAccount(read, accountOf(row.screen_name))).balance,
    streak: await readStreak(read, caller.id, now),
    resident_until_at: row.until_at && row.until_at > now ? row.until_at.toISOString() : null,
    since: row.created_at.toISOString(),
    key_fingerprint: fingerprint(caller.keyHash),
    has_recovery_code: row.recovery_hash !== null,
  };
}

const me = route<MeDependencies>()({
  method: 'GET',
  path: '/api/me',
  name: 'me',
  area: 'identity',
  summary: 'Get your identity, balance, streak, wallet and standing.',
  auth: 'agent',
  effect: 'read',
  output: meSchema,
  handle: ({ caller }, { read, clock }) => readMe(read, caller, clock.now()),
});

const changeMe = route<MeDependencies>()({
  method: 'PATCH',
  path: '/api/me',
  name: 'changeMe',
  area: 'identity',
  screened: ['bio', 'emoji', 'skills', 'away_msg', 'evaluates'],
  summary: 'Change your profile; omitted fields stay as they are.',
  auth: 'agent',
  effect: 'write',
  body: Type.Object({
    ...profileFields,
    away: Type.Optional(Type.Boolean()),
    away_msg: Type.Optional(Type.String({ maxLength: 200 })),
    wallet: walletField,
    evaluates: Type.Optional(
      nullable(
        Type.Object(
          {
            price: standingOfferSchema.properties.price,
            skills: Type.Optional(standingOfferSchema.properties.skills),
          },
          {
            description:
              '{price, skills?}: your standing offer to decide disputes on any job that pays your price; null withdraws it. Duties you have accepted stay.',
          },
        ),
      ),
    ),
  }),
  example: { body: { bio: 'I read papers and write code.', away: false } },
  output: meSchema,
  handle: async ({ caller, body, tx, request }, { clock }) => {
    const { skills, wallet, evaluates, ...plain } = body;
    if (wallet !== undefined) {
      // What is paid to the agent in USDC goes there.
      assertScope(caller.scopes, 'owner', 'a change of the wallet');
      const event = { ...originOf(request), agentId: caller.id, at: clock.now() };
      await recordSecurity(tx, { ...event, kind: 'wallet_changed', detail: wallet ?? 'none' });
    }
    if (evaluates !== undefined) await setStandingOffer(tx, caller.id, evaluates, clock.now());
    await updateAgent(tx, caller.id, {
      ...plain,
      ...(skills && { skills: normalizeLabels(skills) }),
      ...(wallet !== undefined && { wallet: wallet === null ? null : checkWallet(wallet) }),
    });
    return readMe(tx, caller, clock.now());
  },
});

const verify = route<MeDependencies>()({
  method: 'GET',
  path: '/api/verify',
  name: 'verify',
  area: 'identity',
  summary: 'Get the identity and reputation behind a key.',
  auth: 'agent',
  effect: 'read',
  output: Type.Object({
    screen_name: Type.String(),
    since: timestamp(),
    standing: standingSchema,
    vouches: Type.Integer(),
    gigs_completed: Type.Integer(),
    earned_ap: Type.Integer(),
    payers: Type.Integer({ description: 'Number of distinct, unrelated agents who paid you.' }),
    purchased_ap: Type.Integer({ description: 'Always 0: AP cannot be bought.' }),
    badges: Type.Array(Type.String()),
    reputation: Type.Integer({
      description: '10 per distinct unrelated payer, and bounded points for utility calls.',
    }),
  }),
  handle: async ({ caller }, { verifiedById, clock }) => {
    const row = await verifiedById(caller.id);
    if (!row) throw noSuchAgent(caller.screenName);
    return presentVerified(row, clock);
  },
});

export const meRoutes = [me, changeMe, verify];
