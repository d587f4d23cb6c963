import assert from 'node:assert/strict';
import path from 'node:path';
import { after, test } from 'node:test';
import { startKith } from '../../../src/app/kith.ts';
import { readConfig } from '../../../src/app/settings.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { createLog } from '../../../src/platform/log.ts';
import { signingKey, startApp } from '../../harness/app.ts';
import { Client, register } from '../../harness/client.ts';
import { freshDataDir } from '../../harness/data-dir.ts';
import { runKith } from '../../harness/process.ts';

interface Row {
  readonly id?: number;
  readonly seq?: number;
}

/** Agents are seen again by every call that is made here. */
const textOf = (row: object): string =>
  JSON.stringify(row, (name, value) => (name === 'last_seen_at' ? undefined : value));

/** Reads older pages of a list, as its `next` says: a reset begins it again. */
class PagedReader {
  readonly path: string;
  readonly #list: string;
  readonly #key: string;
  rows: string[] = [];
  next: string | null = '';
  resets = 0;

  constructor(path: string, list: string, key: string) {
    [this.path, this.#list, this.#key] = [path, list, key];
  }

  async readPage(city: Client): Promise<void> {
    const [base, own = 'limit=1'] = this.path.split('?');
    const answer = await city.call('GET', `${base}${this.next || `?${own}`}`, { key: this.#key });
    assert.equal(answer.status, 200, answer.text);
    const { reset, hint, epoch, next } = answer.json;
    assert.equal(typeof epoch, 'string', this.path);
    if (reset) {
      assert.match(hint, /restored from a backup/);
      this.resets++;
      this.rows = [];
    }
    this.rows.push(...answer.json[this.#list].map(textOf));
    this.next = next;
  }

  async readAll(city: Client): Promise<this> {
    do await this.readPage(city);
    while (this.next !== null);
    return this;
  }
}

/** Reads a list as the docs say: by position, and after a reset from the position that the server names. */
class ListReader {
  readonly #path: string;
  readonly #list: string;
  readonly #key: string;
  #rows: { at: number; row: Row }[] = [];
  #resets = 0;

  constructor(path: string, list: string, key: string) {
    [this.#path, this.#list, this.#key] = [path, list, key];
  }

  get resets(): number {
    return this.#resets;
  }
  get texts(): string[] {
    return this.#rows.map(({ row }) => textOf(row));
  }
  get position(): number {
    return this.#rows.at(-1)?.at ?? 0;
  }

  async readAll(city: Client): Promise<this> {
    for (;;) {
      const answer = await city.call('GET', `${this.#path}since_id=${this.position}&limit=3`, {
        key: this.#key,
      });
      assert.equal(answer.status, 200, answer.text);
      const { reset, reset_to } = answer.json;
      if (reset) {
        this.#resets++;
        this.#rows = this.#rows.filter(({ at }) => at <= reset_to);
      }
      const rows: Row[] = answer.json[this.#list];
      this.#rows.push(...rows.map((row) => ({ at: row.id ?? row.seq ?? 0, row })));
      if (rows.length === 0) return this;
    }
  }
}

test('after a restore every reader ends with exactly what the city holds, and no id names two things', async (t) => {
  const dir = await freshDataDir({ after });
  const app = await startApp(t, {
    env: { KITH_DATA_DIR: path.join(dir, 'data'), KITH_TRUST_PROXY: '127.0.0.1' },
  });
  const [ada, bob] = [await register(app.city, 'ada'), await register(app.city, 'bob')];
  const write = async (city: Client, mark: string, count: number) => {
    await register(city, `${mark}_agent`);
    const product = { title: `${mark} notes`, body: 'x', kind: 'text', content: 'x', price: 1 };
    const job = { kind: 'ask', title: `${mark} work`, body: 'x', price: 1, effort: 'quick' };
    for (const [method, path, body] of [
      ['POST', '/api/products', product],
      ['POST', '/api/exchange', job],
      ['PUT', `/api/memory/${mark}`, { value: 'x' }],
      ['POST', '/api/rooms', { name: `${mark}-room`, topic: 'x' }],
    ] as const) {
      const answer = await city.call(method, path, { key: ada.api_key, body });
      assert.ok(answer.status < 300, answer.text);
    }
    for (let n = 0; n < count; n++) {
      const text = { body: `${mark} ${n} @bob` };
      const calls: [string, object][] = [
        ['/api/rooms/lobby/messages', text],
        ['/api/dms', { to: 'bob', ...text }],
        ['/api/tip', { to: 'bob', amount: 1 }],
      ];
      for (const [path, body] of calls) {
        const answer = await city.call('POST', path, { key: ada.api_key, body });
        assert.equal(answer.status, 201, answer.text);
      }
    }
  };
  const joined = await app.city.call('POST', '/api/rooms/lobby/join', { key: ada.api_key, body: {} });
  assert.ok(joined.status < 300, joined.text);
  const readers = () => [
    new ListReader('/api/rooms/lobby/messages?', 'messages', bob.api_key),
    new ListReader('/api/dms?with=ada&', 'messages', bob.api_key),
    new ListReader('/api/events?', 'events', bob.api_key),
    new ListReader('/api/ledger?', 'entries', bob.api_key),
  ];

  const pagedReaders = () => [
    new PagedReader('/api/rooms?limit=1', 'rooms', ada.api_key),
    new PagedReader('/api/dms?with=ada&limit=2', 'messages', bob.api_key),
    new PagedReader('/api/inbox', 'events', bob.api_key),
    new PagedReader('/api/exchange', 'jobs', bob.api_key),
    new PagedReader('/api/exchange?sort=pays&limit=1', 'jobs', bob.api_key),
    new PagedReader('/api/products', 'products', bob.api_key),
    new PagedReader('/api/agents', 'agents', bob.api_key),
    new PagedReader('/api/search?q=work&in=jobs&limit=1', 'results', bob.api_key),
    new PagedReader('/api/points?limit=2', 'ledger', bob.api_key),
    new PagedReader('/api/ledger?limit=4', 'entries', bob.api_key),
    new PagedReader('/api/memory?limit=1', 'keys', ada.api_key),
  ];

  await write(app.city, 'before', 1);
  await write(app.city, 'kept', 4);
  const current = readers();
  for (const reader of current) await reader.readAll(app.city);
  const place = path.join(dir, 'backups');
  const env = {
    DATABASE_URL: app.database.url,
    KITH_SIGNING_KEY: signingKey,
    KITH_DATA_DIR: path.join(dir, 'data'),
  };
  const taken = await runKith(['admin', 'backup', place], env);
  assert.equal(taken.code, 0, taken.stderr);
  await write(app.city, 'lost', 5);
  const ahead = readers();
  for (const reader of ahead) await reader.readAll(app.city);
  const paged = pagedReaders();
  for (const reader of paged) await reader.readPage(app.city);
  const seen = Math.max(...ahead.slice(0, 3).map(({ position }) => position));

  const to = path.join(dir, 'restored');
  const restored = await runKith(['admin', 'restore', place], { KITH_DATA_DIR: to });
  assert.equal(restored.code, 0, restored.stderr);
  const config = readConfig({
    KITH_DATA_DIR: to,
    KITH_CITY_PORT: '0',
    KITH_UTILITY_PORT: '0',
    KITH_SELFTEST_INTERVAL_S: '0',
    KITH_VIDEO_SAMPLES: '0',
  });
  const kith = await startKith(config, {
    log: createLog({ level: 'silent' }),
    clock: systemClock,
  });
  t.after(() => kith.stop());
  const city = new Client(kith.listens.city);

  // Before anything new is written, and again after it.
  for (const reader of ahead) await reader.readAll(city);
  assert.deepEqual(
    ahead.map(({ resets }) => resets),
    [1, 1, 1, 1],
    'those who saw what is lost are told',
  );
  await write(city, 'new', 4);
  for (const reader of paged) {
    assert.ok(reader.next, `${reader.path} has a second page`);
    await reader.readAll(city);
    assert.equal(reader.resets, 1, reader.path);
  }
  for (const [n, reader] of pagedReaders().entries()) {
    const { rows } = await reader.readAll(city);
    assert.deepEqual(paged[n]!.rows, rows, reader.path);
  }
  const fresh = readers();
  for (const reader of [...fresh, ...ahead, ...current]) await reader.readAll(city);
  for (const [n, { texts, position }] of fresh.entries()) {
    assert.ok(texts.some((text) => text.includes('new') || n === 3));
    assert.deepEqual(ahead[n]!.texts, texts, 'a reader that saw what is lost');
    assert.deepEqual(current[n]!.texts, texts, 'a reader that did not');
    if (n < 3) assert.ok(position > seen, 'ids continue above those that were seen');
  }
  assert.deepEqual(
    current.map(({ resets }) => resets),
    [0, 0, 0, 0],
  );
  const newest = await city.call('GET', '/api/events?limit=2', { key: bob.api_key });
  assert.equal(newest.json.events.length, 2, 'the newest events are still found without a position');
});
