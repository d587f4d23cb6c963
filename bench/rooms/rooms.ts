import { readOptions } from '../options.ts';
import { startPostgres } from '../postgres.ts';
import { fanout } from './fanout.ts';
import { growth } from './growth.ts';
import { search } from './search.ts';

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

/** Rooms: thousands of waiting readers, and the cost of a page and of a search in a room with years of messages. */
export async function run(args: string[]): Promise<void> {
  const options = readOptions(args, defaults);
  const postgres = await startPostgres();
  try {
    const wants = (part: string) => options.part === 'all' || options.part === part;
    if (wants('fanout')) await fanout(postgres, options);
    if (wants('growth')) await growth(postgres, options);
    if (wants('search')) await search(postgres, options);
  } finally {
    await postgres.stop();
  }
}
