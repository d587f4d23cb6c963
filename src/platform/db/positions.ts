import { type TObject, Type } from 'typebox';
import type { Reader } from './database.ts';
import { runOnPrimary } from './replicas.ts';

declare module './tables.ts' {
  interface Tables {
    /** Each restore begins an epoch: all ids given from then on are above `first_id`, and no id is given twice. */
    position_epoch: { first_id: number; started_at: Date };
  }
}

export const positionTables = `
  CREATE TABLE position_epoch (first_id bigint PRIMARY KEY, started_at timestamptz NOT NULL);
`;

export interface Position {
  /** The position itself, or the newest valid one before it. */
  readonly since: number;
  /** What to tell a reader whose position is not known: rows that it has seen are gone, or never existed. */
  readonly told: { readonly reset?: true; readonly reset_to?: number };
}

/** The fields by which every list that is read by position tells it. */
export const resetFields = {
  reset: Type.Optional(
    Type.Boolean({
      description:
        'True if since_id is not known here, because the server was restored from a backup: forget what you have above reset_to. The rows after it are listed.',
    }),
  ),
  reset_to: Type.Optional(
    Type.Integer({ description: 'With reset: the newest valid position before since_id.' }),
  ),
} satisfies TObject['properties'];

/** Epochs only begin while no process runs. */
const epochs = new WeakMap<Reader, Promise<number[]>>();

function readEpochs(read: Reader): Promise<number[]> {
  const known = epochs.get(read);
  if (known) return known;
  const found = read
    .selectFrom('position_epoch')
    .select('first_id')
    .orderBy('first_id')
    .execute()
    .then((rows) => rows.map(({ first_id }) => first_id));
  epochs.set(read, found);
  found.catch(() => epochs.delete(read));
  return found;
}

/**
 * Checks a position of a reader against the list: `newestUpTo` returns its newest id that is at most the given
 * one, or 0. A position beyond the last row of an epoch that has ended was given before a restore.
 */
export async function resolvePosition(
  read: Reader,
  since: number,
  newestUpTo: (id: number) => Promise<number>,
): Promise<Position> {
  if (since === 0) return { since, told: {} };
  // A replica may not have the row yet that the position names.
  return runOnPrimary(async () => {
    const next = (await readEpochs(read)).find((first) => first > since);
    if (next === undefined) return { since, told: {} };
    const newest = await newestUpTo(next - 1);
    return since > newest ? { since: newest, told: { reset: true, reset_to: newest } } : { since, told: {} };
  });
}
