import type { ParseArgsOptionsConfig } from 'node:util';
import type { ClientConnection } from './connection.ts';
import type { exitCodes } from './exit-code.ts';
import type { CommandName } from './list.ts';
import type { Screen } from './screen.ts';

/** A parsed command line. */
export interface Invocation {
  readonly args: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;
  readonly connection: ClientConnection;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  /** The command as a user types it: `kith`. */
  readonly program: string;
  /** What another command takes. */
  describe(command: CommandName): Promise<{ usage: string; options: ParseArgsOptionsConfig }>;
  /** Commands of the program besides those of the client. */
  readonly otherCommands: Readonly<Record<string, readonly string[]>>;
  /** Whether each response is printed unchanged: one JSON value per line. */
  readonly json: boolean;
  readonly screen: Pick<Screen, 'rows' | 'time'>;
  /** Prints the response: unchanged with --json, otherwise as lines for a person. */
  print(answer: unknown, lines: () => string | readonly string[]): void;
  /** A note besides the response, on standard error. */
  note(text: string): void;
}

/** One command of the client. */
export interface ClientCommand {
  /** The usage after `kith `: `take <id>`. */
  readonly usage: string;
  readonly does: string;
  /** Number of arguments it takes. */
  readonly args: readonly [least: number, most: number];
  readonly options?: ParseArgsOptionsConfig;
  /** Prints a list, which --watch prints again whenever it has changed. */
  readonly isList?: true;
  /** One line per option, and further notes. */
  readonly help?: readonly string[];
  readonly example: string;
  run(invocation: Invocation): Promise<(typeof exitCodes)[keyof typeof exitCodes] | undefined>;
}

/** Text from the arguments, or from standard input if it is `-`. */
export async function readText(argument: string | undefined): Promise<string> {
  if (argument !== '-') return argument ?? '';
  return (await readStandardInput()).toString('utf8').replace(/\n$/, '');
}

export async function readStandardInput(): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
