import type { TestContext } from 'node:test';
import type { EventBus } from '../../../../src/platform/events/bus.ts';
import { openEventBus } from '../../../../src/platform/events/open.ts';
import { type NatsServer, startNats } from '../../../counterparts/nats-server.ts';
import { freshDatabase } from '../../../harness/database.ts';

const listening =
  "FROM pg_stat_activity WHERE application_name = 'kith events' AND datname = current_database()";

/** The buses of two processes, their errors, and how to disconnect them from each other. */
export interface TwoBuses {
  readonly a: EventBus;
  readonly b: EventBus;
  readonly errors: unknown[];
  /** The bus of a third process. */
  openThird(): Promise<EventBus>;
  cut(): Promise<unknown>;
  cutA(): Promise<unknown>;
}

interface BusSettings {
  readonly graceMs?: number;
  readonly maxPayload?: number;
}

export async function onPostgres(t: TestContext, { graceMs }: BusSettings = {}): Promise<TwoBuses> {
  const fresh = await freshDatabase({ empty: true });
  const { host, port, user, database } = fresh;
  const errors: unknown[] = [];
  const settings = { connection: { host, port, user, database }, ...(graceMs !== undefined && { graceMs }) };
  const open = () => openEventBus(settings, (error) => errors.push(error));
  const b = await open();
  const [{ pid: pidOfB }] = await fresh.sql(`SELECT pid ${listening}`);
  const a = await open();
  t.after(async () => {
    await Promise.all([a.close(), b.close()]);
    await fresh.drop();
  });
  const cut = () => fresh.sql(`SELECT pg_terminate_backend(pid) ${listening}`);
  const cutA = () => fresh.sql(`SELECT pg_terminate_backend(pid) ${listening} AND pid <> $1`, [pidOfB]);
  return { a, b, errors, openThird: () => openUntilEnd(t, open), cut, cutA };
}

/** The connection of a bus that does not need a database. */
export const unreachable = { host: '127.0.0.1', port: 1, user: 'nobody', database: 'none' };

export async function onNats(
  t: TestContext,
  { graceMs, ...options }: BusSettings = {},
): Promise<TwoBuses & { readonly nats: NatsServer }> {
  const nats = await startNats(t, options);
  const errors: unknown[] = [];
  const settings = {
    url: `nats://127.0.0.1:${nats.port}/city`,
    connection: unreachable,
    ...(graceMs !== undefined && { graceMs }),
  };
  const open = () => openEventBus(settings, (error) => errors.push(error));
  const b = await open();
  const [socketOfB] = nats.sockets;
  const a = await open();
  t.after(() => Promise.all([a.close(), b.close()]));
  const cutAll = async (except?: unknown) => {
    for (const socket of nats.sockets) if (socket !== except) socket.destroy();
  };
  return {
    nats,
    a,
    b,
    errors,
    openThird: () => openUntilEnd(t, open),
    cut: () => cutAll(),
    cutA: () => cutAll(socketOfB),
  };
}

async function openUntilEnd(t: TestContext, open: () => Promise<EventBus>): Promise<EventBus> {
  const bus = await open();
  t.after(() => bus.close());
  return bus;
}
