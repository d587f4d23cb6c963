import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LedgerEntry } from '../ledger/proof/entry.ts';
import { messageOf } from '../platform/error-fields.ts';
import { signedHeaders } from '../platform/http/webhook-signature.ts';
import { makeDir } from '../platform/make-dir.ts';
import { replaceFile } from '../platform/replace-file.ts';
import {
  alarmExitCodes,
  checkLog,
  LogAlarm,
  readState,
  staleAlarm,
  writeState,
} from './log/monitor-check.ts';
import { type LogSource, openLogSource, UnreadableLog } from './log/source.ts';
import { readTrustPolicy, type TrustOptions, type TrustPolicy } from './log/trust.ts';

const unreachableExitCode = 5;
const postTimeoutMs = 10_000;

export interface MonitorOptions extends TrustOptions {
  readonly account?: string | undefined;
  /** URL that entries and alarms are posted to as JSON, besides being printed. */
  readonly post?: string | undefined;
  /** Signs posted messages as in Standard Webhooks. */
  readonly secret?: string | undefined;
  readonly state?: string | undefined;
  readonly intervalS: number;
  /** Age of the newest checkpoint, in seconds, that is an alarm; 0 for none. */
  readonly maxAgeS: number;
  readonly once: boolean;
  readonly json: boolean;
}

/** Follows a ledger until an alarm, which has an exit code of its own, or until it is stopped (0). */
export async function monitor(city: string, options: MonitorOptions, stopped?: AbortSignal): Promise<number> {
  const trust = await readTrustPolicy(options);
  const file = options.state ?? stateFile(city);
  await makeDir(path.dirname(path.resolve(file)), 0o700);
  let source: LogSource | undefined;
  for (;;) {
    try {
      source ??= await openLogSource(city);
      await check(source, file, trust, options);
    } catch (error) {
      const alarm = await toAlarm(error, file, options);
      if (alarm) return raiseAlarm(alarm, file, city, options);
      process.stderr.write(`kith: ${messageOf(error)}\n`);
      if (options.once) return unreachableExitCode;
    }
    if (options.once || stopped?.aborted) return 0;
    await sleep(options.intervalS * 1_000, undefined, stopped && { signal: stopped }).catch(() => {});
    if (stopped?.aborted) return 0;
  }
}

const nowS = () => Date.now() / 1_000;

/**
 * The alarm that follows from an error, if any. An unreachable log proves nothing, and a witness may be
 * restarting: a running monitor tries again until the newest checkpoint it accepted is too old.
 */
async function toAlarm(
  error: unknown,
  file: string,
  { once, maxAgeS }: MonitorOptions,
): Promise<LogAlarm | undefined> {
  if (error instanceof LogAlarm && (once || error.kind !== 'quorum')) return error;
  if (!(error instanceof LogAlarm || error instanceof UnreadableLog)) throw error;
  const known = once ? undefined : await readState(file);
  const stale = known && staleAlarm(known, nowS(), maxAgeS);
  if (!(error instanceof LogAlarm)) return stale;
  return known && maxAgeS > 0 && !stale ? undefined : error;
}

async function check(
  source: LogSource,
  file: string,
  trust: TrustPolicy,
  options: MonitorOptions,
): Promise<void> {
  const before = await readState(file);
  const { state, entries } = await checkLog(source, trust, before, nowS());
  const account = options.account && accountName(options.account);
  const matching = entries.filter(
    ({ from, to }) => account === undefined || from === account || to === account,
  );
  for (const entry of matching) await report(entry, options);
  if (!before) printText(`${state.size} entries of ${state.origin} checked; following\n`, options);
  // Saved after reporting: a crash in between repeats an entry rather than losing it.
  if (state !== before) await writeState(file, state);
  const stale = staleAlarm(state, nowS(), options.maxAgeS);
  if (stale) throw stale;
}

async function report(entry: LedgerEntry, options: MonitorOptions): Promise<void> {
  if (options.post) await post(options.post, options.secret, entry.hash, { type: 'movement', entry });
  const { seq, at, kind, from, to, amount, memo } = entry;
  const text = `${seq}  ${at}  ${amount} AP  ${kind}  ${from} → ${to}${memo ? `  ${JSON.stringify(memo)}` : ''}\n`;
  process.stdout.write(options.json ? `${JSON.stringify({ type: 'movement', entry })}\n` : text);
}

function printText(text: string, { json }: MonitorOptions): void {
  if (!json) process.stdout.write(text);
}

async function raiseAlarm(
  { kind, message, heads }: LogAlarm,
  file: string,
  city: string,
  options: MonitorOptions,
): Promise<number> {
  const id = createHash('sha256').update(heads.join()).digest('hex').slice(0, 8);
  const evidence = `${file}.evidence-${id}.txt`;
  await replaceFile(evidence, `${city}: ${kind}: ${message}\n\n${heads.join('\n----\n')}`);
  const alarmMessage = { type: 'alarm', alarm: kind, problem: message, heads, evidence };
  if (options.json) process.stdout.write(`${JSON.stringify(alarmMessage)}\n`);
  else
    process.stdout.write(
      `ALARM ${kind}: ${message}\nsigned heads, saved in ${evidence}:\n\n${heads.join('\n----\n')}`,
    );
  if (options.post)
    await post(options.post, options.secret, path.basename(evidence), alarmMessage).catch((error: Error) =>
      process.stderr.write(`kith: ${error.message}\n`),
    );
  return alarmExitCodes[kind];
}

/** A repeated message keeps its id, so that the receiver can discard it. */
async function post(url: string, secret: string | undefined, id: string, message: object): Promise<void> {
  const body = JSON.stringify(message);
  const headers = secret ? signedHeaders(secret, { id, body, at: new Date() }) : { 'webhook-id': id };
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
    signal: AbortSignal.timeout(postTimeoutMs),
  }).catch((error: Error) => {
    throw new UnreadableLog(`${url} cannot be reached: ${error.message}`);
  });
  if (!answer.ok) throw new UnreadableLog(`${url} returned ${answer.status}; the message will be sent again`);
}

const accountName = (given: string): string => (/^(\w+:|mint$|sink$)/.test(given) ? given : `agent:${given}`);

function stateFile(city: string): string {
  const home = process.env.XDG_STATE_HOME ?? path.join(homedir(), '.local', 'state');
  const name = city.replace(/^https?:\/\//, '').replaceAll(/[^A-Za-z0-9.-]+/g, '_');
  return path.join(home, 'kith', `monitor-${name}.json`);
}
