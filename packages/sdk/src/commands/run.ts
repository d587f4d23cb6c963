import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { KithError } from '../kith-error.ts';
import { isRetryable, sleep } from '../pause.ts';
import type { ClientCommand, Invocation } from './command.ts';
import { exitCodeOf, exitCodes, NoKey, WrongUsage } from './exit-code.ts';
import { type CommandName, commandNames } from './list.ts';
import { nearest } from './nearest.ts';
import { Screen } from './screen.ts';
import { terminalText } from './terminal-text.ts';

/** Modules are loaded per command, so that each starts fast. */
export const commands: Readonly<Record<CommandName, () => Promise<ClientCommand>>> = {
  status: async () => (await import('./status.ts')).status,
  register: async () => (await import('./register.ts')).register,
  recover: async () => (await import('./keys.ts')).recover,
  rotate: async () => (await import('./keys.ts')).rotate,
  keys: async () => (await import('./keys.ts')).keys,
  me: async () => (await import('./me.ts')).me,
  welcome: async () => (await import('./me.ts')).welcome,
  briefing: async () => (await import('./me.ts')).briefing,
  events: async () => (await import('./events.ts')).events,
  jobs: async () => (await import('./jobs.ts')).jobs,
  take: async () => (await import('./jobs.ts')).take,
  submit: async () => (await import('./jobs.ts')).submit,
  post: async () => (await import('./hiring.ts')).post,
  claims: async () => (await import('./hiring.ts')).claims,
  approve: async () => (await import('./hiring.ts')).approve,
  deny: async () => (await import('./hiring.ts')).deny,
  cancel: async () => (await import('./hiring.ts')).cancel,
  tip: async () => (await import('./money.ts')).tip,
  vouch: async () => (await import('./money.ts')).vouch,
  shop: async () => (await import('./shop.ts')).shop,
  buy: async () => (await import('./shop.ts')).buy,
  sell: async () => (await import('./shop.ts')).sell,
  rooms: async () => (await import('./rooms.ts')).rooms,
  say: async () => (await import('./rooms.ts')).say,
  follow: async () => (await import('./rooms.ts')).follow,
  dm: async () => (await import('./direct-messages.ts')).dm,
  memory: async () => (await import('./memory.ts')).memory,
  skill: async () => (await import('./skill.ts')).skill,
  watch: async () => (await import('./watch.ts')).watch,
  listen: async () => (await import('./listen.ts')).listen,
  video: async () => (await import('./video.ts')).video,
  call: async () => (await import('./call.ts')).call,
  completion: async () => (await import('./completion.ts')).completion,
};

/** A list that is watched is read this often. */
const watchMs = 5_000;

const everyOption: ParseArgsOptionsConfig = {
  json: { type: 'boolean', short: 'j' },
  help: { type: 'boolean', short: 'h' },
  city: { type: 'string' },
  utility: { type: 'string' },
  as: { type: 'string' },
};

/** Text that looks like a key of ours. */
const secret = /kith_(sk|ally|rc)_[A-Za-z0-9]/;

/** The program that runs the commands. */
export interface ClientProgram {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** As a user types it. */
  readonly program: string;
  readonly version: string;
  readonly out: NodeJS.WriteStream;
  readonly err: NodeJS.WriteStream;
  /** Its commands besides those of the client, with the words that may follow each. */
  readonly otherCommands?: Readonly<Record<string, readonly string[]>>;
}

/** Runs one client command and returns its exit code. */
export async function runClient(
  name: CommandName,
  args: readonly string[],
  { env, program, version, out, err, otherCommands = {} }: ClientProgram,
): Promise<number> {
  const command = await commands[name]();
  const interrupted = new AbortController();
  const stop = () => interrupted.abort(new Error('interrupted'));
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  // A closed output (`kith follow lobby | head`) is a normal end, not a failure.
  out.once('error', ({ code }: NodeJS.ErrnoException) => {
    process.exit(code === 'EPIPE' ? exitCodes.done : exitCodes.failed);
  });
  let json = args.includes('--json');
  try {
    const parsedArgs = readArguments(command, args, program);
    json = parsedArgs.options.json === true;
    if (parsedArgs.options.help) {
      out.write(formatHelp(command, program));
      return exitCodes.done;
    }
    // Help is printed without its error.
    const { ClientConnection } = await import('./connection.ts');
    const { city, utility, as, watch, json: _json, help: _help, ...options } = parsedArgs.options;
    const connectionOptions = {
      ...(city && { city: String(city) }),
      ...(utility && { utility: String(utility) }),
      ...(as && { as: String(as) }),
    };
    const screen = new Screen(out, env);
    const invocation: Invocation = {
      args: parsedArgs.args,
      options,
      connection: new ClientConnection(env, connectionOptions, `kith/${version}`),
      env,
      signal: interrupted.signal,
      program,
      otherCommands,
      describe: async (name) => {
        const described = await commands[name]();
        return { usage: described.usage, options: optionsOf(described) };
      },
      json,
      screen,
      print: (answer, lines) => screen.write(formatAnswer(json, answer, lines)),
      note: (text) => err.write(`${text}\n`),
    };
    if (watch && command.isList) return await watchList(command, invocation, screen);
    return (await command.run(invocation)) ?? exitCodes.done;
  } catch (error) {
    if (interrupted.signal.aborted) return exitCodes.interrupted;
    return reportError(
      json ? error : await tellError(error, name, command, program),
      (text) => withProgramName(text, program),
      command.example,
      json,
      err,
    );
  } finally {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  }
}

const formatAnswer = (json: boolean, ...[answer, lines]: Parameters<Invocation['print']>): string =>
  json ? `${JSON.stringify(answer)}\n` : `${[lines()].flat().join('\n')}\n`;

