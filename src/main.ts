import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { commandNames, isCommandName, usageLines } from '../packages/sdk/src/commands/list.ts';
import { BadSetting } from './platform/config/setting.ts';
import { messageOf } from './platform/error-fields.ts';

const usage = `usage: kith <command>; add --help to a command for details

  serve                          run the utility API and the city (settings: .env.example)
  dev                            run a development server: sample data, test money, a clock you can move
                                 [--dir ./kith-dev] [--port 4023] [--empty] [--fresh] [--json]
  dev clock [+7d | TIME | now]   read the clock of a running kith dev, or move it and run what is due
  dev fill [--entries N]         add valid entries to the ledger of a kith dev, to try a large one
                                 [--agents N] [--dir ./kith-dev] [--json]
  migrate [--json]               apply pending schema migrations, then exit
  config [--json]                print the effective settings, secrets masked
  verify-ledger <url, dir, file> check a whole ledger: a city's tiles, published ones, or an export
                                 [--key VKEY] the signing key, known from elsewhere  [--json]
                                 [--policy FILE | --policy 2-of-3 --witness VKEY …]
  verify-proof <file>            check a proof of one entry offline; --key, --policy, --json as above
  verify-receipt <file> [<file>] check a receipt of a paid call offline, or compare two
                                 [--answer FILE] [--city URL [--save FILE]]; --key, --policy, --json as above
  monitor <url>                  follow a ledger and report contradictions
                                 [--account NAME] [--post URL] [--interval S] [--max-age MINUTES]
                                 [--state FILE] [--once]  [--json] prints one entry or alarm per line
  witness --log VKEY …           cosign checkpoints of other cities  [--dir DIR] [--name NAME]
                                 [--host ADDRESS] [--port 4040]
  ledger publish <dir or s3://…> write the tiles of this city's ledger  [--url URL] [--json]
  ledger rotate-key              sign with a new key; the old one signs the handover  [--overlap-days 30]
  ledger backup-key <file>       copy the key of this deployment
  resolvers list [--json]        list the published sets of the resolver allow-list
  resolvers check                check the entries against the chains  [--set ID] [--json]
                                 [--rpc eip155:84532=https://…] for a chain without a setting
  voices [--json]                list the installed voices (settings: KITH_VOICE_DIR)
  voices pull [--json]           download them and FFmpeg now instead of with the first video
  geo [--json]                   show where the city data of ip-geo is (settings: KITH_GEO_DIR)
  geo pull [--json]              download it now instead of at the first call
  admin audit                    compare every balance with the entries and verify the chain
  admin appeals [--all]          list pending appeals, or all of them
  admin appeals decide <id> unban|uphold --by NAME --why TEXT
  admin reports [--all] | agents [part-of-a-name] | actions
  admin ban|unban|revoke-keys <name> --by NAME --why TEXT
  admin remove <kind> <id> --by NAME --why TEXT
  admin close-report <id> --by NAME --why TEXT
                                 moderate; every action is recorded
  admin payments | deliveries [--all]
                                 list payments in doubt, and pending or failed webhooks
  admin tasks [<kind>]           count scheduled tasks by kind, or list the failed ones of a kind
  admin tasks retry <kind>       retry failed tasks
  admin keys <name>              list the named keys of an agent, without their values
  admin config check             validate the settings
  admin backup [<dir or s3://…>] back up database, files and key while the server runs  [--keep N]
  admin backups [<place>]        list the complete backups
  admin restore [<place>]        restore a backup into the data dir and verify it  [--id ID] [--checkpoint FILE]
  admin import-cashouts <file>   import old cashout requests (JSON lines)
                                 every admin command accepts --json
  doctor                         check the setup and explain how to fix problems  [--strict] [--json]
  version                        print the version

client commands, for agents and people (all accept --help and --json):

${usageLines().join('\n')}
`;

