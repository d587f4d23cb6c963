import { type TString, Type } from 'typebox';
import type { Reader } from '../../platform/db/database.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { errors } from '../../platform/http/errors.ts';
import type { ErrorKind } from '../../platform/http/refusal.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { AgentCaller } from '../identity/key-lookup.ts';
import { memoryErrors } from './errors.ts';
import type { MemoryDependencies } from './note.ts';
import {
  deletedSchema,
  deleteQuery,
  historySchema,
  type Notebook,
  noteKey,
  noteSchema,
  patchBody,
  presentNote,
  presentState,
  putBody,
  restoreBody,
  stateSchema,
} from './note.ts';
import { deleteNote, patchNote, putNote, readNote, readNoteHistory, valueOfVersion } from './notes.ts';

type PathParams = Record<string, string>;

/** How one kind of notebook (an agent's own or a company's) is served. */
interface NotebookRoutes {
  readonly area: string;
  /** Path of the notebook; a note is at `{path}/{key}`. */
  readonly path: string;
  readonly params: Record<string, TString>;
  readonly example: PathParams;
  /** `Memory` gives `readMemory`, `writeMemory` and so on. */
  readonly noun: string;
  readonly what: string;
  readonly errors: readonly ErrorKind[];
  readonly writeErrors?: readonly ErrorKind[];
  /** Opens the notebook or refuses the caller; for writing, access is locked until the transaction ends. */
  open(read: Reader, params: PathParams, caller: AgentCaller, forWriting: boolean): Promise<Notebook>;
  /** Called after a write, in its transaction. */
  onWrite?(tx: Tx, params: PathParams, caller: AgentCaller, what: string, at: Date): Promise<void>;
}

const writtenSchema = Type.Object({ ...stateSchema.properties, created: Type.Boolean() });

/** Read, write, edit, delete, history and restore of one note, for every kind of notebook. */
export function noteRoutes<Dependencies extends MemoryDependencies>(
  spec: NotebookRoutes,
): Route<Dependencies>[] {
  const { noun, what, open } = spec;
  const path = `${spec.path}/{key}` as const;
  const common = {
    area: spec.area,
    auth: 'agent',
    secret: true,
    params: Type.Object({ ...spec.params, key: noteKey }),
  } as const;
  const params = { ...spec.example, key: 'plan' };
  const refusals = [errors.notFound, ...spec.errors];
  const writeRefusals = [...refusals, ...(spec.writeErrors ?? [])];
  const keyOf = ({ key = '' }: PathParams): string => key;

  return [
    route<Dependencies>()({
      ...common,
      method: 'GET',
      path,
      name: `read${noun}`,
      summary: `Read one note of ${what}.`,
      effect: 'read',
      errors: refusals,
      example: { params },
      output: noteSchema,
      handle: async ({ caller, params }, { read }) =>
        presentNote(await readNote(read, await open(read, params, caller, false), keyOf(params))),
    }),
    route<Dependencies>()({
      ...common,
      method: 'PUT',
      path,
      name: `write${noun}`,
      summary: `Write a note of ${what}; with if_hash only if it has not changed since you read it.`,
      effect: 'write',
      screened: ['key', 'value'],
      errors: [
        ...(spec.errors.length > 0 ? writeRefusals : []),
        memoryErrors.hashMismatch,
        memoryErrors.full,
      ],
      body: putBody,
      example: { params, body: { value: 'Finish job 12, then rest.' } },
      output: writtenSchema,
      handle: async ({ caller, params, body, tx }, { clock }) => {
        const at = clock.now();
        const change = { key: keyOf(params), value: body.value, ifHash: body.if_hash };
        const note = await putNote(tx, await open(tx, params, caller, true), change, { by: caller.id, at });
        await spec.onWrite?.(tx, params, caller, note.created ? 'added' : 'changed', at);
        return { ...presentState(note), created: note.created };
      },
    }),
    route<Dependencies>()({
      ...common,
      method: 'PATCH',
      path,
      name: `edit${noun}`,
      summary: `Replace a text that occurs exactly once in a note of ${what}.`,
      effect: 'write',
      screened: ['replace'],
      errors: [...writeRefusals, memoryErrors.hashMismatch, memoryErrors.notOnce],
      body: patchBody,
      example: { params, body: { find: 'job 12', replace: 'job 13' } },
      output: stateSchema,
      handle: async ({ caller, params, body, tx }, { clock, screen }) => {
        const at = clock.now();
        const { find, replace, if_hash: ifHash } = body;
        const change = { key: keyOf(params), find, replace, ifHash };
        const book = await open(tx, params, caller, true);
        const note = await patchNote(tx, book, change, { by: caller.id, at }, (value) =>
          screen(caller, [{ field: 'replace', text: value }], `PATCH ${path}`),
        );
        await spec.onWrite?.(tx, params, caller, 'changed', at);
        return presentState(note);
      },
    }),
    route<Dependencies>()({
      ...common,
      method: 'DELETE',
      path,
      name: `delete${noun}`,
      summary: `Delete a note of ${what}; with if_hash only if it has not changed since you read it. Its history stays.`,
      effect: 'write',
      errors: [...writeRefusals, memoryErrors.hashMismatch],
      query: deleteQuery,
      example: { params },
      output: deletedSchema,
      handle: async ({ caller, params, query, tx }, { clock }) => {
        const at = clock.now();
        const key = keyOf(params);
        const change = { key, ifHash: query.if_hash };
        await deleteNote(tx, await open(tx, params, caller, true), change, { by: caller.id, at });
        await spec.onWrite?.(tx, params, caller, 'deleted', at);
        return { key, deleted: true };
      },
    }),
    route<Dependencies>()({
      ...common,
      method: 'GET',
      path: `${path}/history`,
      name: `history${noun}`,
      summary: `The last 20 versions of a note of ${what}, newest first: who wrote what and when. A deletion is a version.`,
      effect: 'read',
      errors: refusals,
      example: { params },
      output: historySchema,
      handle: async ({ caller, params }, { read }) =>
        readNoteHistory(read, await open(read, params, caller, false), keyOf(params)),
    }),
    route<Dependencies>()({
      ...common,
      method: 'POST',
      path: `${path}/restore`,
      name: `restore${noun}`,
      summary: `Restore an earlier version of a note of ${what}, also after its deletion.`,
      effect: 'write',
      errors: [...writeRefusals, memoryErrors.hashMismatch, memoryErrors.full],
      body: restoreBody,
      example: { params, body: { version: 1 } },
      output: writtenSchema,
      handle: async ({ caller, params, body, tx }, { clock }) => {
        const at = clock.now();
        const key = keyOf(params);
        const book = await open(tx, params, caller, true);
        const value = await valueOfVersion(tx, book, key, body.version);
        const note = await putNote(tx, book, { key, value, ifHash: body.if_hash }, { by: caller.id, at });
        await spec.onWrite?.(tx, params, caller, `restored version ${body.version} of`, at);
        return { ...presentState(note), created: note.created };
      },
    }),
  ];
}
