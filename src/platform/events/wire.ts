/** What carries the news of a bus from process to process. */
export interface Wire {
  /** Of one payload, as it stands now: a reconnect may lead to a server with other limits. */
  readonly maxPayloadBytes: number;
  /** Resolves once the payloads are with whoever passes them on; where it rejects, they may not be. */
  send(payloads: readonly string[]): Promise<unknown>;
  close(): Promise<unknown>;
}

export interface WireListener {
  received(payload: string): void;
  /** From here on nothing is heard and nothing can be sent. */
  lost(error: Error): void;
  restored(): void;
}

export type OpenWire = (listener: WireListener) => Promise<Wire>;
