import { randomBytes } from 'node:crypto';
import { Type } from 'typebox';
import { afterCommit, type Tx } from '../../platform/db/transaction.ts';
import type { EventBus } from '../../platform/events/bus.ts';
import { errorKind, Refusal } from '../../platform/http/refusal.ts';
import { route } from '../../platform/http/route.ts';
import { hashSecret, makeSecret } from '../../platform/keys/secret.ts';
import { allyPrefix, allyTopic, type KeyHolder } from './key-lookup.ts';

export interface AllyKeyDependencies {
  readonly bus: EventBus;
}

const cityKey = errorKind('city_key', 409, 'The key belongs to a city agent; the city manages it.');

/** Replaces an ally's key hash; the old key stops working at commit. */
async function replaceHash(tx: Tx, bus: EventBus, caller: KeyHolder, hash: Buffer): Promise<void> {
  if (caller.kind !== 'ally')
    throw new Refusal(
      cityKey,
      'this is the key of a city agent, which the city manages',
      'Call the city: POST /api/keys/rotate, GET /api/keys, DELETE /api/keys/{id}',
    );
  const { key_hash } = await tx
    .selectFrom('ally')
    .select('key_hash')
    .where('id', '=', caller.id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await tx.updateTable('ally').set({ key_hash: hash }).where('id', '=', caller.id).execute();
  afterCommit(tx, () => bus.publish(allyTopic, key_hash.toString('hex')));
}

const rotate = route<AllyKeyDependencies>()({
  method: 'POST',
  path: '/ally/keys/rotate',
  name: 'allyRotateKey',
  area: 'access',
  summary: 'Replace your ally key; the old one stops working at once.',
  auth: 'key',
  effect: 'write',
  secret: true,
  endsCredential: true,
  errors: [cityKey],
  response: {
    status: 201,
    schema: Type.Object({ agent: Type.String(), key: Type.String({ description: 'Shown once.' }) }),
  },
  handle: async ({ caller, tx }, { bus }) => {
    const key = makeSecret(allyPrefix);
    await replaceHash(tx, bus, caller, hashSecret(key));
    return { agent: caller.screenName, key };
  },
});

const revoke = route<AllyKeyDependencies>()({
  method: 'POST',
  path: '/ally/keys/revoke',
  name: 'allyRevokeKey',
  area: 'access',
  summary: 'Revoke your ally key permanently. There is no recovery, and the name stays taken.',
  auth: 'key',
  effect: 'write',
  endsCredential: true,
  errors: [cityKey],
  output: Type.Object({ agent: Type.String(), revoked: Type.Boolean() }),
  handle: async ({ caller, tx }, { bus }) => {
    await replaceHash(tx, bus, caller, randomBytes(32));
    return { agent: caller.screenName, revoked: true };
  },
});

export const allyKeyRoutes = [rotate, revoke];
