import pino, { type DestinationStream, type Logger } from 'pino';
import { terminalLog } from './terminal-log.ts';

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

export const logFormats = ['auto', 'json', 'text'] as const;

/** JSON lines, or readable ones for a person. Every line is scrubbed on output, whichever code wrote it. */
export function createLog({
  level,
  text = false,
  destination,
}: {
  level: string;
  text?: boolean;
  destination?: NodeJS.WritableStream & { readonly isTTY?: boolean };
}): Log {
  const stream = text
    ? terminalLog(destination ?? process.stdout, {
        all: level === 'debug' || level === 'trace',
        colors: (destination ?? process.stdout).isTTY === true && !process.env.NO_COLOR,
      })
    : (destination ?? bufferedOutput());
  return pino({ level, base: {}, hooks: { streamWrite: scrub } }, stream);
}

/** Whether a log is for a person: by the setting, otherwise if its output is a terminal. */
export const isTextLog = (
  format: (typeof logFormats)[number],
  output: { readonly isTTY?: boolean },
): boolean => format === 'text' || (format === 'auto' && output.isTTY === true);

/** Every write wakes a thread, so a busy server makes a few large ones per second. */
const fullLength = 65_536;
const maxDelayMs = 100;

/**
 * Lines are flushed in batches after a short delay: one write per request would cost as much as the request itself. They are
 * joined here because the stream's own buffer copies all pending lines for each new one.
 */
function bufferedOutput(): DestinationStream {
  const output = pino.destination({ fd: 1, sync: false });
  let lines = '';
  let timer: NodeJS.Timeout | undefined;
  const send = () => {
    clearTimeout(timer);
    timer = undefined;
    if (lines !== '') output.write(lines);
    lines = '';
  };
  const flushSync = () => {
    send();
    output.flushSync();
  };
  process.once('exit', flushSync);
  const write = (line: string) => {
    lines += line;
    if (lines.length >= fullLength) send();
    // Does not keep the process alive: the exit handler writes the rest.
    else timer ??= setTimeout(send, maxDelayMs).unref();
  };
  // The logger flushes after a fatal line.
  return Object.assign({ write }, { flushSync });
}

export function scrub(line: string): string {
  // One search skips most lines, which contain nothing to redact.
  if (!/kith_|bearer|:\/\//i.test(line)) return line;
  return secrets.reduce((text, [pattern, mask]) => text.replace(pattern, mask), line);
}
