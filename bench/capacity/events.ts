import pg from 'pg';
import { ClusterBus } from '../../src/platform/events/cluster-bus.ts';
import { listChannels } from '../../src/platform/events/postgres-wire.ts';
import type { WireListener } from '../../src/platform/events/wire.ts';
import type { DatabaseAddress } from '../postgres.ts';

const payloads = 5_000;
const eventsPerPayload = 20;

/** Counts the events that processes send each other through a database, until the returned function is called. */
export async function startCountingEvents(databaseAddress: DatabaseAddress): Promise<() => Promise<number>> {
  const client = new pg.Client({ ...databaseAddress });
  let events = 0;
  client.on('notification', ({ payload }) => {
    events += JSON.parse(payload ?? '{}').events?.length ?? 0;
  });
  // If the benchmark fails, the server is stopped before this point.
  client.on('error', () => {});
  await client.connect();
  await client.query(
    listChannels()
      .map((channel) => `LISTEN ${channel}`)
      .join(';'),
  );
  return async () => {
    await client.end();
    return events;
  };
}

/** CPU seconds a process spends on an event that none of its clients needs. */
export async function measureEventCost(): Promise<number> {
  const { promise: opened, resolve } = Promise.withResolvers<WireListener>();
  const bus = await ClusterBus.open(
    async (listener) => {
      resolve(listener);
      return {
        maxPayloadBytes: 8_000,
        commonChannel: 'common',
        channelOf: (subject) => subject,
        send: async () => {},
        listen: async () => {},
        close: async () => {},
      };
    },
    { onError: console.error },
  );
  const listener = await opened;
  const one = (n: number) => [`room:room-${n % 1_000}`, n];
  const texts = Array.from({ length: payloads }, (_, at) =>
    JSON.stringify({
      from: 'elsewhere',
      events: Array.from({ length: eventsPerPayload }, (_, n) => one(at + n)),
    }),
  );
  for (const text of texts) listener.received(text);
  const cpuAtStart = process.cpuUsage();
  for (const text of texts) listener.received(text);
  const { user, system } = process.cpuUsage(cpuAtStart);
  await bus.close();
  return (user + system) / 1e6 / (payloads * eventsPerPayload);
}
