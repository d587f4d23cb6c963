import { type Static, Type } from 'typebox';
import { jsonDecoder } from '../decode.ts';
import type { EventData } from './bus.ts';
import type { EventPacket } from './wire.ts';

export type Event = [topic: string, data: EventData];

const payload = Type.Object({
  /** Id of the sending process. */
  from: Type.String(),
  events: Type.Array(Type.Tuple([Type.String(), Type.Unsafe<EventData>(Type.Unknown())])),
  /** Earlier events were dropped and will not be delivered. */
  forgot: Type.Optional(Type.Boolean()),
  /** Absent from earlier versions, which send everything on the common channel. */
  by_subject: Type.Optional(Type.Boolean()),
  /** Duplicate on the common channel, only for processes of such a version. */
  copy: Type.Optional(Type.Boolean()),
});
export type Payload = Static<typeof payload>;

export const decodePayload = jsonDecoder(payload);

interface Sending {
  readonly from: string;
  readonly channelOf: (topic: string) => string;
  readonly maxPayloadBytes: number;
  readonly onTooLarge: (topic: string, bytes: number) => void;
  readonly copy?: true;
}

/** Packs events: those of one channel together and in order, as many per packet as fit. */
export function pack(events: readonly Event[], sending: Sending): EventPacket[] {
  const { from, channelOf, maxPayloadBytes, onTooLarge, copy } = sending;
  const packets: EventPacket[] = [];
  for (const [channel, ofChannel] of Map.groupBy(events, ([topic]) => channelOf(topic))) {
    const pushPacket = (batch: Event[]) =>
      packets.push({ channel, payload: encodePacketPayload({ from, events: batch, ...(copy && { copy }) }) });
    let batch: Event[] = [];
    let bytes = 0;
    for (const event of ofChannel) {
      const size = Buffer.byteLength(JSON.stringify(event)) + 1;
      if (size > maxPayloadBytes) {
        onTooLarge(event[0], size);
        continue;
      }
      if (bytes + size > maxPayloadBytes) {
        pushPacket(batch);
        batch = [];
        bytes = 0;
      }
      batch.push(event);
      bytes += size;
    }
    if (batch.length > 0) pushPacket(batch);
  }
  return packets;
}

export const encodePacketPayload = (content: Omit<Payload, 'by_subject'>): string =>
  JSON.stringify({ ...content, by_subject: true } satisfies Payload);
