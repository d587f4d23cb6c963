import type { ConnectionOptions } from '../db/pool.ts';
import type { EventBus } from './bus.ts';
import { ClusterBus } from './cluster-bus.ts';
import { postgresWire } from './postgres-wire.ts';

export interface EventSettings {
  /** `nats://…`; without it the database passes the news on. */
  readonly url?: string | undefined;
  readonly connection: ConnectionOptions;
}

export async function openEventBus(
  { url, connection }: EventSettings,
  onError: (error: unknown) => void,
): Promise<EventBus> {
  if (url === undefined) return ClusterBus.open(postgresWire(connection), onError);
  // Most installations never need it.
  const { natsWire } = await import('./nats-wire.ts');
  return ClusterBus.open(natsWire(url), onError);
}
