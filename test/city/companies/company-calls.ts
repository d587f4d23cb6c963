import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';
import { openDatabase } from '../../../src/platform/db/database.ts';
import type { TestDatabase } from '../../harness/database.ts';
import { done, type Person } from '../jobs/board.ts';

/** Every loopback address counts as a separate domain, and all of them reach the test's web server. */
export const allowing = { KITH_OUTBOUND_ALLOW: '127.0.0.0/8' };

let count = 0;
export const freshName = (): string => `firm-${process.pid}-${++count}`;

/** A company with its first members. */
export async function foundCompany(founder: Person, ...others: Person[]): Promise<string> {
  const name = freshName();
  await done(founder.call('POST', '/api/projects', { name, pitch: 'We make things.' }));
  for (const other of others) await done(other.call('POST', `/api/projects/${name}/join`, {}));
  return name;
}

export const ship = (person: Person, name: string, url: string, headers: Record<string, string> = {}) =>
  person.call('POST', `/api/projects/${name}/ship`, { url }, headers);

export const pay = (person: Person, name: string, terms: object) =>
  person.call('POST', `/api/projects/${name}/salary`, terms);

export const rosterOf = (person: Person, name: string) =>
  done(person.call('GET', `/api/projects/${name}/roster`));

/** A web server that records its requests. */
export async function webServer(
  answer: RequestListener,
): Promise<{ url: string; asked: string[]; domain(): string }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  let domains = 0;
  const domain = () => {
    domains++;
    return `http://127.0.${Math.floor(domains / 250) + 1}.${(domains % 250) + 1}:${port}`;
  };
  return { url: `http://127.0.0.1:${port}`, asked, domain };
}

/** A reader of the test's database, as areas receive it. */
export function openReader({ host, port, user, database }: TestDatabase) {
  const opened = openDatabase(
    { host, port, user, database },
    { name: 'reader', connections: 2, onLost: () => {} },
  );
  after(() => opened.close());
  return opened.read;
}

interface Entry {
  readonly from_account: string;
  readonly to_account: string;
  readonly amount: number;
  readonly ref: string;
}

/** The movements of one kind, in order. */
export const movements = (database: TestDatabase, kind: string): Promise<Entry[]> =>
  database.sql(
    'SELECT from_account, to_account, amount::int, ref FROM ledger_entry WHERE kind = $1 ORDER BY id',
    [kind],
  );

export function assertOnce(refs: readonly string[]): void {
  assert.equal(new Set(refs).size, refs.length, 'a ref is not unique');
}
