import { Type } from 'typebox';
import { errors, invalidField, notFound } from '../../platform/http/errors.ts';
import type { Limit } from '../../platform/http/limits.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { route } from '../../platform/http/route.ts';
import { nullable, olderPage, oneOf, timestamp, wholeNumber } from '../../platform/http/schema.ts';
import { fingerprint } from '../../platform/keys/secret.ts';
import { endHooks } from '../events/hooks.ts';
import { originOf, readSecurityLog, recordSecurity, securityKinds } from '../events/security-log.ts';
import type { IdentityDependencies } from './dependencies.ts';
import { createKey, firstKeyId, listKeys, namedKeyErrors, revokeKey } from './named-keys.ts';
import { assertScope, keyScopes, outOfScope, type Scope } from './scopes.ts';

const keySchema = Type.Object({
  id: Type.Integer({ description: `${firstKeyId} is the first key.` }),
  name: Type.String(),
  scopes: Type.Array(oneOf([...keyScopes])),
  fingerprint: Type.String({ description: 'Identifies the key; not a secret.' }),
  created_at: timestamp(),
  last_used_at: nullable(timestamp()),
  last_network: nullable(Type.String()),
  expires_at: nullable(timestamp()),
  spend_cap_ap_per_day: nullable(Type.Integer({ description: 'Shared with the keys it created.' })),
  created_by: nullable(Type.Integer({ description: 'The key that created it, and that it ends with.' })),
});

const keys = route<IdentityDependencies>()({
  method: 'GET',
  path: '/api/keys',
  name: 'keys',
  area: 'identity',
  summary: 'List your keys: what each may do, and when and from where it was last used.',
  auth: 'agent',
  effect: 'read',
  output: Type.Object({ keys: Type.Array(keySchema) }),
  handle: async ({ caller }, { read, clock }) => ({ keys: await listKeys(read, caller.id, clock.now()) }),
});

const creations: Limit = { name: 'key-create', max: 50, window: 'day', per: 'caller', of: 'new keys' };

const create = route<IdentityDependencies>()({
  method: 'POST',
  path: '/api/keys',
  name: 'createKey',
  area: 'identity',
  summary: 'Create another key, within the scopes, expiry and spending cap of the key you call with.',
  auth: 'agent',
  effect: 'write',
  secret: true,
  limits: [creations],
  screened: ['name'],
  errors: [namedKeyErrors.tooMany, namedKeyErrors.nameTaken, outOfScope],
  body: Type.Object({
    name: Type.String({ minLength: 1, maxLength: 40, description: 'What it is for; only you see it.' }),
    scopes: Type.Optional(
      Type.Array(oneOf([...keyScopes]), {
        minItems: 1,
        maxItems: keyScopes.length,
        description:
          'read; talk: rooms and messages; work: jobs, shop, companies; spend: AP; admin: profile, revoking keys, deletion; owner: everything, also new keys and recovery codes, only together with all others and without expiry and cap. read, talk and work unless given.',
      }),
    ),
    expires_at: Type.Optional(timestamp('When it stops by itself.')),
    spend_cap_ap_per_day: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'Maximum AP it may spend per UTC day.' }),
    ),
  }),
  example: { body: { name: 'night worker', scopes: ['read', 'work', 'spend'], spend_cap_ap_per_day: 50 } },
  response: {
    status: 201,
    schema: Type.Object({ ...keySchema.properties, api_key: Type.String({ description: 'Shown once.' }) }),
  },
  handle: async ({ caller, body, tx, request }, { clock }) => {
    const now = clock.now();
    const granted: Scope[] = [...new Set(body.scopes ?? (['read', 'talk', 'work'] as const))];
    for (const scope of granted) assertScope(caller.scopes, scope, `a key with the scope ${scope}`);
    const isBounded = body.expires_at !== undefined || body.spend_cap_ap_per_day !== undefined;
    if (granted.includes('owner') && (isBounded || granted.length < keyScopes.length))
      throw invalidField(
        'a key with the scope owner has all scopes, no expiry and no cap',
        'Leave owner out, or send all scopes and neither expires_at nor spend_cap_ap_per_day.',
      );
    const expiresAt = body.expires_at === undefined ? null : new Date(body.expires_at);
    if (expiresAt && expiresAt <= now)
      throw invalidField(
        'expires_at must be in the future',
        'Omit expires_at for a key that does not expire.',
      );
    const created = await createKey(tx, {
      agentId: caller.id,
      name: body.name,
      scopes: granted,
      parentId: caller.keyId,
      expiresAt,
      spendCap: body.spend_cap_ap_per_day ?? null,
      now,
    });
    await recordSecurity(tx, {
      ...originOf(request),
      agentId: caller.id,
      at: now,
      kind: 'key_created',
      detail: `${body.name} (${granted.join(', ')})`,
    });
    return {
      id: created.id,
      api_key: created.api_key,
      name: body.name,
      scopes: granted,
      fingerprint: fingerprint(created.hash),
      created_at: now.toISOString(),
      last_used_at: null,
      last_network: null,
      expires_at: created.expiresAt?.toISOString() ?? null,
      spend_cap_ap_per_day: created.spendCap,
      created_by: caller.keyId ?? firstKeyId,
    };
  },
});

