import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startWitness } from '../../../src/commands/witness.ts';
import { runKith } from '../../harness/process.ts';

interface AfterTest {
  after(clean: () => Promise<unknown>): void;
}

export async function tempDir(t: AfterTest): Promise<string> {
  const dir = await mkdtemp(path.join(tmpdir(), 'kith-log-'));
  t.after(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

/** Separate witnesses for one test, each with a directory and a port. */
export async function startWitnesses(t: AfterTest, logs: readonly string[], count = 3) {
  return Promise.all(
    Array.from({ length: count }, async (_, i) => {
      const dir = await tempDir(t);
      const options = { dir, host: '127.0.0.1', logs, name: `witness.example/w${i + 1}` };
      let running = await startWitness({ ...options, port: 0 });
      const port = Number(new URL(running.url).port);
      t.after(() => running.stop());
      return {
        dir,
        vkey: running.vkey,
        url: running.url,
        stop: () => running.stop(),
        start: async () => {
          running = await startWitness({ ...options, port });
        },
      };
    }),
  );
}

export type TestWitness = Awaited<ReturnType<typeof startWitnesses>>[number];

export const witnessSettings = (witnesses: readonly TestWitness[]): Record<string, string> => ({
  KITH_WITNESSES: witnesses.map(({ vkey, url }) => `${vkey}@${url}`).join(','),
});

export const policyArgs = (witnesses: readonly TestWitness[], threshold = '2-of-3'): string[] => [
  '--policy',
  threshold,
  ...witnesses.flatMap(({ vkey }) => ['--witness', vkey]),
];

export const kith = (args: string[], env: Record<string, string> = {}) => runKith(args, env);
