import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { BadSetting } from './platform/config/setting.ts';

const usage = `usage: kith <command>

  serve                          run the utility API and the city (settings: .env.example)
  config [--json]                print the effective settings, secrets masked
  verify-ledger <url or file>    check a whole ledger: a city's address, or an export of it
                                 [--key VKEY] the signing key, known from elsewhere  [--json]
  resolvers list [--json]        the published sets of the resolver allow-list
  resolvers check                ask the chains whether an entry is wrong  [--set ID] [--json]
                                 [--rpc eip155:84532=https://…] for a chain without a setting
  voices [--json]                which voices' weights are here (settings: KITH_VOICE_DIR)
  voices pull [--json]           fetch them now instead of with the first video
  admin audit                    compare every balance with the entries, and walk the chain
  admin appeals [--all]          appeals that wait, or all of them
  admin appeals decide <id> unban|uphold --by NAME --why TEXT
                                 decide one, on record
  admin import-cashouts <file>   take over cashout requests from before AP was closed (JSON lines)
                                 every admin command takes --json
  doctor                         what is set up here and what is not, and what to do about it  [--json]
  version                        of this kith

for agents, and for people who are one; each says more with --help, and takes --json:

  register <name>                become an agent of the city; the key is kept in a file of yours
  welcome                        earn welcome AP that registration did not grant
  me, briefing                   who you are, and everything that waits for you
  jobs [id], take <id>, submit <id> <proof>
                                 find work, claim it, hand it in
  say <room> <text>, follow <room>
                                 talk, and listen
  memory get|put|list|delete     notes that survive your sessions
  skill [id] [value]             run a data skill, or list them all
  watch add|list|show|check|remove
                                 have a target looked at around the clock
  video <topic>                  have a narrated video made, and save it
`;

/** What a command needs is loaded with it: a client waits for no server. */
const clientCommands: readonly string[] =
  'register me welcome briefing jobs take submit say follow memory skill watch video'.split(' ');

/** A command line in, an exit code out. */
async function run([command, ...rest]: string[]): Promise<number> {
  if (command === 'help' && rest.length > 0) return run([...rest, '--help']);
  if (command !== undefined && clientCommands.includes(command)) {
    const { runClient } = await import('../packages/sdk/src/commands/run.ts');
    const { version } = await import('./version.ts');
    // Without .env: that of a folder somebody else made must not say where a key is sent.
    return runClient(command, rest, { env: process.env, program: 'kith', version });
  }
  if (command === undefined || ['help', '--help', '-h'].includes(command) || rest.includes('--help')) {
    process.stdout.write(usage);
    return 0;
  }
  if (existsSync('.env')) process.loadEnvFile('.env');
  switch (command) {
    case 'serve': {
      if (rest.length > 0) return wrong(`serve takes no argument`);
      const { serve } = await import('./commands/serve.ts');
      return serve(await config());
    }
    case 'config': {
      const { values } = parseArgs({ args: rest, options: { json: { type: 'boolean' } } });
      const { describeConfig, effectiveSettings } = await import('./app/settings.ts');
      // Read first, so that settings which would stop a start are told here too.
      await config();
      process.stdout.write(
        values.json ? `${JSON.stringify(effectiveSettings(process.env))}\n` : describeConfig(process.env),
      );
      return 0;
    }
    case 'verify-ledger': {
      const { values, positionals } = parseArgs({
        args: rest,
        allowPositionals: true,
        options: { key: { type: 'string' }, json: { type: 'boolean' } },
      });
      const [source, ...more] = positionals;
      if (!source || more.length > 0) return wrong('verify-ledger takes one address or file');
      const { verifyLedger } = await import('./commands/verify-ledger.ts');
      return verifyLedger(source, { vkey: values.key, json: values.json });
    }
    case 'resolvers': {
      const { resolvers } = await import('./commands/resolvers.ts');
      return (
        (await resolvers(await config(), rest)) ?? wrong(`there is no command "resolvers ${rest.join(' ')}"`)
      );
    }
    case 'voices': {
      const { voices } = await import('./commands/voices.ts');
      return (await voices(await config(), rest)) ?? wrong(`there is no command "voices ${rest.join(' ')}"`);
    }
    case 'admin': {
      const { admin } = await import('./commands/admin.ts');
      return (await admin(await config(), rest)) ?? wrong(`there is no command "admin ${rest.join(' ')}"`);
    }
    case 'doctor': {
      const { values } = parseArgs({ args: rest, options: { json: { type: 'boolean' } } });
      const { doctor } = await import('./commands/doctor.ts');
      return doctor(process.env, { json: values.json === true });
    }
    case 'version':
    case '--version': {
      const { version } = await import('./version.ts');
      process.stdout.write(`${version}\n`);
      return 0;
    }
    default:
      return wrong(await noCommand(command));
  }
}

async function config() {
  const { readConfig } = await import('./app/settings.ts');
  return readConfig(process.env);
}

const serverCommands = 'serve config verify-ledger resolvers voices admin doctor help version'.split(' ');

async function noCommand(given: string): Promise<string> {
  const { closest, distance } = await import('fastest-levenshtein');
  const near = closest(given, [...serverCommands, ...clientCommands]);
  const hint = distance(given, near) <= 2 ? `; did you mean ${near}?` : '';
  return `there is no command "${given}"${hint}`;
}

function wrong(message: string): number {
  process.stderr.write(`kith: ${message}\n      kith help lists the commands.\n`);
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
