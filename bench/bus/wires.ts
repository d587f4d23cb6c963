import { natsWire } from '../../src/platform/events/nats-wire.ts';
import { postgresWire } from '../../src/platform/events/postgres-wire.ts';
import type { EventWire, OpenWire } from '../../src/platform/events/wire.ts';
import type { DatabaseAddress } from '../postgres.ts';

/** How the events of rooms are spread over channels. */
export type Spread = 'one channel' | 'as it is' | 'a channel per room' | 'NATS';

export function openWire(spread: Spread, databaseAddress: DatabaseAddress, natsUrl: string): OpenWire {
  if (spread === 'NATS') return natsWire(natsUrl);
  const open = postgresWire(databaseAddress);
  if (spread === 'as it is') return open;
  return async (listener) => spreadChannels(await open(listener), spread);
}

/** The same wire with other channels for subjects. */
function spreadChannels(wire: EventWire, spread: Spread): EventWire {
  const { commonChannel } = wire;
  const channelOf = (subject: string) =>
    spread === 'one channel' ? commonChannel : `${commonChannel}_${subject.replace(/\W/g, '_')}`;
  return {
    maxPayloadBytes: wire.maxPayloadBytes,
    commonChannel,
    channelOf,
    send: (packets) => wire.send(packets),
    listen: async (change) => {
      if (spread !== 'one channel') await wire.listen(change);
    },
    close: () => wire.close(),
  };
}
