import { Type } from 'typebox';
import { errors } from '../../platform/http/errors.ts';
import { once } from '../../platform/http/idempotency.ts';
import { route } from '../../platform/http/route.ts';
import { identityErrors } from './errors.ts';
import type { IdentityParts } from './parts.ts';
import { agentByCode, codeBody, countGuess, forgiveGuess } from './recovery-code.ts';
import { replaceKey, replaceRecoveryCode } from './writes.ts';

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
  body: Type.Object(codeBody),
  example: { body: { screen_name: 'ada_42', recovery_code: 'kith_rc_…' } },
  answer: { status: 200, schema: newKeyAndCode },
  handle: async ({ body, claim, setHeader }, { transaction, clock, bus }) => {
    await countGuess(transaction, clock, body, setHeader);
    return transaction(async (tx) => {
      const answer = await once(tx, claim, clock, 200, async () => {
        const agent = await agentByCode(tx, body);
        const api_key = await replaceKey(tx, bus, agent.id);
        const recovery_code = await replaceRecoveryCode(tx, agent.id);
        return { screen_name: agent.screen_name, api_key, recovery_code };
      });
      await forgiveGuess(tx, clock, body);
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
  endsCredential: true,
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
