import type { DestinationStream } from 'pino';

/** A line of the log, as pino writes it. */
interface Entry {
  readonly level: number;
  readonly time: number;
  readonly msg?: string;
  readonly err?: { readonly message?: string; readonly stack?: string };
  readonly [field: string]: unknown;
}

const warnLevel = 40;
const errorLevel = 50;
/** Fields that a person reading a terminal does not need. */
const hidden = new Set(['level', 'time', 'msg', 'err', 'pid', 'service', 'request_id', 'trace_id', 'code']);

const styles = { dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 } as const;
type Paint = (style: keyof typeof styles, text: string) => string;

/**
 * The log for a person: one line per request, and warnings that stand out. Other information is left out unless `all`,
 * because the start reports its steps itself.
 */
export function terminalLog(
  output: Pick<NodeJS.WritableStream, 'write'>,
  { all, colors }: { readonly all: boolean; readonly colors: boolean },
): DestinationStream {
  const paint: Paint = (style, text) => (colors ? `\u001b[${styles[style]}m${text}\u001b[0m` : text);
  return {
    write: (json: string) => {
      const entry: Entry = JSON.parse(json);
      const isRequest = entry.msg === 'request' && typeof entry.route === 'string';
      if (!all && !isRequest && entry.level < warnLevel) return;
      output.write(`${isRequest ? requestLine(entry, paint) : messageLine(entry, paint)}\n`);
    },
  };
}

function requestLine({ time, method, route, status, ms, caller }: Entry, paint: Paint): string {
  const style = Number(status) >= 500 ? 'red' : Number(status) >= 400 ? 'yellow' : 'green';
  return [
    paint('dim', timeOfDay(time)),
    `${String(method).padEnd(4)} ${route}`,
    paint(style, String(status)),
    paint('dim', duration(Number(ms))),
    ...(caller === undefined ? [] : [paint('cyan', String(caller))]),
  ].join('  ');
}

function messageLine(entry: Entry, paint: Paint): string {
  const { level, time, msg = '', err } = entry;
  const label =
    level >= errorLevel ? paint('red', 'error') : level >= warnLevel ? paint('yellow', 'warning') : undefined;
  const fields = Object.entries(entry)
    .filter(([name]) => !hidden.has(name))
    .map(([name, value]) =>
      paint('dim', `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`),
    );
  // An error is a bug, whose place matters; a warning names what happened.
  const cause = level >= errorLevel ? `\n${indent(err?.stack ?? '')}` : `: ${err?.message}`;
  const text = `${msg}${err ? cause : ''}`;
  return [paint('dim', timeOfDay(time)), ...(label ? [label] : []), text, ...fields].join('  ');
}

const indent = (text: string): string => text.replaceAll(/^/gm, '  ');

const timeOfDay = (time: number): string => new Date(time).toLocaleTimeString('en-GB');

const duration = (ms: number): string =>
  ms < 10
    ? `${Math.round(ms * 10) / 10} ms`
    : ms < 10_000
      ? `${Math.round(ms)} ms`
      : `${Math.round(ms / 1_000)} s`;
