import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { Type } from 'typebox';
import { publishedKeys } from '../../ledger/log-keys.ts';
import { majorityPolicy } from '../../ledger/proof/policy.ts';
import { parseTile, type TileId, tilePath, tileWidth } from '../../ledger/proof/tile.ts';
import { readTile } from '../../ledger/tiles.ts';
import { errors, invalidField } from '../../platform/http/errors.ts';
import { RawResponse } from '../../platform/http/raw-response.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { route } from '../../platform/http/route.ts';
import { nextPage, nullable, paging, timestamp } from '../../platform/http/schema.ts';
import type { PublicLedgerDependencies } from './entry-routes.ts';

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
  summary: `${checkpointDescription}: the same as /api/ledger/checkpoint, at the path that C2SP tlog-tiles specifies.`,
  auth: 'none',
  effect: 'read',
  response: { status: 200, schema: Type.String(), types: ['text/plain'] },
  handle: (_, deps) => newestCheckpoint(deps),
});

const checkpoints = route<PublicLedgerDependencies>()({
  method: 'GET',
  path: '/api/ledger/checkpoints',
  position: { of: 'ledger_entry', continues: true, older: ['before_id'] },
  name: 'ledgerCheckpoints',
  area: 'ledger',
  summary:
    'List the kept checkpoints, newest first: the last of every hour and every cosigned one permanently, the others for a day.',
  auth: 'none',
  effect: 'read',
  query: Type.Object(paging),
  output: Type.Object({
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
  handle: async ({ query }, deps) => {
    const { limit = 50, before_id: below, since_id: above = 0 } = query;
    const kept = await deps.checkpoints.kept(limit + 1, below);
    const found = kept.filter(({ size }) => size > above);
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
  summary: 'List every key that has signed this ledger, newest first, with the note that hands over to it.',
  auth: 'none',
  effect: 'read',
  output: Type.Object({
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
  handle: async (_, { checkpoints }) => publishedKeys(checkpoints.keys),
});

export const checkpointRoutes = [checkpoint, tiledCheckpoint, checkpoints, policy, keys];

const compress = promisify(gzip);
/** A tile never changes; a week is customary for transparency logs. */
const immutableCacheControl = 'public, max-age=604800, immutable';
const maxCachedBundles = 128;

/** The most recently requested full bundles: many verifiers read the same ones at the same time. */
class BundleCache {
  readonly #bundles = new Map<number, Buffer>();

  get(index: number): Buffer | undefined {
    const found = this.#bundles.get(index);
    if (found) this.set(index, found);
    return found;
  }

  set(index: number, bytes: Buffer): void {
    this.#bundles.delete(index);
    this.#bundles.set(index, bytes);
    const [oldest] = this.#bundles.keys();
    if (this.#bundles.size > maxCachedBundles && oldest !== undefined) this.#bundles.delete(oldest);
  }
}

function noSuchTile(id: TileId): Refusal {
  const hint =
    'GET /ledger/checkpoint gives the number of entries; request the tiles that a tree of this size has.';
  // Must not be cached: the tile will exist later.
  return new Refusal(errors.notFound, `the ledger has no ${tilePath(id)} yet`, hint, {
    'cache-control': 'no-store',
  });
}

export function tileRoutes() {
  const bundles = new BundleCache();

  async function readBundle(id: TileId, { read }: PublicLedgerDependencies): Promise<Buffer | undefined> {
    const isFull = id.width === tileWidth;
    const cached = isFull ? bundles.get(id.index) : undefined;
    if (cached) return cached;
    const bytes = await readTile(read, id);
    const compressed = bytes && (await compress(bytes));
    if (compressed && isFull) bundles.set(id.index, compressed);
    return compressed;
  }

  const tile = route<PublicLedgerDependencies>()({
    method: 'GET',
    path: '/ledger/tile/{level}/{tile}',
    rest: true,
    name: 'ledgerTile',
    area: 'ledger',
    summary:
      'Get a tile of the ledger as in C2SP tlog-tiles: 256 hashes of a level of the Merkle tree, or 256 entries (level "entries", always gzip). Tiles never change.',
    auth: 'none',
    effect: 'read',
    replica: true,
    errors: [errors.notFound],
    params: Type.Object({
      level: Type.String({ maxLength: 7, description: 'entries, or 0 to 63.' }),
      tile: Type.String({
        maxLength: 100,
        description: '000, x001/234 for tile 1234, with .p/56 for the first 56 of its hashes or entries.',
      }),
    }),
    example: { params: { level: 'entries', tile: '000.p/1' } },
    response: {
      status: 200,
      schema: Type.String({ format: 'binary' }),
      types: ['application/octet-stream'],
    },
    handle: async ({ params }, deps) => {
      const id = parseTile(params.level, params.tile);
      if (!id)
        throw invalidField(
          `tile/${params.level}/${params.tile} is not a tile`,
          'GET /ledger/tile/entries/000 is the first full one; docs/ledger.md has the layout.',
        );
      const isBundle = id.level === 'entries';
      const bytes = await (isBundle ? readBundle(id, deps) : readTile(deps.read, id));
      if (!bytes) throw noSuchTile(id);
      return new RawResponse(bytes, {
        'content-type': 'application/octet-stream',
        'cache-control': immutableCacheControl,
        ...(isBundle && { 'content-encoding': 'gzip' }),
      });
    },
  });
  return [tile];
}
