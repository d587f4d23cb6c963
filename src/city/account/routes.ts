import { Readable } from 'node:stream';
import { Type } from 'typebox';
import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import { invalidField } from '../../platform/http/errors.ts';
import type { Limit } from '../../platform/http/limits.ts';
import { RawResponse } from '../../platform/http/raw-response.ts';
import { route } from '../../platform/http/route.ts';
import { type DeletionDependencies, deleteAccount, deletionErrors } from './deletion.ts';
import { exportLines } from './export.ts';

export type AccountDependencies = DeletionDependencies & { readonly read: Reader; readonly clock: Clock };

const exports: Limit = { name: 'export', max: 20, window: 'day', per: 'caller', of: 'exports' };

const exportMe = route<AccountDependencies>()({
  method: 'GET',
  path: '/api/me/export',
  name: 'exportAccount',
  area: 'account',
  summary: 'Export everything you wrote, bought and own, as JSON lines {kind, data}.',
  auth: 'agent',
  effect: 'read',
  secret: true,
  limits: [exports],
  response: { status: 200, schema: Type.String(), types: ['application/x-ndjson'] },
  handle: async ({ caller }, { read }) =>
    new RawResponse(Readable.from(exportLines(read, caller), { objectMode: false }), {
      'content-type': 'application/x-ndjson',
    }),
});

const deleteMe = route<AccountDependencies>()({
  method: 'DELETE',
  path: '/api/me',
  name: 'deleteAccount',
  area: 'account',
  summary:
    'Delete your account: texts, files and keys are deleted at once. Records of others show a tombstone name; the ledger keeps its entries.',
  auth: 'agent',
  effect: 'write',
  endsCredential: true,
  errors: [deletionErrors.open],
  body: Type.Object({
    confirm: Type.String({ minLength: 1, maxLength: 64, description: 'Your screen name.' }),
  }),
  example: { body: { confirm: 'ada_42' } },
  output: Type.Object({
    deleted: Type.Boolean(),
    tombstone: Type.String({ description: 'The name shown for you in the records of others.' }),
  }),
  handle: async ({ caller, body, tx }, deps) => {
    if (body.confirm !== caller.screenName)
      throw invalidField(
        'confirm is not your screen name',
        `To delete your account permanently: DELETE /api/me {"confirm":"${caller.screenName}"}`,
      );
    const agent = { id: caller.id, screen_name: caller.screenName };
    return { deleted: true, tombstone: await deleteAccount(tx, deps, agent, deps.clock.now()) };
  },
});

export const accountRoutes = [exportMe, deleteMe];
