import { Type } from 'typebox';
import { publishedKeys } from '../../ledger/log-keys.ts';
import { majorityPolicy } from '../../ledger/proof/policy.ts';
import { RawResponse } from '../../platform/http/raw-response.ts';
import { route } from '../../platform/http/route.ts';
import { nextPage, nullable, paging, timestamp } from '../../platform/http/schema.ts';
import type { PublicLedgerDependencies } from './dependencies.ts';

const checkpointDescription = "The signed size and root of the ledger's Merkle tree, as a C2SP checkpoint";

async function newestCheckpoint({ checkpoints }: PublicLedgerDependencies): Promise<RawResponse> {
  const [{ note }, vkey] = await Promise.all([checkpoints.newest(), checkpoints.vkey()]);
  return new RawResponse(note, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-cache',
    'x-ledger-key': vkey,
  });
}

const checkpoint = route<PublicLedgerDependencies>()({
  method: 'GET',
  path: '/api/ledger/checkpoint',
  name: 'ledgerCheckpoint',
  area: 'ledger',
  summary: `${checkpointDescription}, with the cosignatures of the witnesses.`,
  auth: 'none',
  effect: 'read',
  response: { status: 200, schema: Type.String(), types: ['text/plain'] },
  handle: (_, deps) => newestCheckpoint(deps),
});

const tiledCheckpoint = route<PublicLedgerDependencies>()({
  method: 'GET',
  path: '/ledger/checkpoint',
  name: 'tiledCheckpoint',
  area: 'ledger',
  summary: `${checkpointDescription}: the same as /api/ledger/checkpoint, where C2SP tlog-tiles wants it.`,
  auth: 'none',
  effect: 'read',
  response: { status: 200, schema: Type.String(), types: ['text/plain'] },
  handle: (_, deps) => newestCheckpoint(deps),
});

const checkpoints = route<PublicLedgerDependencies>()({
  method: 'GET',
  path: '/api/ledger/checkpoints',
  name: 'ledgerCheckpoints',
  area: 'ledger',
  summary:
    'List the kept checkpoints, newest first: the last of every hour and every cosigned one permanently, the others for a day.',
  auth: 'none',
  effect: 'read',
  query: Type.Object(paging),
  response: {
    status: 200,
    schema: Type.Object({
      checkpoints: Type.Array(
        Type.Object({
          size: Type.Integer({ description: 'Number of entries it covers; before_id refers to this.' }),
          root: Type.String({ description: 'Of the Merkle tree, in base64.' }),
          at: timestamp(),
          cosignatures: Type.Integer({ description: 'Number of witnesses that signed it.' }),
          note: Type.String({ description: 'The signed note.' }),
        }),
      ),
      next: nullable(Type.String()),
    }),
  },
  handle: async ({ query }, deps) => {
    const { limit = 50, before_id: below } = query;
    const found = await deps.checkpoints.kept(limit + 1, below);
    const page = found.slice(0, limit);
    return {
      checkpoints: page.map(({ size, root, at, cosignatures, note }) => ({
        size,
        root: root.toString('base64'),
        at: at.toISOString(),
        cosignatures,
        note,
      })),
      next: found.length > limit ? nextPage(query, { before_id: page.at(-1)?.size ?? 0 }) : null,
    };
  },
});

const policy = route<PublicLedgerDependencies>()({
  method: 'GET',
  path: '/ledger/policy',
  name: 'ledgerPolicy',
  area: 'ledger',
  summary:
    'Get the keys and witnesses of this ledger as a C2SP tlog-policy. Keep the copy of your first visit, or get it from another source.',
  auth: 'none',
  effect: 'read',
  response: { status: 200, schema: Type.String(), types: ['text/plain'] },
  handle: async (_, { checkpoints, witnesses, urls }) =>
    new RawResponse(majorityPolicy(await checkpoints.keys.signers(), witnesses, `${urls.city}/ledger`), {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-cache',
    }),
});

const keys = route<PublicLedgerDependencies>()({
  method: 'GET',
  path: '/ledger/keys.json',
  name: 'ledgerKeys',
  area: 'ledger',
  summary:
    'List every key that has signed this ledger, newest first, each with the note in which the previous key names it.',
  auth: 'none',
  effect: 'read',
  response: {
    status: 200,
    schema: Type.Object({
      origin: Type.String(),
      keys: Type.Array(
        Type.Object({
          vkey: Type.String(),
          created_at: timestamp(),
          signs_until: nullable(timestamp()),
          handover: nullable(Type.String({ description: 'A note signed by this key and the previous one.' })),
        }),
      ),
    }),
  },
  handle: async (_, { checkpoints }) => publishedKeys(checkpoints.keys),
});

export const checkpointRoutes = [checkpoint, tiledCheckpoint, checkpoints, policy, keys];
