/** What carries the events of a bus from process to process. */
export interface Wire {
  /** Of one payload, as it stands now: a reconnect may lead to a server with other limits. */
  readonly maxPayloadBytes: number;
  /** Every process listens to it, from the start. */
  readonly commonChannel: string;
  /** Where the events of a subject are sent; several subjects may share a channel. */
  channelOf(subject: string): string;
  /** Resolves once the packets are with whoever passes them on; where it rejects, they may not be. */
  send(packets: readonly Packet[]): Promise<unknown>;
  /**
   * Changes the channels that are listened to. Resolves once everything that is sent on the added ones from then on is
   * received, or, while the connection is lost, at once: they are listened to before it counts as restored.
   */
  listen(change: ChannelChange): Promise<unknown>;
  close(): Promise<unknown>;
}

export interface Packet {
  readonly channel: string;
  readonly payload: string;
}

export interface ChannelChange {
  readonly added: readonly string[];
  /** They are removed before others are added. */
  readonly removed: readonly string[];
}

export interface WireListener {
  received(payload: string): void;
  /** From here on nothing is received and nothing can be sent. */
  lost(error: Error): void;
  restored(): void;
}

export type OpenWire = (listener: WireListener) => Promise<Wire>;
