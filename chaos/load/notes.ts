import { createHash } from 'node:crypto';
import type { Load, Worker } from './load.ts';
import { type ChaosAgent, company } from './population.ts';

const keysPerRound = 4;
const hashOf = (value: string): string => createHash('sha256').update(value).digest('hex');

/**
 * A client of one agent's private memory and of its company's: it reads a note and writes it with the hash that it
 * read, like the other clients of the same key.
 */
export const notes = (load: Load, { key, name }: ChaosAgent, round: string, client: string): Worker => ({
  async turn(n) {
    const isShared = n % 2 === 0;
    const note = `${round}-${n % keysPerRound}`;
    const path = `${isShared ? `/api/projects/${company}/memory` : '/api/memory'}/${note}`;
    const register = `${isShared ? company : name} ${note}`;
    const { answer, times } = await load.time(client, { method: 'GET', path, key });
    if (!answer || (answer.status !== 200 && answer.status !== 404)) return;
    const read = answer.status === 404 ? null : (JSON.parse(answer.text) as { hash: string }).hash;
    load.history.notes.push({ ...times, key: register, read });
    const value = `${client} of ${round} writes ${n}`;
    const body = { value, if_hash: read };
    const { times: written, refused } = await load.timeChange(
      client,
      { method: 'PUT', path, key, idempotencyKey: value, body },
      ({ headers }) => headers['x-error-code'] === 'hash_mismatch',
    );
    const operation = { ...written, key: register, write: hashOf(value), over: read };
    load.history.notes.push({ ...operation, ...(refused && { refused }) });
  },
});
