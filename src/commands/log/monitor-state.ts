import { readFile } from 'node:fs/promises';
import { Type } from 'typebox';
import { jsonDecoder, unreadable } from '../../platform/decode.ts';
import { replaceFile } from '../../platform/replace-file.ts';

/** A monitor's state of a log: enough to verify everything that follows without reading anything again. */
export interface MonitorState {
  readonly origin: string;
  /** The trusted keys, the first of them from the first visit or the command line. */
  readonly vkey: string;
  readonly size: number;
  readonly hash: string;
  /** The Merkle frontier, in base64. */
  readonly frontier: string;
  readonly balances: Record<string, number>;
  /** The newest verified checkpoint, and the sizes and roots of earlier ones. */
  readonly note: string;
  readonly seen: readonly { readonly size: number; readonly root: string }[];
}

export async function readState(file: string): Promise<MonitorState | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  if (text === undefined) return undefined;
  const state = decodeState(text);
  // Starting over would hide a rewritten history, so the operator must decide.
  if (state === unreadable) throw new Error(`${file} is damaged: restore it, or remove it to start over`);
  return state;
}

const decodeState = jsonDecoder(
  Type.Object({
    origin: Type.String(),
    vkey: Type.String(),
    size: Type.Integer({ minimum: 0 }),
    hash: Type.String(),
    frontier: Type.String(),
    balances: Type.Record(Type.String(), Type.Number()),
    note: Type.String(),
    seen: Type.Array(Type.Object({ size: Type.Integer(), root: Type.String() })),
  }),
);

/** Atomic: a killed monitor resumes from the previous state. */
export async function writeState(file: string, state: MonitorState): Promise<void> {
  await replaceFile(file, `${JSON.stringify(state)}\n`);
}
