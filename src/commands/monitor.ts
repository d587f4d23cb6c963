import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LedgerEntry } from '../ledger/proof/entry.ts';
import { signedHeaders } from '../platform/http/webhook-signature.ts';
import { replaceFile } from '../platform/replace-file.ts';
import { checkLog, InconsistentLog } from './log/monitor-check.ts';
import { readState, writeState } from './log/monitor-state.ts';
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
  readonly once: boolean;
  readonly json: boolean;
}

/** Follows a ledger until it contradicts itself (exit code 1) or is stopped (0). */
export async function monitor(city: string, options: MonitorOptions, stopped?: AbortSignal): Promise<number> {
  const trust = await readTrustPolicy(options);
  const file = options.state ?? stateFile(city);
  await mkdir(path.dirname(path.resolve(file)), { recursive: true, mode: 0o700 });
  let source: LogSource | undefined;
  for (;;) {
    try {
      source ??= await openLogSource(city);
      await check(source, file, trust, options);
    } catch (error) {
      if (error instanceof InconsistentLog) return raiseAlarm(error, file, city, options);
      // An unreachable log proves nothing; it is retried.
      if (!(error instanceof UnreadableLog)) throw error;
      process.stderr.write(`kith: ${error.message}\n`);
      if (options.once) return unreachableExitCode;
    }
    if (options.once || stopped?.aborted) return 0;
    await sleep(options.intervalS * 1_000, undefined, stopped && { signal: stopped }).catch(() => {});
    if (stopped?.aborted) return 0;
  }
}

async function check(
  source: LogSource,
  file: string,
  trust: TrustPolicy,
  options: MonitorOptions,
): Promise<void> {
  const before = await readState(file);
  const found = await checkLog(source, trust, before);
  if (!found) return;
  const { state, entries } = found;
  const account = options.account && accountName(options.account);
  const matching = entries.filter(
    ({ from, to }) => account === undefined || from === account || to === account,
  );
  for (const entry of matching) await report(entry, options);
  if (!before) printText(`${state.size} entries of ${state.origin} checked; following\n`, options);
  // Saved after reporting: a crash in between repeats an entry rather than losing it.
  await writeState(file, state);
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
  { message, heads }: InconsistentLog,
  file: string,
  city: string,
  options: MonitorOptions,
): Promise<number> {
  const evidence = `${file}.evidence-${createHash('sha256').update(heads.join()).digest('hex').slice(0, 8)}.txt`;
  await replaceFile(evidence, `${city}: ${message}\n\n${heads.join('\n----\n')}`);
  const alarmMessage = { type: 'alarm', problem: message, heads, evidence };
  if (options.json) process.stdout.write(`${JSON.stringify(alarmMessage)}\n`);
  else
    process.stdout.write(
      `ALARM: ${message}\nsigned heads, saved in ${evidence}:\n\n${heads.join('\n----\n')}`,
    );
  if (options.post)
    await post(options.post, options.secret, path.basename(evidence), alarmMessage).catch((error: Error) =>
      process.stderr.write(`kith: ${error.message}\n`),
    );
  return 1;
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
