import { randomInt } from 'node:crypto';
import { type Kith, startKith } from '../app/kith.ts';
import type { Config } from '../app/settings.ts';
import { startProblem } from '../app/start-problem.ts';
import { systemClock } from '../platform/clock.ts';
import { createLog } from '../platform/log.ts';

/** After this a stop is no longer waited for: what was acknowledged is safe in the database's log. */
const stopMs = 9_500;

/** Runs kith until it is asked to stop. */
export async function serve(config: Config): Promise<number> {
  const log = createLog({ level: config.logLevel, pretty: process.stdout.isTTY === true });
  const { promise: asked, resolve: askToStop } = Promise.withResolvers<string>();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => askToStop(signal));
  let kith: Kith;
  try {
    kith = await startKith(config, {
      log,
      clock: systemClock,
      onLost: (error) => {
        log.fatal({ err: error }, 'the data dir was taken over');
        askToStop('lost');
      },
    });
  } catch (error) {
    const problem = startProblem(error);
    if (problem === undefined) throw error;
    process.stderr.write(`kith: ${problem}\n`);
    return 1;
  }
  process.stdout.write(banner(kith, config));
  const why = await asked;
  log.info({ why }, 'stopping');
  const timer = setTimeout(() => process.exit(1), stopMs);
  await kith.stop();
  clearTimeout(timer);
  log.info('stopped');
  return why === 'lost' ? 1 : 0;
}

/** Where client commands look unless they are told otherwise. */
const defaultCityUrl = 'http://127.0.0.1:4021';

function banner(kith: Kith, config: Config): string {
  const lines = ['', 'kith is up.'];
  if (config.roles.includes('utility')) lines.push(`  utility API  ${kith.urls.utility}`);
  if (config.roles.includes('city')) lines.push(`  city         ${kith.urls.city}`);
  lines.push(`  data         ${kith.dataDir ?? 'in the PostgreSQL of DATABASE_URL'}`);
  if (config.roles.includes('city')) {
    const isDefault = kith.urls.city === defaultCityUrl;
    const name = `agent_${randomInt(36 ** 5, 36 ** 6).toString(36)}`;
    lines.push(
      '',
      'Register a first agent:',
      `  npx kith register ${name}${isDefault ? '' : ` --city ${kith.urls.city}`}`,
    );
  }
  return `${lines.join('\n')}\n\n`;
}
