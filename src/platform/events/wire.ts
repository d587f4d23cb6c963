/** Transport of a bus's events between processes. */
export interface EventWire {
  /** Current limit per payload: a reconnect may reach a server with other limits. */
  readonly maxPayloadBytes: number;
  /**
   * How often each process shows how much it has sent; undefined if nothing is lost while the connection lives.
   */
  readonly heartbeatMs?: number;
  /** Every process listens to it from the start. */
  readonly commonChannel: string;
  /** The channel of a subject; several subjects may share one. */
  channelOf(subject: string): string;
  /** Resolves once the packets are with the relay; if it rejects, they may not be. */
  send(packets: readonly EventPacket[]): Promise<unknown>;
  /**
   * Changes the channels that are listened to. Resolves once every later event on the added ones is received,
   * or, while disconnected, immediately: they are subscribed before the connection counts as restored.
   */
  listen(change: ChannelChange): Promise<unknown>;
  close(): Promise<unknown>;
}

export interface EventPacket {
  readonly channel: string;
  readonly payload: string;
}

export interface ChannelChange {
  readonly added: readonly string[];
  /** Removed before others are added. */
  readonly removed: readonly string[];
}

export interface WireListener {
  received(payload: string): void;
  /** From here on nothing is received and nothing can be sent. */
  lost(error: Error): void;
  restored(): void;
}

export type OpenWire = (listener: WireListener) => Promise<EventWire>;
