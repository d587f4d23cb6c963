import { existsSync } from 'node:fs';
import { serve } from './commands/serve.ts';
import { BadSetting } from './platform/config/setting.ts';
import { describeConfig, readConfig } from './settings.ts';

const usage = `usage: kith <command>

  serve     run the utility API and the city (settings: .env.example)
  config    print the effective settings, secrets masked
`;

/** A command line in, an exit code out. */
async function run([command, ...rest]: string[]): Promise<number> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  if (rest.length > 0) return fail(`${command} takes no argument "${rest[0]}"\n${usage}`);
  switch (command) {
    case 'serve':
      return serve(readConfig(process.env));
    case 'config':
      process.stdout.write(describeConfig(readConfig(process.env)));
      return 0;
    case undefined:
    case 'help':
    case '--help':
      process.stdout.write(usage);
      return 0;
    default:
      return fail(`there is no command "${command}"\n${usage}`);
  }
}

function fail(message: string): number {
  process.stderr.write(`kith: ${message}\n`);
  return 2;
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  process.exitCode = error instanceof BadSetting ? fail(error.message) : 1;
  if (!(error instanceof BadSetting))
    process.stderr.write(`kith: ${error instanceof Error ? error.stack : error}\n`);
}
