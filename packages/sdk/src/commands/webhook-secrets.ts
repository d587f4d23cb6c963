import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { readPrivately, writePrivately } from './private-file.ts';

/**
 * The secrets of watches created here, with which `kith listen` verifies webhooks. One file per watch, next to the
 * keys.
 */
export class StoredWebhookSecrets {
  readonly #dir: string;

  constructor(keyFile: string) {
    this.#dir = path.join(path.dirname(keyFile), 'webhooks');
  }

  keep(watchId: string, secret: string): void {
    writePrivately(this.#fileOf(watchId), { watch_id: watchId, secret });
  }

  forget(watchId: string): void {
    rmSync(this.#fileOf(watchId), { force: true });
  }

  all(): string[] {
    if (!existsSync(this.#dir)) return [];
    return readdirSync(this.#dir).flatMap((name) => {
      const text = readPrivately(path.join(this.#dir, name));
      return text ? [(JSON.parse(text) as { secret: string }).secret] : [];
    });
  }

  #fileOf(watchId: string): string {
    return path.join(this.#dir, `${encodeURIComponent(watchId)}.json`);
  }
}