/** Runs a command line and returns its exit code. */
async function run([command, ...rest]: string[]): Promise<number> {
  if (command === 'help' && rest.length > 0) return run([...rest, '--help']);
  if (command !== undefined && isCommandName(command)) {
    // Modules are loaded per command, so that client commands start fast.
    const { runClient } = await import('../packages/sdk/src/commands/run.ts');
    const { version } = await import('./version.ts');
    // Without .env: a file in a folder made by somebody else must not decide where a key is sent.
    return runClient(command, rest, {
      env: process.env,
      program,
      version,
      out: process.stdout,
      err: process.stderr,
      otherCommands: Object.fromEntries(serverCommands.map((name) => [name, partsOf(name)])),
    });
  }
  // A person who types only the name wants to know where they are; a script gets the commands.
  if (command === undefined && process.stdout.isTTY) return run(['status']);
  if (command === undefined || ['help', '--help', '-h'].includes(command)) {
    process.stdout.write(usage);
    return 0;
  }
  if (rest.includes('--help')) {
    const { commandHelp } = await import('./commands/help.ts');
    const help = commandHelp(command, usage);
    if (help === undefined) return reportUsageError(await noCommand(command));
    process.stdout.write(help);
    return 0;
  }
  const { logCommands } = await import('./commands/log-commands.ts');
  const logCommand = logCommands[command];
  if (logCommand) return (await logCommand(rest)) ?? reportUsageError(`${command} takes one address or file`);
  if (command === 'dev') {
    // Without .env, which belongs to the real deployment.
    const { devCommand } = await import('./commands/dev.ts');
    return (await devCommand(rest)) ?? reportUsageError(await noCommand(['dev', ...rest].join(' ')));
  }
  if (existsSync('.env')) process.loadEnvFile('.env');
  switch (command) {
    case 'serve': {
      if (rest.length > 0)
        return reportUsageError(
          'serve takes no argument: it is set up by settings like KITH_CITY_PORT and KITH_UTILITY_PORT; kith config lists them',
        );
      // Settings first: an error in them is reported before the server is loaded.
      const settings = await loadConfig();
      const { serve } = await import('./commands/serve.ts');
      return serve(settings);
    }
    case 'migrate': {
      const { values } = parseArgs({ args: rest, options: { json: { type: 'boolean' } } });
      const { migrateCommand } = await import('./commands/migrate.ts');
      return migrateCommand(await loadConfig(), { json: values.json === true });
    }
    case 'config': {
      const { values } = parseArgs({ args: rest, options: { json: { type: 'boolean' } } });
      const { describeConfig, effectiveSettings } = await import('./app/settings.ts');
      // Read first, so that settings which would abort a start are reported here too.
      await loadConfig();
      process.stdout.write(
        values.json ? `${JSON.stringify(effectiveSettings(process.env))}\n` : describeConfig(process.env),
      );
      return 0;
    }
    case 'ledger': {
      const { ledgerCommand } = await import('./commands/ledger.ts');
      return (
        (await ledgerCommand(await loadConfig(), rest)) ??
        reportUsageError(await noCommand(['ledger', ...rest].join(' ')))
      );
    }
    case 'resolvers': {
      const { resolversCommand } = await import('./commands/resolvers.ts');
      return (
        (await resolversCommand(await loadConfig(), rest)) ??
        reportUsageError(await noCommand(['resolvers', ...rest].join(' ')))
      );
    }
    case 'voices': {
      const { voicesCommand } = await import('./commands/voices.ts');
      return (
        (await voicesCommand(await loadConfig(), rest)) ??
        reportUsageError(await noCommand(['voices', ...rest].join(' ')))
      );
    }
    case 'geo': {
      const { geoCommand } = await import('./commands/geo.ts');
      return (
        (await geoCommand(await loadConfig(), rest)) ??
        reportUsageError(await noCommand(['geo', ...rest].join(' ')))
      );
    }
    case 'admin': {
      const { adminCommand } = await import('./commands/admin.ts');
      return (
        (await adminCommand(await loadConfig(), rest)) ??
        reportUsageError(await noCommand(['admin', ...rest].join(' ')))
      );
    }
    case 'doctor': {
      const { values } = parseArgs({
        args: rest,
        options: { json: { type: 'boolean' }, strict: { type: 'boolean' } },
      });
      const { doctorCommand } = await import('./commands/doctor.ts');
      return doctorCommand(process.env, { json: values.json === true, strict: values.strict === true });
    }
    case 'version':
    case '--version':
    case '-v': {
      if (rest.length > 0) return reportUsageError('version takes no argument');
      const { version } = await import('./version.ts');
      process.stdout.write(`${version}\n`);
      return 0;
    }
    default:
      return reportUsageError(await noCommand(command));
  }
}

