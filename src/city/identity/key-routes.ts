import { Type } from 'typebox';
import type { Tx } from '../../platform/db/transaction.ts';
import { hourMs } from '../../platform/duration.ts';
import type { EventBus } from '../../platform/events/bus.ts';
import { errors } from '../../platform/http/errors.ts';
import { runOnce } from '../../platform/http/idempotency.ts';
import type { Limit } from '../../platform/http/limits.ts';
import { route } from '../../platform/http/route.ts';
import { nullable, timestamp } from '../../platform/http/schema.ts';
import { hashSecret, makeSecret, sameHash } from '../../platform/keys/secret.ts';
import { endHooks } from '../events/hooks.ts';
import { notify } from '../events/notify.ts';
import { originOf, recordSecurity } from '../events/security-log.ts';
import { recoveryPrefix, updateAgent } from './agent-writes.ts';
import type { IdentityDependencies } from './dependencies.ts';
import { identityErrors, keyEnded, wrongCode } from './errors.ts';
import type { AgentCaller } from './key-lookup.ts';
import { endOverlappingKeys, maxGraceS, replaceKey } from './key-writes.ts';
import { revokeNamedKeys, rotateNamedKey } from './named-keys.ts';
import { codeBody, countWrongCodes, findAgentByCode, matchCode } from './recovery-code.ts';

/** How long the previous code stays valid after it was replaced with only a key. */
const overlapMs = 72 * hourMs;

/**
 * Issues a new code. The holder of a mere key cannot end the previous code: that stays valid for 72 hours,
 * and a second replacement within them does not displace it.
 */
async function replaceRecoveryCode(
  tx: Tx,
  { id: agentId, keyHash, keyId }: Pick<AgentCaller, 'id' | 'keyHash' | 'keyId'>,
  now: Date,
  sentCode: string | undefined,
): Promise<{ code: string; oldUntil: Date | null }> {
  const agent = await tx
    .selectFrom('agent')
    .select(['key_hash', 'recovery_hash', 'old_recovery_hash', 'old_recovery_until', 'recovery_replaced_at'])
    .where('id', '=', agentId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  // It was replaced in the meantime.
  if (keyId === null && !sameHash(agent.key_hash, keyHash)) throw keyEnded();
  const code = makeSecret(recoveryPrefix);
  notifyOfCode(tx, agentId, now);
  const recovery_hash = hashSecret(code);
  const hasOld = agent.old_recovery_until !== null && agent.old_recovery_until > now;
  if (sentCode !== undefined) {
    const codeIs = matchCode(agent, hashSecret(sentCode), now);
    if (!codeIs) throw wrongCode();
    // The current code may be a thief's, so it cannot end an older one; only the older code itself can.
    await updateAgent(tx, agentId, { recovery_hash, ...(codeIs === 'old' && noOldCode) });
    return { code, oldUntil: hasOld && codeIs === 'current' ? agent.old_recovery_until : null };
  }
  const oldUntil = hasOld ? agent.old_recovery_until : new Date(now.getTime() + overlapMs);
  await updateAgent(tx, agentId, {
    recovery_hash,
    ...(!hasOld && {
      old_recovery_hash: agent.recovery_hash,
      old_recovery_until: oldUntil,
      recovery_replaced_at: now,
    }),
  });
  return { code, oldUntil };
}

const notifyOfCode = (tx: Tx, agentId: number, at: Date): void =>
  notify(tx, {
    agentId,
    kind: 'recovery.changed',
    at,
    text: 'You have a new recovery code.',
    ref: 'recovery',
    next: null,
  });

const noOldCode = { old_recovery_hash: null, old_recovery_until: null, recovery_replaced_at: null };

/**
 * Issues a new key and a new code. Recovering with the old code ends the code that replaced it; with the
 * current code, an old one within its overlap stays valid because the current one may be a thief's.
 */
async function recoverAgent(
  tx: Tx,
  bus: EventBus,
  now: Date,
  agent: Awaited<ReturnType<typeof findAgentByCode>>,
): Promise<{ api_key: string; recovery_code: string }> {
  const api_key = await replaceKey(tx, bus, agent.id, { now });
  await endOverlappingKeys(tx, bus, agent.id);
  await revokeNamedKeys(tx, bus, agent.id);
  const recovery_code = makeSecret(recoveryPrefix);
  notifyOfCode(tx, agent.id, now);
  await updateAgent(tx, agent.id, {
    recovery_hash: hashSecret(recovery_code),
    ...(agent.codeIs === 'old' && noOldCode),
  });
  return { api_key, recovery_code };
}

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
  output: newKeyAndCode,
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
