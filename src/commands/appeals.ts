import { parseArgs } from 'node:util';
import type { Config } from '../app/settings.ts';
import { findCredential } from '../city/moderation/credentials/find.ts';
import {
  type AppealDecision,
  decideAppeal,
  decisions,
  listAppeals,
  type PresentedAppeal,
} from '../city/moderation/review.ts';
import { systemClock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import { openEventBus } from '../platform/events/open.ts';
import { Refusal } from '../platform/http/refusal.ts';

const maxListed = 200;

export type AppealsCommand = (database: Database) => Promise<number>;

/** Parses `admin appeals …` before the database is opened; undefined if it is not such a command. */
export function appealsCommand(config: Config, args: string[], json = false): AppealsCommand | undefined {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { all: { type: 'boolean' }, by: { type: 'string' }, why: { type: 'string' } },
  });
  const [command, id, decision, ...more] = positionals;
  if (command === undefined) return (database) => list(database, values.all === true, json);
  if (command !== 'decide' || more.length > 0 || !/^\d{1,15}$/.test(id ?? '') || !isDecision(decision))
    return undefined;
  const [by, why] = [values.by?.trim() ?? '', values.why?.trim() ?? ''];
  if (by === '' || why === '')
    return async () => fail('a decision is recorded with --by NAME and --why TEXT');
  if (findCredential(`${by}\n${why}`) !== undefined)
    return async () => fail('--by or --why contains a credential');
  return (database) => decide(config, database, Number(id), { decision, by, why }, json);
}

const isDecision = (text: string | undefined): text is AppealDecision =>
  decisions.some((each) => each === text);

async function list({ read }: Database, all: boolean, json: boolean): Promise<number> {
  const appeals = await listAppeals(read, { limit: maxListed });
  const shown = appeals.filter(({ status }) => all || status === 'pending');
  if (json) {
    for (const appeal of shown) process.stdout.write(`${JSON.stringify(appeal)}\n`);
    return 0;
  }
  for (const appeal of shown) process.stdout.write(`${formatAppeal(appeal).join('\n')}\n\n`);
  process.stdout.write(
    `${shown.length} ${all ? '' : 'pending '}${shown.length === 1 ? 'appeal' : 'appeals'}\n`,
  );
  return 0;
}

/** Prints text of agents as JSON strings, so that it cannot contain terminal escapes. */
function formatAppeal({ id, screen_name, status, standing, strikes, ...appeal }: PresentedAppeal): string[] {
  return [
    `${id}  ${status}  ${screen_name} (${standing}, ${strikes} strikes)  since ${appeal.created_at}`,
    `    note: ${JSON.stringify(appeal.note)}`,
    ...appeal.evidence.map(({ at, kind, field, call }) => `    ${at}  ${kind}, in ${field} of ${call}`),
    ...(appeal.decision
      ? [
          `    decided ${appeal.decision.at} by ${JSON.stringify(appeal.decision.by)}: ${JSON.stringify(appeal.decision.why)}`,
        ]
      : []),
  ];
}

async function decide(
  config: Config,
  { transaction, connection }: Database,
  id: number,
  verdict: { decision: AppealDecision; by: string; why: string },
  json: boolean,
): Promise<number> {
  // Notifies running servers, which would otherwise keep refusing a key that they cached as banned.
  const bus = await openEventBus(
    { url: config.eventsUrl, connection },
    (error) => void process.emitWarning(String(error)),
  );
  try {
    const { screen_name, status, standing } = await transaction((tx) =>
      decideAppeal(tx, bus, systemClock.now(), id, verdict),
    );
    process.stdout.write(
      json
        ? `${JSON.stringify({ id, screen_name, status, standing })}\n`
        : `appeal ${id} of ${screen_name}: ${status}; the account is ${standing}\n`,
    );
    return 0;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return fail(error.message);
  } finally {
    await bus.close();
  }
}

function fail(problem: string): number {
  process.stderr.write(`kith: ${problem}\n`);
  return 1;
}
