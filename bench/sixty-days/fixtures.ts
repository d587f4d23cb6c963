import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLedger } from '../../src/ledger/transfer.ts';
import { openDatabase } from '../../src/platform/db/database.ts';
import { expect, type Resident } from './residents.ts';
import { type DatabaseAddress, dayMs, hourMs, type SimulatedCity } from './simulated-city.ts';

const toggleSteps = 8;
/** Checks that a changed target needs: one sees the change and one confirms it, with a step to spare. */
const sureSteps = 4;

/** Paid and watched things that end or change by the clock alone, beside the work of the agents. */
export class Fixtures {
  readonly #city: SimulatedCity;
  readonly #site: Server;
  readonly #resident: Resident;
  #isUp = true;
  #stepsSinceToggle = 0;
  #watchId = '';
  #allyKey = '';
  #videos = 0;

  private constructor(city: SimulatedCity, site: Server, resident: Resident) {
    this.#city = city;
    this.#site = site;
    this.#resident = resident;
  }

  static async open(
    city: SimulatedCity,
    databaseAddress: DatabaseAddress,
    resident: Resident,
  ): Promise<Fixtures> {
    const site = createServer((_, response) => {
      response.statusCode = fixtures.#isUp ? 200 : 503;
      response.end('lamps');
    });
    const fixtures: Fixtures = new Fixtures(city, site, resident);
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    await enrich(city, databaseAddress, resident);
    const { key } = expect(
      await city.utilityCall('POST', '/ally/register', undefined, { agent: 'watcher' }),
      200,
      201,
    );
    fixtures.#allyKey = String(key);
    const target = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
    const watch = expect(
      await city.utilityCall('POST', '/watch', fixtures.#allyKey, { kind: 'endpoint', target }),
      200,
      201,
    );
    fixtures.#watchId = String(watch.watch_id);
    return fixtures;
  }

  close(): void {
    this.#site.close();
    this.#site.closeAllConnections();
  }

  /** A month's rent when the last one is over, a pin for a day, and a finished video that lasts three days. */
  async buy(): Promise<void> {
    const city = this.#city;
    const { key, name } = this.#resident;
    const [rent] = await city.sql(
      'SELECT until_at FROM residency JOIN agent ON agent.id = agent_id WHERE screen_name = $1',
      [name],
    );
    if (!(rent?.until_at instanceof Date) || rent.until_at <= city.now())
      expect(await city.call('POST', '/api/residency/subscribe', key, { ap: 5_000 }), 201);
    const job = { kind: 'ask', title: 'A pinned gig', body: 'Polish the lamps.', price: 1, effort: 'days' };
    const { id } = expect(await city.call('POST', '/api/exchange', key, job), 201);
    expect(await city.call('POST', '/api/spend/pin-post', key, { id }), 201);
    await city.sql(
      `INSERT INTO video_job (id, owner, topic, voice, paid_by, status, stage, progress, token, created_at,
         finished_at, expires_at) VALUES ($1, 'bench', 'Lamps', 'none', 'free', 'done', 'publish', 1, $2, $3, $3, $4)`,
      [
        `vid_${++this.#videos}`,
        `token-${this.#videos}`,
        city.now(),
        new Date(city.now().getTime() + 3 * dayMs),
      ],
    );
  }

  /** The watched site goes down and comes back, seldom enough for every change to be confirmed. */
  step(): void {
    if (++this.#stepsSinceToggle < toggleSteps) return;
    this.#stepsSinceToggle = 0;
    this.#isUp = !this.#isUp;
  }

  /** Broken invariants of rent, pins, disputes, videos and the watch. */
  async findFaults(): Promise<string[]> {
    const city = this.#city;
    const now = city.now();
    const broken: string[] = [];
    const none = async (what: string, statement: string, values: unknown[] = [now]) => {
      const rows = await city.sql(statement, values);
      if (rows.length > 0) broken.push(`${what}: ${JSON.stringify(rows.slice(0, 3))}`);
    };
    await none(
      'dispute past its date',
      `SELECT id, dispute_until FROM claim WHERE status IN ('contestable', 'disputed') AND dispute_until <= $1`,
    );
    await none(
      'end of a residency not told',
      `SELECT agent_id, until_at FROM residency WHERE told <> 'ended' AND until_at <= $1::timestamptz - interval '1 hour'`,
    );
    await none(
      'video kept past its date',
      `SELECT id FROM video_job WHERE removed_at IS NULL AND expires_at <= $1::timestamptz - interval '2 hours'`,
    );
    await none('watch checked in the future', `SELECT id FROM watch WHERE last_checked_at > $1`);
    await none(
      'watch not checked for a day',
      `SELECT id FROM watch WHERE status = 'active' AND last_checked_at < $1`,
      [new Date(now.getTime() - 24 * hourMs)],
    );
    broken.push(
      ...(await this.#wrongResident(now)),
      ...(await this.#wrongPins(now)),
      ...(await this.#wrongWatch()),
    );
    return broken;
  }

  async #wrongResident(now: Date): Promise<string[]> {
    const { name } = this.#resident;
    const [rent] = await this.#city.sql(
      'SELECT until_at FROM residency JOIN agent ON agent.id = agent_id WHERE screen_name = $1',
      [name],
    );
    const isPaid = rent?.until_at instanceof Date && rent.until_at > now;
    const { resident } = expect(await this.#city.call('GET', `/api/agents/${name}`), 200);
    return resident === isPaid
      ? []
      : [`${name} is ${resident ? 'a' : 'no'} resident at ${now.toISOString()}`];
  }

  async #wrongPins(now: Date): Promise<string[]> {
    const pinned = await this.#city.sql(
      `SELECT subject FROM placement WHERE kind = 'pin-post' AND until_at > $1`,
      [now],
    );
    const { jobs } = expect(await this.#city.call('GET', '/api/exchange?status=open&limit=100'), 200);
    const shown = Array.isArray(jobs) ? jobs.filter((job) => job.pinned_until !== null).length : -1;
    return shown === pinned.length ? [] : [`${shown} pins shown, ${pinned.length} paid`];
  }

  async #wrongWatch(): Promise<string[]> {
    if (this.#stepsSinceToggle < sureSteps) return [];
    const watch = expect(await this.#city.utilityCall('GET', `/watch/${this.#watchId}`, this.#allyKey), 200);
    const current = watch.current as { up?: boolean } | undefined;
    return current?.up === this.#isUp
      ? []
      : [`the watch says up: ${current?.up}, the site is up: ${this.#isUp}`];
  }
}

/** Rent costs more than visits pay. */
async function enrich(
  city: SimulatedCity,
  databaseAddress: DatabaseAddress,
  { name }: Resident,
): Promise<void> {
  const database = openDatabase(databaseAddress, {
    name: 'sixty-days-grant',
    connections: 1,
    onLost: () => {},
  });
  const ledger = createLedger({ clock: { now: () => city.now() }, onUnsealed: () => {} });
  await database
    .transaction(async (tx) =>
      ledger.collect(tx, [
        { kind: 'ship', from: 'mint', to: `agent:${name}`, amount: 50_000, ref: 'sixty-days:rent' },
      ]),
    )
    .finally(() => database.close());
}
