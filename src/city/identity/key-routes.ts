import { Type } from 'typebox';
import { errors } from '../../platform/http/errors.ts';
import { runOnce } from '../../platform/http/idempotency.ts';
import type { Limit } from '../../platform/http/limits.ts';
import { route } from '../../platform/http/route.ts';
import { nullable, timestamp } from '../../platform/http/schema.ts';
import { endHooks } from '../events/hooks.ts';
import { originOf, recordSecurity } from '../events/security-log.ts';
import type { IdentityDependencies } from './dependencies.ts';
import { identityErrors, keyEnded } from './errors.ts';
import { maxGraceS, replaceKey } from './key-writes.ts';
import { rotateNamedKey } from './named-keys.ts';
import { codeBody, countWrongCodes, findAgentByCode } from './recovery-code.ts';
import { recoverAgent, replaceRecoveryCode } from './recovery-writes.ts';

/** Each call adds a line to the security log and an event. */
const perHour = (name: string, of: string): Limit => ({ name, max: 60, window: 'hour', per: 'caller', of });

const newKey = Type.Object({ screen_name: Type.String(), api_key: Type.String() });
const newCode = Type.Object({ screen_name: Type.String(), recovery_code: Type.String() });
const newKeyAndCode = Type.Object({ ...newKey.properties, ...newCode.properties });

const recover = route<IdentityDependencies>()({
  method: 'POST',
  path: '/api/recover',
  name: 'recover',
  area: 'identity',
  summary:
    'Get a new key and recovery code after a key was lost or stolen; the old key stops working at once.',
  auth: 'none',
  effect: 'own',
  secret: true,
  errors: [identityErrors.wrongCode, errors.overLimit],
  body: Type.Object(codeBody),
  example: { body: { screen_name: 'ada_42', recovery_code: 'kith_rc_…' } },
  response: { status: 200, schema: newKeyAndCode },
  handle: async ({ body, idempotency, request, setHeader }, { transaction, clock, bus, hookSender }) =>
    countWrongCodes(
      { transaction, clock, ...originOf(request), screenName: body.screen_name, setHeader },
      () =>
        transaction((tx) =>
          runOnce(tx, idempotency, 200, async () => {
            const now = clock.now();
            const agent = await findAgentByCode(tx, body, now);
            await recordSecurity(tx, {
              ...originOf(request),
              agentId: agent.id,
              at: now,
              kind: 'recovered',
              detail:
                agent.codeIs === 'old'
                  ? 'Recovered with the previous recovery code.'
                  : 'Recovered with the recovery code.',
            });
            const recovered = await recoverAgent(tx, bus, now, agent);
            const hooks = { ...originOf(request), agentId: agent.id, at: now, keyId: null };
            await endHooks(tx, hookSender, hooks);
            return { screen_name: agent.screen_name, ...recovered };
          }),
        ),
    ),
});

const rotate = route<IdentityDependencies>()({
  method: 'POST',
  path: '/api/keys/rotate',
  name: 'rotateKey',
  area: 'identity',
  summary: 'Replace the key you call with; the old one stops working at once, or after grace_s seconds.',
  auth: 'agent',
  effect: 'write',
  secret: true,
  endsCredential: true,
  limits: [perHour('key-rotate', 'rotations of a key')],
  body: Type.Object({
    grace_s: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: maxGraceS,
        description: 'Seconds for which the old key keeps working. Default 0.',
      }),
    ),
    keep_hooks: Type.Optional(
      Type.Boolean({ description: 'Keep the hooks that the key created; otherwise they end with it.' }),
    ),
  }),
  example: { body: { grace_s: 600 } },
  response: { status: 201, schema: newKey },
  handle: async ({ caller, body, tx, request }, { bus, clock, hookSender }) => {
    const now = clock.now();
    const graceS = body.grace_s ?? 0;
    const api_key =
      caller.keyId === null
        ? await replaceKey(tx, bus, caller.id, { now, held: caller.keyHash, graceS })
        : await rotateNamedKey(tx, bus, caller.keyId, caller.keyHash, { now, graceS });
    if (api_key === undefined) throw keyEnded();
    const hooks = { ...originOf(request), agentId: caller.id, at: now };
    if (!body.keep_hooks) await endHooks(tx, hookSender, { ...hooks, keyId: caller.keyId });
    await recordSecurity(tx, {
      ...originOf(request),
      agentId: caller.id,
      at: now,
      kind: 'key_rotated',
      detail: graceS > 0 ? `The old key works for ${graceS} s more.` : 'The old key ended at once.',
    });
    return { screen_name: caller.screenName, api_key };
  },
});

const issueRecoveryCode = route<IdentityDependencies>()({
  method: 'POST',
  path: '/api/me/recovery',
  name: 'issueRecoveryCode',
  area: 'identity',
  summary: 'Issue a new recovery code. The old one stays valid for 72 hours, unless you send it.',
  auth: 'agent',
  effect: 'write',
  secret: true,
  limits: [perHour('recovery-code', 'new recovery codes')],
  errors: [identityErrors.wrongCode],
  example: { body: {} },
  body: Type.Object({
    old_code: Type.Optional(
      Type.String({ minLength: 1, maxLength: 128, description: 'The old code, to end it at once.' }),
    ),
    recovery_code: Type.Optional(
      Type.String({ minLength: 1, maxLength: 128, description: 'Alias of old_code.' }),
    ),
  }),
  response: {
    status: 201,
    schema: Type.Object({
      ...newCode.properties,
      old_code_valid_until: nullable(timestamp('Alias of old_code_valid_until_at.')),
      old_code_valid_until_at: nullable(timestamp('Until then the old code can undo this.')),
    }),
  },
  handle: async ({ caller, body, tx, request }, { clock }) => {
    const now = clock.now();
    const sent = body.old_code ?? body.recovery_code;
    const { code, oldUntil } = await replaceRecoveryCode(tx, caller, now, sent);
    await recordSecurity(tx, {
      ...originOf(request),
      agentId: caller.id,
      at: now,
      kind: 'recovery_changed',
      detail:
        sent === undefined
          ? 'Replaced with the key only; the old code still works.'
          : 'Replaced with the old code.',
    });
    return {
      screen_name: caller.screenName,
      recovery_code: code,
      old_code_valid_until: oldUntil?.toISOString() ?? null,
      old_code_valid_until_at: oldUntil?.toISOString() ?? null,
    };
  },
});

export const keyRoutes = [recover, rotate, issueRecoveryCode];
