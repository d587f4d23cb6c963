import type { Config } from '../app/settings.ts';
import { explainStartError } from '../app/start-errors.ts';
import { joinStorage } from '../app/storage.ts';
import { createLog } from '../platform/log.ts';

/** Applies migrations and exits, so that a rollout can run it before starting the new version. */
export async function migrateCommand(config: Config, { json }: { json: boolean }): Promise<number> {
  const log = createLog({ level: 'warn', destination: process.stderr });
  try {
    const { applied, close } = await joinStorage({ ...config, migrateAtStart: true }, { log });
    await close();
    process.stdout.write(json ? `${JSON.stringify({ applied })}\n` : formatApplied(applied));
    return 0;
  } catch (error) {
    const problem = explainStartError(error);
    if (problem === undefined) throw error;
    process.stderr.write(`kith: ${problem}\n`);
    return 1;
  }
}

const formatApplied = (applied: readonly string[]): string =>
  applied.length === 0
    ? 'The schema is up to date.\n'
    : `${applied.map((name) => `applied ${name}`).join('\n')}\n`;
