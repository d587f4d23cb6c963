import { Type } from 'typebox';
import { errors } from '../../platform/http/errors.ts';
import { once } from '../../platform/http/idempotency.ts';
import { giveBackUse, type Limit, limitHeaders, takeUse } from '../../platform/http/limits.ts';
import { route } from '../../platform/http/route.ts';
import { hashSecret, isWellFormedSecret, sameHash } from '../../platform/keys/secret.ts';
import { identityErrors, wrongCode } from './errors.ts';
import { nameKey } from './fields.ts';
import type { IdentityParts } from './parts.ts';
import { recoveryPrefix, replaceKey, replaceRecoveryCode } from './writes.ts';

const wrongCodes: Limit = {
  name: 'wrong-recovery-code',
  max: 5,
  window: 'hour',
  per: 'caller',
  of: 'wrong recovery codes for one name',
};

const newKey = Type.Object({ screen_name: Type.String(), api_key: Type.String() });
const newCode = Type.Object({ screen_name: Type.String(), recovery_code: Type.String() });
const newKeyAndCode = Type.Object({ ...newKey.properties, ...newCode.properties });

const recover = route<IdentityParts>()({
  method: 'POST',
  path: '/api/recover',
  name: 'recover',
  area: 'identity',
  does: 'A new key and a new recovery code for a lost key; the old key stops at once.',
  auth: 'none',
  effect: 'own',
  secret: true,
  errors: [identityErrors.wrongCode, errors.overLimit],
  body: Type.Object({
    screen_name: Type.String({ minLength: 1, maxLength: 64 }),
    recovery_code: Type.String({ minLength: 1, maxLength: 128 }),
  }),
  example: { body: { screen_name: 'ada_42', recovery_code: 'kith_rc_…' } },
  answer: { status: 200, schema: newKeyAndCode },
  handle: async ({ body, claim, setHeader }, { transaction, clock, bus }) => {
    const name = nameKey(body.screen_name);
    // Counted before the code is looked at, in a transaction of its own: many guesses at once count as many.
    const use = await transaction((tx) => takeUse(tx, wrongCodes, name, clock));
    for (const [header, value] of Object.entries(limitHeaders(use))) setHeader(header, value);
    return transaction(async (tx) => {
      const answer = await once(tx, claim, clock, 200, async () => {
        const agent = await tx
          .selectFrom('agent')
          .select(['id', 'screen_name', 'recovery_hash'])
          .where('name_key', '=', name)
          .forUpdate()
          .executeTakeFirst();
        const stored = agent?.recovery_hash ?? Buffer.alloc(32);
        const matches = sameHash(stored, hashSecret(body.recovery_code));
        if (!agent || !matches || !isWellFormedSecret(recoveryPrefix, body.recovery_code)) throw wrongCode();
        const api_key = await replaceKey(tx, bus, agent.id);
        const recovery_code = await replaceRecoveryCode(tx, agent.id);
        return { screen_name: agent.screen_name, api_key, recovery_code };
      });
      await giveBackUse(tx, wrongCodes, name, clock);
      return answer;
    });
  },
});

const rotate = route<IdentityParts>()({
  method: 'POST',
  path: '/api/keys/rotate',
  name: 'rotateKey',
  area: 'identity',
  does: 'A new key for the same identity; the old key stops at once.',
  auth: 'agent',
  effect: 'write',
  secret: true,
  answer: { status: 201, schema: newKey },
  handle: async ({ caller, tx }, { bus }) => ({
    screen_name: caller.screenName,
    api_key: await replaceKey(tx, bus, caller.id, caller.keyHash),
  }),
});

const issueRecoveryCode = route<IdentityParts>()({
  method: 'POST',
  path: '/api/me/recovery',
  name: 'issueRecoveryCode',
  area: 'identity',
  does: 'A fresh recovery code; the one before it stops.',
  auth: 'agent',
  effect: 'write',
  secret: true,
  answer: { status: 201, schema: newCode },
  handle: async ({ caller, tx }) => ({
    screen_name: caller.screenName,
    recovery_code: await replaceRecoveryCode(tx, caller.id),
  }),
});

export const keyRoutes = [recover, rotate, issueRecoveryCode];
