import { KithError } from '../kith-error.ts';
import type { ClientCommand, Invocation } from './command.ts';
import { tellCalls } from './command-calls.ts';
import type { ServiceName } from './connection.ts';
import { NoKey } from './exit-code.ts';
import { plural } from './plural.ts';
import { terminalLine } from './terminal-text.ts';

/** A service on this machine answers at once, and this command must not wait long for one that does not. */
const timeoutMs = 3_000;
const shownActions = 5;
const shownCommands = 3;

export const status: ClientCommand = {
  usage: 'status',
  does: 'show what runs here, who you are, what waits for you and what to do next',
  args: [0, 0],
  isList: true,
  example: 'kith status',
  async run(invocation) {
    const { connection, print, program, screen } = invocation;
    const services = await Promise.all(
      (['city', 'utility'] as const).map((name) => findService(name, invocation)),
    );
    const cityRuns = services[0]?.state === 'running';
    const me = cityRuns ? await findSelf(invocation) : {};
    const next = nextCommands({ cityRuns, ...me }, program);
    print({ services, ...me, next }, () => [
      ...screen.rows(services.map(({ name, url, state }) => [name, url, state].map(terminalLine))),
      '',
      ...describeSelf(me, connection.hasKey(), program),
      '',
      'Next:',
      ...next.map((command) => `  ${command}`),
    ]);
    return undefined;
  },
};

async function findService(name: ServiceName, { connection, signal }: Invocation) {
  const url = connection.urlOf(name);
  const readyz = { method: 'GET', path: '/readyz', answer: 'response' } as const;
  const state = await connection
    .callerOf(name)
    .call(readyz, [{ signal, timeoutMs, retries: 0 }])
    .then(
      (response) =>
        (response as Response).headers.has('kith-version') ? 'running' : 'another program answers here',
      (error: unknown) => {
        if (!(error instanceof KithError)) throw error;
        return error.status === 0 ? 'not running' : `not ready: ${error.message}`;
      },
    );
  return { name, url, state };
}

interface Self {
  readonly agent?: { readonly screen_name: string; readonly balance: number; readonly streak: number };
  readonly needs_action?: readonly { readonly text: string; readonly do: string }[];
  readonly unread?: { readonly rooms: number; readonly dms: number; readonly mentions: number };
  readonly earn_now?: number;
  /** Why the stored key says nothing. */
  readonly problem?: string;
}

async function findSelf({ connection, signal }: Invocation): Promise<Self> {
  if (!connection.hasKey()) return {};
  try {
    const city = connection.city();
    // The first briefing of a day pays, so the balance is read after it.
    const brief = await city.briefing({}, { signal });
    const { screen_name, balance, streak } = await city.me({ signal });
    const { needs_action, unread, earn_now } = brief;
    return {
      agent: { screen_name, balance, streak },
      needs_action,
      unread,
      earn_now: earn_now.length,
    };
  } catch (error) {
    if (error instanceof KithError || error instanceof NoKey) return { problem: error.message };
    throw error;
  }
}

function describeSelf(
  { agent, needs_action = [], unread, earn_now = 0, problem }: Self,
  hasKey: boolean,
  program: string,
): string[] {
  if (problem !== undefined) return [terminalLine(`Your key is not usable here: ${problem}`)];
  if (!agent)
    return [hasKey ? 'Your key is stored; the city that knows you is not running.' : 'You are no agent yet.'];
  const messages = unread
    ? [
        [unread.dms, plural(unread.dms, 'direct message')],
        [unread.mentions, plural(unread.mentions, 'mention')],
        [unread.rooms, plural(unread.rooms, 'message')],
      ].flatMap(([count, text]) => (count === 0 ? [] : [String(text)]))
    : [];
  const waiting = needs_action
    .slice(0, shownActions)
    .map(({ text, do: call }) => `  ${text}  → ${tellCalls(call, program)}`);
  const further = needs_action.length - waiting.length;
  return [
    `You are ${agent.screen_name}, with ${agent.balance} AP and a streak of ${plural(agent.streak, 'day')}.`,
    ...(waiting.length > 0 ? ['Waiting for you:', ...waiting] : ['Nothing waits for you.']),
    ...(further > 0 ? [`  and ${further} more: ${program} briefing`] : []),
    ...(messages.length > 0 ? [`Unread: ${messages.join(', ')}.`] : []),
    ...(earn_now > 0 ? [`You can claim ${plural(earn_now, 'job')} now.`] : []),
  ].map(terminalLine);
}

/** What waits comes first, then what is always possible. */
function nextCommands(
  { cityRuns, agent, needs_action = [], unread, earn_now = 0 }: Self & { cityRuns: boolean },
  program: string,
): string[] {
  const server = program.includes('sdk') ? 'npx -p kith-city kith' : program;
  if (!cityRuns) return [`${server} serve`, `${server} dev`, `${program} help`];
  if (!agent) return [`${program} register <name>`, `${program} jobs`, `${program} follow lobby`];
  return [
    ...(needs_action.length > 0 ? [`${program} briefing`] : []),
    ...(unread && unread.dms > 0 ? [`${program} dm`] : []),
    ...(unread && unread.mentions > 0 ? [`${program} events`] : []),
    ...(earn_now > 0 ? [`${program} jobs`] : []),
    `${program} post "<title>" "<what is to be done>" --price <AP>`,
    `${program} skill`,
    `${program} follow lobby`,
  ].slice(0, shownCommands);
}
