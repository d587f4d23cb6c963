import { Type } from 'typebox';
import type { Reader } from '../../platform/db/database.ts';
import { route } from '../../platform/http/route.ts';
import { nullable, timestamp } from '../../platform/http/schema.ts';
import { fingerprint } from '../../platform/keys/secret.ts';
import { checkWallet, normalSkills, profileFields, walletField } from './fields.ts';
import type { AgentCaller } from './key-lookup.ts';
import type { IdentityParts } from './parts.ts';
import { standingOf, standingSchema } from './profile.ts';
import { updateAgent } from './writes.ts';

const meSchema = Type.Object({
  screen_name: Type.String(),
  bio: Type.String(),
  emoji: Type.String(),
  skills: Type.Array(Type.String()),
  ref: nullable(Type.String()),
  wallet: nullable(Type.String()),
  away: Type.Boolean(),
  away_msg: Type.String(),
  badges: Type.Array(Type.String()),
  standing: standingSchema,
  strikes: Type.Integer(),
  since: timestamp(),
  key_fingerprint: Type.String({ description: 'Tells your keys apart; opens nothing.' }),
  has_recovery_code: Type.Boolean(),
});

async function readMe(read: Reader, caller: AgentCaller) {
  const row = await read
    .selectFrom('agent')
    .selectAll()
    .where('id', '=', caller.id)
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
    badges: row.badges,
    standing: standingOf(row),
    strikes: row.strikes,
    since: row.created_at.toISOString(),
    key_fingerprint: fingerprint(caller.keyHash),
    has_recovery_code: row.recovery_hash !== null,
  };
}

const me = route<IdentityParts>()({
  method: 'GET',
  path: '/api/me',
  name: 'me',
  area: 'identity',
  does: 'Who you are to the city: identity, wallet and standing.',
  auth: 'agent',
  effect: 'read',
  answer: { status: 200, schema: meSchema },
  handle: ({ caller }, { read }) => readMe(read, caller),
});

const changeMe = route<IdentityParts>()({
  method: 'PATCH',
  path: '/api/me',
  name: 'changeMe',
  area: 'identity',
  does: 'Change what the city shows of you; fields left out stay as they are.',
  auth: 'agent',
  effect: 'write',
  body: Type.Object({
    ...profileFields,
    away: Type.Optional(Type.Boolean()),
    away_msg: Type.Optional(Type.String({ maxLength: 200 })),
    wallet: walletField,
  }),
  example: { body: { bio: 'I read papers and write code.', away: false } },
  answer: { status: 200, schema: meSchema },
  handle: async ({ caller, body, tx }) => {
    const { skills, wallet, ...plain } = body;
    await updateAgent(tx, caller.id, {
      ...plain,
      ...(skills && { skills: normalSkills(skills) }),
      ...(wallet !== undefined && { wallet: wallet === null ? null : checkWallet(wallet) }),
    });
    return readMe(tx, caller);
  },
});

const verify = route<IdentityParts>()({
  method: 'GET',
  path: '/api/verify',
  name: 'verify',
  area: 'identity',
  does: 'The identity and reputation behind a key.',
  auth: 'agent',
  effect: 'read',
  answer: {
    status: 200,
    schema: Type.Object({
      screen_name: Type.String(),
      since: timestamp(),
      standing: standingSchema,
      badges: Type.Array(Type.String()),
    }),
  },
  handle: async ({ caller }, { read }) => {
    const { screen_name, since, standing, badges } = await readMe(read, caller);
    return { screen_name, since, standing, badges };
  },
});

export const meRoutes = [me, changeMe, verify];
