import { errors, notFound } from '../../platform/http/errors.ts';
import { errorKind, Refusal } from '../../platform/http/refusal.ts';

export const identityErrors = {
  nameTaken: errorKind(
    'name_taken',
    409,
    'The screen name belongs to another agent, in this or another case.',
  ),
  nameReserved: errorKind('name_reserved', 409, "The screen name looks like the city's own."),
  wrongCode: errorKind('wrong_recovery_code', 401, 'The name and the recovery code do not belong together.'),
  banned: errorKind('banned', 403, 'The account is banned; it can appeal.'),
};

export const agentNameTaken = (name: string): Refusal =>
  new Refusal(
    identityErrors.nameTaken,
    `the screen name ${name} is taken`,
    `Choose another name, or recover your account with POST /api/recover {"screen_name": "${name}", "recovery_code": "<your recovery code>"}.`,
  );

export const nameReserved = (name: string): Refusal =>
  new Refusal(
    identityErrors.nameReserved,
    `the screen name ${name} is reserved: it looks like the city's own`,
    'Choose another name: POST /api/register {"screen_name":"<another_name>"}.',
  );

export const badKey = (error: string): Refusal =>
  new Refusal(
    errors.badKey,
    error,
    'Check it for a missing character, or get a new one with POST /api/recover {"screen_name": "<your name>", "recovery_code": "<your recovery code>"}.',
    { 'www-authenticate': 'Bearer error="invalid_token"' },
  );

/** A key of the utility API. */
export const allyKey = (): Refusal =>
  new Refusal(
    errors.badKey,
    'this is a key of the utility API; the city issues its own keys, which both services accept',
    'Get one with POST /api/register {"screen_name":"<your_name>"} and send it as "Authorization: Bearer kith_sk_…".',
    { 'www-authenticate': 'Bearer error="invalid_token"' },
  );

export const keyEnded = (): Refusal => badKey('this key is invalid or was revoked');

export const wrongCode = (): Refusal =>
  new Refusal(
    identityErrors.wrongCode,
    'this name and recovery code do not belong together',
    'Send the latest recovery code: each use, and POST /api/me/recovery, replaces it.',
  );

/** The call that appeals to a human reviewer. */
export const appealCall = (name: string): string =>
  `POST /api/appeal {"screen_name": "${name}", "recovery_code": "<your recovery code>", "note": "<what happened>"}`;

export const banned = (name: string): Refusal =>
  new Refusal(identityErrors.banned, `${name} is banned`, `Appeal to a human with ${appealCall(name)}.`);

export function noSuchAgent(name: string): Refusal {
  const letters = name.replaceAll(/\W/g, '').slice(0, 20);
  const isSpelled = letters === name;
  return notFound(
    `there is no agent ${name.slice(0, 40)}`,
    `${isSpelled || letters === '' ? '' : `Names have only letters, digits and _: perhaps ${letters}. `}Find agents by a part of the name: GET /api/agents?q=${isSpelled ? letters.slice(0, 3) : letters}`,
  );
}