async function loadConfig() {
  const { readConfig } = await import('./app/settings.ts');
  return readConfig(process.env);
}

/** As it was typed, so that what is printed works as printed. */
const program = process.env.npm_command === 'exec' ? 'npx kith' : 'kith';

const serverCommands =
  'serve dev migrate config verify-ledger verify-proof verify-receipt monitor witness ledger resolvers voices geo admin doctor help version'.split(
    ' ',
  );

/** Names what was probably meant, or where it is listed. */
async function noCommand(given: string): Promise<string> {
  const [command = '', part = ''] = given.split(' ');
  const isServer = serverCommands.includes(command);
  const found = await nearestTo(given, serverCommands.flatMap(partsOf));
  const meant = isServer
    ? await nearestTo(part, partsOf(command))
    : ((await nearestTo(given, [...serverCommands, ...commandNames])) ??
      (found && `${serverCommands.find((each) => partsOf(each).includes(found))} ${found}`));
  const parts = isServer && part.trim() === '' ? partsOf(command) : [];
  if (parts.length > 0) return `${command} needs a word after it: ${parts.join(', ')}`;
  const where = isServer ? `; kith ${command} --help lists what there is` : '';
  const whole = isServer ? `${command} ${meant}` : meant;
  return `there is no command "${given.trim()}"${meant ? `; did you mean ${whole}?` : where}`;
}

/** The words that may follow a command of the server, as its usage lists them. */
function partsOf(command: string): string[] {
  const lines = usage.matchAll(new RegExp(`^  ${command} (\\S.*?)(?:  |$)`, 'gm'));
  const words = [...lines].flatMap(([, line = '']) =>
    line.split(' | ').flatMap((each) => each.split(' ', 1)),
  );
  return [...new Set(words.flatMap((word) => word.split('|')))].filter((word) => /^[a-z-]+$/.test(word));
}

async function nearestTo(given: string, words: readonly string[]): Promise<string | undefined> {
  const { nearest } = await import('../packages/sdk/src/commands/nearest.ts');
  return nearest(given, words);
}

function reportUsageError(message: string): number {
  process.stderr.write(`kith: ${message}\n      kith help lists the commands.\n`);
  return 2;
}

/** Problems that an operator can fix are one line; anything else is a bug and prints its stack. */
async function reportFailure(error: unknown): Promise<number> {
  const isUsage = error instanceof BadSetting || (error instanceof TypeError && 'code' in error);
  const isTheirs = isUsage || (error instanceof Error && 'syscall' in error);
  // Node adds advice about positional arguments, which does not apply here.
  const text =
    error instanceof Error && !isTheirs ? error.stack : messageOf(error).split('. To specify', 1)[0];
  const option = /^Unknown option '(--[^']+)'/.exec(text ?? '')?.[1];
  const { commandHelp } = await import('./commands/help.ts');
  const help = commandHelp(process.argv[2] ?? '', usage) ?? '';
  const meant = option && (await nearestTo(option, help.match(/--[a-z-]+/g) ?? []));
  process.stderr.write(`kith: ${text}${meant ? `; did you mean ${meant}?` : ''}\n`);
  return isUsage ? 2 : 1;
}

// A closed output (`kith help | head -1`) is a normal end, not a failure.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => process.exit(code === 'EPIPE' ? 0 : 1));
process.exitCode = await run(process.argv.slice(2)).catch(reportFailure);
// The IPC channel to a parent would keep a child process alive.
if (process.connected) process.exit();
