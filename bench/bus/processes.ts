import { ClusterBus } from '../../src/platform/events/cluster-bus.ts';
import { handleRequests } from '../child.ts';
import type { DatabaseAddress } from '../postgres.ts';
import { openWire, type Spread } from './wires.ts';

export type Question =
  | { readonly kind: 'open'; readonly setup: Setup }
  | { readonly kind: 'traffic' }
  | { readonly kind: 'close' };

export interface Setup {
  readonly spread: Spread;
  readonly databaseAddress: DatabaseAddress;
  readonly natsUrl: string;
  readonly processes: number;
  readonly rooms: number;
}

/** Total of all simulated processes since they were opened. */
export interface Traffic {
  readonly received: number;
  readonly unserved: number;
  readonly channels: number;
  readonly cpuS: number;
}

export const roomTopic = (room: number): string => `room:room-${room}`;

let buses: ClusterBus[] = [];

/** Simulated processes on the event bus: each has its own connection and follows its share of the rooms. */
async function open({ spread, databaseAddress, natsUrl, processes, rooms }: Setup): Promise<void> {
  const wire = openWire(spread, databaseAddress, natsUrl);
  for (let n = 0; n < processes; n++) {
    const bus = await ClusterBus.open(wire, { onError: console.error });
    buses.push(bus);
    const followed = Array.from({ length: rooms }, (_, room) => room).filter(
      (room) => room % processes === n,
    );
    for (const room of followed) bus.subscribe(roomTopic(room), () => {});
    await Promise.all(followed.map((room) => bus.whenListening(roomTopic(room))));
  }
}

function traffic(): Traffic {
  const { user, system } = process.cpuUsage();
  const all = buses.map((bus) => bus.traffic);
  const sum = (pick: (each: ClusterBus['traffic']) => number) => all.reduce((n, each) => n + pick(each), 0);
  return {
    received: sum((each) => each.subject),
    unserved: sum((each) => each.unserved),
    channels: sum((each) => each.channels),
    cpuS: (user + system) / 1e6,
  };
}

handleRequests(async (question: Question) => {
  if (question.kind === 'open') return open(question.setup);
  if (question.kind === 'traffic') return traffic();
  await Promise.all(buses.map((bus) => bus.close()));
  buses = [];
});
