import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { Client } from './client.ts';
import { freshDatabase, type TestDatabase } from './database.ts';

interface MeasuredApp {
  readonly city: Client;
  readonly utility: Client;
  readonly database: TestDatabase;
  /** CPU time in ms of the longest piece of work of its main thread since the last call. */
  longestPiece(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts the app in a process of its own: the test's work does not count as the server's. */
export async function startMeasuredApp(env: Record<string, string>): Promise<MeasuredApp> {
  const database = await freshDatabase();
  const settings = JSON.stringify({ env, database });
  const child = fork(path.join(import.meta.dirname, 'measured-process.ts'), [settings], { execArgv: [] });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the measured app ended with ${code}`);
  });
  ended.catch(() => {});
  const answer = async () => (await Promise.race([once(child, 'message'), ended]))[0];
  const { city, utility } = await answer();
  return {
    city: new Client(city),
    utility: new Client(utility),
    database,
    longestPiece: async () => {
      child.send('read');
      return (await answer()).longest;
    },
    stop: async () => {
      child.send('stop');
      await ended.catch(() => {});
      await database.drop();
    },
  };
}
