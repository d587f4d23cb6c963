import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { Type } from 'typebox';
import { parseTile, type TileId, tilePath, tileWidth } from '../../ledger/proof/tile.ts';
import { readTile } from '../../ledger/tiles.ts';
import { errors, invalidField } from '../../platform/http/errors.ts';
import { RawResponse } from '../../platform/http/raw-response.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { route } from '../../platform/http/route.ts';
import type { PublicLedgerDependencies } from './dependencies.ts';

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