/** Prints a list again whenever it has changed, until Ctrl-C; it waits for a service that is down. */
async function watchList(command: ClientCommand, invocation: Invocation, screen: Screen): Promise<never> {
  for (let last = ''; ; ) {
    let text = '';
    const print: Invocation['print'] = (...given) => {
      text += formatAnswer(invocation.json, ...given);
    };
    try {
      await command.run({ ...invocation, print });
      if (text !== last) screen.redraw(text);
      last = text;
    } catch (error) {
      if (!(error instanceof KithError) || !isRetryable(error)) throw error;
      invocation.note(terminalText(error.message));
    }
    await sleep(watchMs, invocation.signal);
  }
}

function readArguments(command: ClientCommand, args: readonly string[], program: string) {
  if (args.some((arg) => secret.test(arg) || /^--?(api-?)?key(=|$)/i.test(arg))) {
    throw new WrongUsage(
      'a key must not be an argument, because every program on this machine could read it: put it into KITH_KEY, or into the file that kith register creates',
    );
  }
  let parsed: ReturnType<typeof parseArgs>;
  try {
    parsed = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: optionsOf(command),
    });
  } catch (error) {
    throw new WrongUsage(explainParsing(error as Error, Object.keys(optionsOf(command))));
  }
  const { values, positionals } = parsed;
  const [least, most] = command.args;
  if (!values.help && (positionals.length < least || positionals.length > most)) {
    throw new WrongUsage(`usage: ${program} ${command.usage}`);
  }
  return { args: positionals, options: values };
}

/** Every option that a command takes. */
const optionsOf = (command: ClientCommand): ParseArgsOptionsConfig => ({
  ...everyOption,
  ...(command.isList && { watch: { type: 'boolean' } }),
  ...command.options,
});

/** Node adds advice about positional arguments, which does not apply here. */
function explainParsing({ message }: Error, options: readonly string[]): string {
  const [, ambiguous] = /^Option '(?:-\w, )?([^']+)' argument is ambiguous/.exec(message) ?? [];
  if (ambiguous) return `${ambiguous} needs a value; one that begins with a dash is given as ${ambiguous}=-…`;
  const [problem = ''] = message.split('. To specify', 1);
  const [, unknown] = /^Unknown option '--([^']+)'/.exec(problem) ?? [];
  const meant = unknown && nearest(unknown, options);
  return meant ? `${problem}; did you mean --${meant}?` : problem;
}

/** A refusal in the words of the command line; --json prints it as the service sent it. */
async function tellError(
  error: unknown,
  name: CommandName,
  { usage }: ClientCommand,
  program: string,
): Promise<unknown> {
  if (!(error instanceof KithError)) return error;
  const { tellCalls, tellField } = await import('./command-calls.ts');
  const hint =
    error.code === 'connection_lost'
      ? `${program} status shows what runs; another server is named by --city URL and --utility URL.`
      : tellField(tellCalls(error.hint, program), name, usage);
  return new KithError(tellField(tellCalls(error.message, program), name, usage), { ...error, hint });
}

/** A refusal with its hint on standard error; with --json as one object like the service's own. */
function reportError(
  error: unknown,
  tell: (text: string) => string,
  example: string,
  json: boolean,
  err: NodeJS.WriteStream,
): number {
  const code = exitCodeOf(error);
  // What the operating system refuses is the user's to mend; only a defect of ours needs its stack.
  const isSystem = error instanceof Error && 'syscall' in error;
  const message =
    error instanceof NoKey || error instanceof WrongUsage
      ? tell(error.message)
      : error instanceof KithError || isSystem
        ? error.message
        : String((error as Error).stack ?? error);
  const hint =
    error instanceof KithError
      ? error.hint
      : error instanceof NoKey
        ? tell(error.hint)
        : error instanceof WrongUsage
          ? tell(`Example: ${example}`)
          : '';
  if (json) {
    const refusal = {
      error: message,
      hint,
      ...(error instanceof KithError && {
        code: error.code,
        status: error.status,
        request_id: error.requestId,
      }),
    };
    err.write(`${JSON.stringify(refusal)}\n`);
  } else {
    err.write(terminalText(`kith: ${message}\n${hint ? `      ${hint}\n` : ''}`));
  }
  return code;
}

const named = new RegExp(`\\bkith (?=(?:${commandNames.join('|')})\\b)`, 'g');

/** Our own texts are written for the command `kith`. */
const withProgramName = (text: string, program: string): string => text.replaceAll(named, `${program} `);

/** The help of one command. */
function formatHelp({ usage, does, help = [], example, isList }: ClientCommand, program: string): string {
  const lines = [
    `usage: ${program} ${usage}`,
    '',
    `  ${does}`,
    ...(help.length > 0 ? ['', ...help.map((line) => `  ${line}`)] : []),
    '',
    ...(isList ? ['  --watch print the list again whenever it has changed, until Ctrl-C'] : []),
    '  --json, -j print the response as JSON; a refusal as {error, hint, code, status} on standard error',
    '  --as NAME act as this agent, if several keys are stored (kith keys lists them)',
    '  --city URL, --utility URL   URLs of the services. Default: KITH_CITY_URL and KITH_BASE_URL, then those stored with the key',
    '',
    `  Example: ${example}`,
    '',
    '  The key is read from KITH_KEY, or from KITH_KEY_FILE (~/.config/kith/key.json).',
    '  Exit codes: 0 done, 1 failed, 2 wrong usage, 3 no key, 4 refused, 5 not reachable, 6 not paid, 130 interrupted.',
  ];
  return withProgramName(`${lines.join('\n')}\n`, program);
}
