import type { ConnectionOptions } from '../db/pool.ts';
import type { EventBus } from './bus.ts';
import { ClusterBus } from './cluster-bus.ts';
import { postgresWire } from './postgres-wire.ts';

export interface EventSettings {
  /** `nats://…`; without it the database relays events. */
  readonly url?: string | undefined;
  readonly connection: ConnectionOptions;
  readonly graceMs?: number;
}

export async function openEventBus(
  { url, connection, graceMs }: EventSettings,
  onError: (error: unknown) => void,
): Promise<EventBus> {
  const options = { onError, ...(graceMs !== undefined && { graceMs }) };
  if (url === undefined) return ClusterBus.open(postgresWire(connection), options);
  // Most installations never need it.
  const { natsWire } = await import('./nats-wire.ts');
  return ClusterBus.open(natsWire(url), options);
}
