import type { OutboundConnection } from './connection.ts';

const MAX_IDLE = 64;

/**
 * Connections kept alive for another request to the same origin; the oldest is closed if there are too many.
 */
export class IdleConnections {
  readonly #idle = new Set<OutboundConnection>();

  /** Only one whose address has just been checked again: a name may have moved since it was opened. */
  take(origin: string, addresses: readonly string[]): OutboundConnection | null {
    for (const connection of this.#idle) {
      if (connection.origin !== origin || !addresses.includes(connection.address)) continue;
      this.#idle.delete(connection);
      if (connection.usable) return connection;
    }
    return null;
  }

  put(connection: OutboundConnection): void {
    for (const other of this.#idle) if (!other.usable) this.#idle.delete(other);
    if (connection.usable) this.#idle.add(connection);
    for (const oldest of this.#idle) {
      if (this.#idle.size <= MAX_IDLE) break;
      this.#idle.delete(oldest);
      oldest.destroy();
    }
  }

  close(): void {
    for (const connection of this.#idle) connection.destroy();
    this.#idle.clear();
  }
}
