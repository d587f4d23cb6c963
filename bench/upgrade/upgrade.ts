import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { addAgents, giveAp, joinRoom } from '../agents.ts';
import { readOptions } from '../options.ts';
import { databaseUrl, query, startPostgres } from '../postgres.ts';
import { printTable } from '../table.ts';
import { UpgradeLoad } from './load.ts';
import { type Running, thisVersion, versionOf } from './version.ts';

const defaults = { from: '', callers: 8, seconds: 5, processes: 2 };
/** Before the first release: the last commit with a schema to which all later migrations only add. */
const beforeReleases = '9416dde';

/**
 * A rolling upgrade under load: `kith migrate` with this version, then processes of an earlier version are replaced one
 * by one.
 */
export async function run(args: string[]): Promise<void> {
  const options = readOptions(args, defaults);
  const postgres = await startPostgres();
  const stops: (() => Promise<unknown>)[] = [() => postgres.stop()];
  try {
    const databaseAddress = await postgres.create('upgrade');
    const env = {
      DATABASE_URL: databaseUrl(databaseAddress),
      KITH_SIGNING_KEY: '22'.repeat(32),
      KITH_CITY_PORT: '0',
      KITH_UTILITY_PORT: '0',
      KITH_SELFTEST_INTERVAL_S: '0',
      KITH_DATA_DIR: path.join(postgres.dir, 'files'),
      KITH_MIGRATE_AT_START: '0',
      KITH_LOG_LEVEL: 'warn',
    };
    const [before, after] = [await versionOf(options.from || lastRelease(), postgres.dir), thisVersion()];
    before.run(['migrate'], env);
    const agents = await addAgents(databaseAddress, 2_000);
    await joinRoom(databaseAddress, 'lobby');
    await giveAp(databaseAddress, 1_000);

    let running: Running[] = [];
    stops.push(() => Promise.all(running.map((each) => each.stop())));
    for (let at = 0; at < options.processes; at++)
      running.push(await before.serve(env, path.join(postgres.dir, `before-${at}.log`)));
    const load = new UpgradeLoad(() => running.map(({ city }) => city), agents);
    load.start(options.callers);
    await sleep(options.seconds * 1_000);
    const applied = JSON.parse(after.run(['migrate', '--json'], env)).applied as string[];
    await sleep(options.seconds * 1_000);
    const exits: (number | null)[] = [];
    for (const [at, old] of running.entries()) {
      const started = await after.serve(
        { ...env, KITH_PROCESSES: '1' },
        path.join(postgres.dir, `after-${at}.log`),
      );
      running = running.map((each) => (each === old ? started : each));
      exits.push(await old.stop());
      await sleep(options.seconds * 1_000);
    }
    await load.stop();
    const [kept] = await query<{ messages: string; distinct: string }>(
      databaseAddress,
      `SELECT count(*) AS messages, count(DISTINCT body) AS distinct FROM message WHERE body = ANY ($1)`,
      [[...load.tally.messages]],
    );
    const [tips] = await query<{ tips: string }>(
      databaseAddress,
      `SELECT count(*) AS tips FROM ledger_entry WHERE from_account LIKE 'agent:bench_%' AND to_account LIKE 'agent:bench_%'`,
    );
    printTable(
      `${options.processes} processes of ${before.name} replaced one by one, ${options.callers} callers; ${applied.length} migrations: ${applied.join(', ')}`,
      ['answer', 'times'],
      [...load.tally.answers].sort().map(([name, times]) => [name, String(times)]),
    );
    const allowed = /^20\d$|^503 with retry-after$|^connection closed/;
    const faults = [
      ...[...load.tally.answers.keys()]
        .filter((name) => !allowed.test(name))
        .map((name) => `answers ${name}`),
      ...exits.filter((code) => code !== 0).map((code) => `an old process ended with ${code}`),
      ...(Number(kept?.messages) === load.tally.messages.size ? [] : ['a message was lost or duplicated']),
      ...(Number(tips?.tips) === load.tally.tips
        ? []
        : [`${tips?.tips} tips are stored, ${load.tally.tips} were acknowledged`]),
    ];
    console.log(
      `\n${load.tally.messages.size} messages and ${load.tally.tips} tips were acknowledged; stored: ${kept?.messages} and ${tips?.tips}.`,
    );
    console.log(faults.length === 0 ? 'Nothing else was refused.' : `FAULTS: ${faults.join('; ')}`);
    if (faults.length > 0) process.exitCode = 1;
  } finally {
    for (const stop of stops.reverse()) await stop().catch(console.error);
  }
}

/** The newest tag, once there is one. */
function lastRelease(): string {
  const tags = execFileSync('git', ['tag', '--list', 'v*', '--sort=-v:refname'], { encoding: 'utf8' });
  return tags.split('\n')[0] || beforeReleases;
}
