import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { StaticFiles } from '../platform/blobs/static-files.ts';
import type { Reader } from '../platform/db/database.ts';
import type { Checkpoints } from './checkpoints.ts';
import { publishedKeys } from './log-keys.ts';
import { createNodeStore } from './nodes.ts';
import { readCheckpoint } from './proof/checkpoint.ts';
import { computeRoot } from './proof/merkle-proof.ts';
import { majorityPolicy } from './proof/policy.ts';
import { listTiles, type TileId, tilePath } from './proof/tile.ts';
import { readTile } from './tiles.ts';
import type { WitnessAddress } from './witness-list.ts';

const compress = promisify(gzip);
const concurrentWrites = 8;
const immutableCacheControl = 'public, max-age=604800, immutable';
const shortCacheControl = 'no-cache';

export interface Published {
  readonly size: number;
  readonly from: number;
  readonly tiles: number;
  readonly bytes: number;
}

/** The destination holds the tiles of another history: nothing is written there. */
export class HistoryMismatch extends Error {}

/**
 * Writes what the latest checkpoint needs and the destination lacks: tiles first and the checkpoint last, so
 * that a reader never sees a checkpoint whose tiles are missing.
 */
export async function publishTiles(deps: {
  read: Reader;
  checkpoints: Checkpoints;
  witnesses: readonly WitnessAddress[];
  files: StaticFiles;
  /** Public URL of the files, for the policy. */
  url: string;
}): Promise<Published> {
  const { read, checkpoints, files } = deps;
  const head = await checkpoints.newest();
  const from = await readPublishedSize(deps, head.size);
  let [tiles, bytes] = [0, 0];
  const write = async (id: TileId) => {
    const written = await writeTile(read, files, id);
    tiles++;
    bytes += written;
  };
  let batch: TileId[] = [];
  for (const id of listTiles(head.size, from)) {
    batch.push(id);
    if (batch.length < concurrentWrites) continue;
    await Promise.all(batch.map(write));
    batch = [];
  }
  await Promise.all(batch.map(write));
  const policy = majorityPolicy(await checkpoints.keys.signers(), deps.witnesses, deps.url);
  await writeText(files, 'policy', policy, 'text/plain; charset=utf-8');
  const keys = await publishedKeys(checkpoints.keys);
  await writeText(files, 'keys.json', `${JSON.stringify(keys)}\n`, 'application/json');
  await writeText(files, 'checkpoint', head.note, 'text/plain; charset=utf-8');
  return { size: head.size, from, tiles, bytes };
}

async function readPublishedSize(
  { read, files, checkpoints }: { read: Reader; files: StaticFiles; checkpoints: Checkpoints },
  size: number,
): Promise<number> {
  const note = await files.read('checkpoint');
  if (!note) return 0;
  const publishedHead = readCheckpoint(note.toString());
  const isOurs =
    publishedHead.origin === (await checkpoints.keys.origin) &&
    publishedHead.size <= size &&
    (await computeRoot(createNodeStore(read), publishedHead.size)).equals(publishedHead.root);
  if (isOurs) return publishedHead.size;
  throw new HistoryMismatch(
    `the checkpoint at the destination (${publishedHead.origin}, ${publishedHead.size} entries) is not part of this ledger's history; publish to an empty destination`,
  );
}

async function writeTile(read: Reader, files: StaticFiles, id: TileId): Promise<number> {
  const bytes = await readTile(read, id);
  if (!bytes) throw new Error(`the ledger does not have ${tilePath(id)}`);
  const isCompressed = files.encodes && id.level === 'entries';
  const stored = isCompressed ? await compress(bytes) : bytes;
  await files.write({
    name: tilePath(id),
    bytes: stored,
    contentType: 'application/octet-stream',
    cacheControl: immutableCacheControl,
    ...(isCompressed && { contentEncoding: 'gzip' }),
  });
  return stored.length;
}

function writeText(files: StaticFiles, name: string, text: string, contentType: string): Promise<void> {
  return files.write({ name, bytes: Buffer.from(text), contentType, cacheControl: shortCacheControl });
}