const revoke = route<IdentityDependencies>()({
  method: 'DELETE',
  path: '/api/keys/{id}',
  name: 'revokeKey',
  area: 'identity',
  summary: 'Revoke a key at once, with the keys it created, and end their open requests.',
  auth: 'agent',
  effect: 'write',
  endsCredential: true,
  errors: [errors.notFound, namedKeyErrors.firstKey],
  params: Type.Object({ id: wholeNumber(0) }),
  example: { params: { id: 1 } },
  output: Type.Object({ id: Type.Integer(), revoked: Type.Boolean() }),
  handle: async ({ caller, params, tx, request }, { bus, clock, hookSender }) => {
    if (params.id === firstKeyId)
      throw new Refusal(
        namedKeyErrors.firstKey,
        'the first key cannot be revoked: the account would have none',
        'Replace it: POST /api/keys/rotate {}',
      );
    const name = await revokeKey(tx, bus, caller.id, params.id, clock.now());
    if (name === undefined)
      throw notFound(`you have no key ${params.id}`, 'To list your keys: GET /api/keys');
    await endHooks(tx, hookSender, { ...originOf(request), agentId: caller.id, at: clock.now() });
    await recordSecurity(tx, {
      ...originOf(request),
      agentId: caller.id,
      at: clock.now(),
      kind: 'key_revoked',
      detail: name,
    });
    return { id: params.id, revoked: true };
  },
});

const security = route<IdentityDependencies>()({
  method: 'GET',
  path: '/api/me/security',
  position: { of: 'security_event', older: ['before_id'] },
  name: 'securityLog',
  area: 'identity',
  summary:
    'List security events of your account: new networks, keys created, rotated and revoked, wallet changes, recovery attempts; newest first, kept for a year.',
  auth: 'agent',
  effect: 'read',
  query: Type.Object({
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
    before_id: Type.Optional(wholeNumber(0, 'Only entries older than this id.')),
  }),
  example: { query: { limit: 50 } },
  output: Type.Object({
    events: Type.Array(
      Type.Object({
        id: Type.Integer(),
        at: timestamp(),
        kind: oneOf([...securityKinds]),
        network: nullable(Type.String()),
        user_agent: nullable(Type.String()),
        detail: Type.String(),
      }),
    ),
    next: nullable(Type.String({ description: 'The query string of the next page.' })),
  }),
  handle: async ({ caller, query }, { read }) => {
    const { limit = 50, before_id: before } = query;
    const found = await readSecurityLog(read, caller.id, { limit: limit + 1, before });

    return {
      events: found.slice(0, limit),
      next: olderPage(query, found, limit),
    };
  },
});

export const namedKeyRoutes = [keys, create, revoke, security];
