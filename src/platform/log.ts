import pino, { type Logger } from 'pino';
import pretty from 'pino-pretty';

export type Log = Logger;

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/**
 * Never logged, wherever it occurs in a line: our own keys, bearer tokens, passwords and query strings in
 * URLs.
 */
const secrets: [RegExp, string][] = [
  [/(kith_(?:sk|ally|rc)_)[0-9A-Za-z]+/g, '$1…'],
  [/(bearer\s+)[^\s"\\]+/gi, '$1…'],
  [/(\w+:\/\/[^\s:/@"]*:)[^\s@"]+@/g, '$1…@'],
  // Query strings of a caller's targets may contain anything.
  [/(\w+:\/\/[^\s"'?#\\]*)[?#][^\s"'\\]+/g, '$1?…'],
];

/** JSON lines, or readable ones on a terminal. Every line is scrubbed on output, whichever code wrote it. */
export function createLog(options: {
  level: string;
  pretty: boolean;
  destination?: NodeJS.WritableStream;
}): Log {
  const stream = options.pretty
    ? pretty({ colorize: true, translateTime: 'HH:MM:ss.l', ignore: 'pid,hostname', sync: true })
    : (options.destination ?? bufferedOutput());
  return pino({ level: options.level, base: {}, hooks: { streamWrite: scrub } }, stream);
}

/** Every write wakes a thread: a busy server makes a few large ones per second. */
const minLength = 65_536;
const maxWrite = 131_072;

/**
 * Lines are flushed in batches after a short delay: one write per request would cost as much as the request
 * itself.
 */
function bufferedOutput() {
  const output = pino.destination({ fd: 1, sync: false, minLength, maxWrite, periodicFlush: 100 });
  process.once('exit', () => output.flushSync());
  return output;
}

export function scrub(line: string): string {
  // Few lines hold anything to hide, and one search shows it.
  if (!/kith_|bearer|:\/\//i.test(line)) return line;
  return secrets.reduce((text, [pattern, mask]) => text.replace(pattern, mask), line);
}
