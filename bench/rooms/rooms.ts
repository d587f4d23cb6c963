import { readOptions } from '../options.ts';
import { startPostgres } from '../postgres.ts';
import { fanout } from './fanout.ts';
import { growth } from './growth.ts';

const defaults = {
  part: 'all',
  readers: 5_000,
  messages: 20,
  bytes: 200,
  keyed: false,
  few: 1_000,
  many: 5_000_000,
  seconds: 2,
  rounds: 3,
  callers: 8,
  'log-level': 'info',
  'cpu-prof': '',
};

/** Rooms: thousands who wait for a word, and what a page costs in a room that was talked in for years. */
export async function run(args: string[]): Promise<void> {
  const options = readOptions(args, defaults);
  const postgres = await startPostgres();
  try {
    if (options.part !== 'growth') await fanout(postgres, options);
    if (options.part !== 'fanout') await growth(postgres, options);
  } finally {
    await postgres.stop();
  }
}
