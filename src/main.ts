import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { admin } from './commands/admin.ts';
import { resolvers } from './commands/resolvers.ts';
import { serve } from './commands/serve.ts';
import { verifyLedger } from './commands/verify-ledger.ts';
import { voices } from './commands/voices.ts';
import { BadSetting } from './platform/config/setting.ts';
import { describeConfig, readConfig } from './settings.ts';

const usage = `usage: kith <command>

  serve                          run the utility API and the city (settings: .env.example)
  config                         print the effective settings, secrets masked
  verify-ledger <url or file>    check a whole ledger: a city's address, or an export of it
                                 [--key VKEY] the signing key, known from elsewhere  [--json]
  resolvers list                 the published sets of the resolver allow-list
  resolvers check                ask the chains whether an entry is wrong  [--set ID] [--json]
                                 [--rpc eip155:84532=https://…] for a chain without a setting
  voices                         which voices' weights are here (settings: KITH_VOICE_DIR)
  voices pull                    fetch them now instead of with the first video
  admin audit                    compare every balance with the entries, and walk the chain
  admin appeals [--all]          appeals that wait, or all of them
  admin appeals decide <id> unban|uphold --by NAME --why TEXT
                                 decide one, on record
  admin import-cashouts <file>   take over cashout requests from before AP was closed (JSON lines)
`;

/** A command line in, an exit code out. */
async function run([command, ...rest]: string[]): Promise<number> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  switch (command) {
    case 'serve':
      return rest.length > 0 ? wrong(`serve takes no argument`) : serve(readConfig(process.env));
    case 'config':
      // Read first, so that settings which would stop a start are told here too.
      readConfig(process.env);
      process.stdout.write(describeConfig(process.env));
      return 0;
    case 'verify-ledger': {
      const { values, positionals } = parseArgs({
        args: rest,
        allowPositionals: true,
        options: { key: { type: 'string' }, json: { type: 'boolean' } },
      });
      const [source, ...more] = positionals;
      if (!source || more.length > 0) return wrong('verify-ledger takes one address or file');
      return verifyLedger(source, { vkey: values.key, json: values.json });
    }
    case 'resolvers':
      return (
        (await resolvers(readConfig(process.env), rest)) ??
        wrong(`there is no command "resolvers ${rest.join(' ')}"`)
      );
    case 'voices':
      return (
        (await voices(readConfig(process.env), rest)) ??
        wrong(`there is no command "voices ${rest.join(' ')}"`)
      );
    case 'admin':
      return (
        (await admin(readConfig(process.env), rest)) ?? wrong(`there is no command "admin ${rest.join(' ')}"`)
      );
    case undefined:
    case 'help':
    case '--help':
      process.stdout.write(usage);
      return 0;
    default:
      return wrong(`there is no command "${command}"`);
  }
}

function wrong(message: string): number {
  process.stderr.write(`kith: ${message}\n\n${usage}`);
  return 2;
}

/** What an operator can mend is one line; anything else is our fault and shows where. */
function failed(error: unknown): number {
  const isTheirs = error instanceof BadSetting || (error instanceof TypeError && 'code' in error);
  const text = error instanceof Error && !isTheirs ? error.stack : (error as Error).message;
  process.stderr.write(`kith: ${text}\n`);
  return isTheirs ? 2 : 1;
}

process.exitCode = await run(process.argv.slice(2)).catch(failed);
