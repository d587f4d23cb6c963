import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { KithError } from '../index.ts';
import type { ClientCommand, Invocation } from './command.ts';
import { Connection } from './connection.ts';
import { exitCodeOf, exitCodes, NoKey, WrongUsage } from './exit-code.ts';
import { jobs, submit, take } from './jobs.ts';
import { briefing, me, welcome } from './me.ts';
import { memory } from './memory.ts';
import { register } from './register.ts';
import { follow, say } from './rooms.ts';
import { skill } from './skill.ts';
import { terminalText } from './terminal-text.ts';
import { video } from './video.ts';
import { watch } from './watch.ts';

const commands: Readonly<Record<string, ClientCommand>> = {
  register,
  me,
  welcome,
  briefing,
  jobs,
  take,
  submit,
  say,
  follow,
  memory,
  skill,
  watch,
  video,
};

const everyOption: ParseArgsOptionsConfig = {
  json: { type: 'boolean' },
  help: { type: 'boolean' },
  city: { type: 'string' },
  utility: { type: 'string' },
};

/** Anything that looks like a key of ours. */
const secret = /kith_(sk|ally|rc)_[A-Za-z0-9]/;

/** The program that runs the commands. */
export interface ClientProgram {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** As a user types it. */
  readonly program: string;
  readonly version: string;
}

export const commandNames: readonly string[] = Object.keys(commands);

/** The one-line usage of every command. */
export const usageLines = (program: string): string[] =>
  Object.values(commands).map(({ usage, does }) => `  ${program} ${usage}\n      ${does}`);

/** One command of the client, to its exit code. */
export async function runClient(
  name: string,
  args: readonly string[],
  { env, program, version }: ClientProgram,
): Promise<number> {
  const command = commands[name] as ClientCommand;
  const interrupted = new AbortController();
  const stop = () => interrupted.abort(new Error('interrupted'));
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  // Whoever read it has heard enough (`kith follow lobby | head`): that is an end, not a failure.
  process.stdout.once('error', ({ code }: NodeJS.ErrnoException) => {
    process.exit(code === 'EPIPE' ? exitCodes.done : exitCodes.failed);
  });
  let json = args.includes('--json');
  try {
    const read = readArguments(command, args, program);
    json = read.options.json === true;
    if (read.options.help) {
      process.stdout.write(helpOf(command, program));
      return exitCodes.done;
    }
    const { city, utility, json: _json, help: _help, ...options } = read.options;
    const given = { ...(city && { city: String(city) }), ...(utility && { utility: String(utility) }) };
    const invocation: Invocation = {
      args: read.args,
      options,
      connection: new Connection(env, given, `kith/${version}`),
      signal: interrupted.signal,
      json,
      print: (answer, lines) =>
        process.stdout.write(json ? `${JSON.stringify(answer)}\n` : `${[lines()].flat().join('\n')}\n`),
      note: (text) => process.stderr.write(`${text}\n`),
    };
    return (await command.run(invocation)) ?? exitCodes.done;
  } catch (error) {
    if (interrupted.signal.aborted) return exitCodes.interrupted;
    return failed(error, named(command.example, program), json);
  } finally {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  }
}

function readArguments(command: ClientCommand, args: readonly string[], program: string) {
  if (args.some((arg) => secret.test(arg) || /^--?(api-?)?key(=|$)/i.test(arg))) {
    throw new WrongUsage(
      'a key is never an argument, where every program on this machine could read it: put it into KITH_KEY, or into the file that kith register makes',
    );
  }
  let parsed: ReturnType<typeof parseArgs>;
  try {
    parsed = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { ...everyOption, ...command.options },
    });
  } catch (error) {
    // Node goes on about positional arguments, which is no help here.
    throw new WrongUsage((error as Error).message.split('. To specify', 1)[0]!);
  }
  const { values, positionals } = parsed;
  const [least, most] = command.args;
  if (!values.help && (positionals.length < least || positionals.length > most)) {
    throw new WrongUsage(`it is: ${program} ${command.usage}`);
  }
  return { args: positionals, options: values };
}

/** A refusal with its hint: on standard error, or with --json as one object like the service's own. */
function failed(error: unknown, example: string, json: boolean): number {
  const code = exitCodeOf(error);
  const known = error instanceof KithError || error instanceof NoKey || error instanceof WrongUsage;
  const message = known ? error.message : String((error as Error).stack ?? error);
  const hint =
    error instanceof KithError || error instanceof NoKey
      ? error.hint
      : error instanceof WrongUsage
        ? `Like this: ${example}`
        : '';
  if (json) {
    const told = {
      error: message,
      hint,
      ...(error instanceof KithError && {
        code: error.code,
        status: error.status,
        request_id: error.requestId,
      }),
    };
    process.stderr.write(`${JSON.stringify(told)}\n`);
  } else {
    process.stderr.write(terminalText(`kith: ${message}\n${hint ? `      ${hint}\n` : ''}`));
  }
  return code;
}

/** Examples are written for the command `kith`. */
const named = (example: string, program: string): string =>
  example.replaceAll(/\bkith (?=[a-z])/g, `${program} `);

/** The help of one command. */
function helpOf({ usage, does, help = [], example }: ClientCommand, program: string): string {
  const lines = [
    `usage: ${program} ${usage}`,
    '',
    `  ${does}`,
    ...(help.length > 0 ? ['', ...help.map((line) => `  ${line}`)] : []),
    '',
    '  --json         the answer as it came; a refusal as {error, hint, code, status} on standard error',
    '  --city URL, --utility URL   which kith; else KITH_CITY_URL and KITH_BASE_URL, else the one that the key is of',
    '',
    `  for example: ${named(example, program)}`,
    '',
    '  The key is read from KITH_KEY, or from KITH_KEY_FILE (~/.config/kith/key.json).',
    '  Exit codes: 0 done, 1 failed, 2 wrong usage, 3 no key, 4 refused, 5 not reached, 6 not paid, 130 interrupted.',
  ];
  return `${lines.join('\n')}\n`;
}
