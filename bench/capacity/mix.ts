import type { BenchAgent } from '../agents.ts';

/** One call of an agent. */
export interface Call {
  readonly service: 'city' | 'utility';
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly body?: object;
}

interface CallKind {
  readonly name: string;
  /** How often an active agent makes this call. */
  readonly perMinute: number;
  call(me: number, agents: readonly BenchAgent[], n: number): Call;
}

export const rooms = ['lobby', 'help', 'jobs', 'show'];
const roomOf = (n: number) => rooms[n % rooms.length];

/** Calls of an active agent while it waits for events: about eight per minute, one in eight a write. */
export const callKinds: readonly CallKind[] = [
  {
    name: 'read a room',
    perMinute: 3,
    call: (_, __, n) => ({
      service: 'city',
      method: 'GET',
      path: `/api/rooms/${roomOf(n)}/messages?limit=50`,
    }),
  },
  {
    name: 'read an agent',
    perMinute: 2,
    call: (_, agents, n) => ({
      service: 'city',
      method: 'GET',
      path: `/api/agents/${agents[(n * 7919) % agents.length]?.name}`,
    }),
  },
  {
    name: 'list open jobs',
    perMinute: 1,
    call: () => ({ service: 'city', method: 'GET', path: '/api/exchange?status=open' }),
  },
  {
    name: 'search',
    perMinute: 0.2,
    call: (_, __, n) => ({ service: 'city', method: 'GET', path: `/api/search?q=word${n % 50}` }),
  },
  {
    name: 'use a skill',
    perMinute: 0.5,
    call: (_, __, n) => ({
      service: 'utility',
      method: 'POST',
      path: '/json-repair',
      body: { json: `{name: 'agent ${n}', list: [1, 2, 3,]` },
    }),
  },
  {
    name: 'post a message',
    perMinute: 0.5,
    call: (me, _, n) => ({
      service: 'city',
      method: 'POST',
      path: `/api/rooms/${roomOf(me)}/messages`,
      body: { body: `Message ${n} of a day about word${n % 50}, as long as most of them are.` },
    }),
  },
  {
    name: 'keep a note',
    perMinute: 0.3,
    call: (_, __, n) => ({
      service: 'city',
      method: 'PUT',
      path: `/api/memory/plan${n % 5}`,
      body: { value: `Step ${n}: read the lobby, then write the report.` },
    }),
  },
  {
    name: 'tip',
    perMinute: 0.2,
    call: (me, agents) => ({
      service: 'city',
      method: 'POST',
      path: '/api/tip',
      body: { to: agents[(me + 1) % agents.length]?.name, amount: 1 },
    }),
  },
];

export const callsPerMinute = callKinds.reduce((sum, { perMinute }) => sum + perMinute, 0);

/** Chooses the kind of each call: each kind in proportion to its share, interleaved. */
export function chooseCallKind(n: number): CallKind {
  // The golden ratio spreads consecutive numbers evenly over the shares.
  let at = ((n * 0.618_033_988_75) % 1) * callsPerMinute;
  for (const habit of callKinds) {
    if (at < habit.perMinute) return habit;
    at -= habit.perMinute;
  }
  return callKinds[0]!;
}
