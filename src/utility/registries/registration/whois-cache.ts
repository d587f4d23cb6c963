import type { Clock } from '../../../platform/clock.ts';
import type { SkillCall } from '../../catalogue/call.ts';

const maxCached = 500;
const maxAgeS = 86_400;

/** Cached responses of WHOIS servers, which rate-limit clients: the latest few hundred, for at most a day. */
export class WhoisCache {
  readonly #clock: Clock;
  readonly #entries = new Map<string, { text: string; at: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get(key: string, call: SkillCall): string | undefined {
    const entry = this.#entries.get(key);
    if (!entry || call.maxAgeS === 0) return undefined;
    const ageS = Math.max(0, (this.#clock.now().getTime() - entry.at) / 1_000);
    if (ageS > Math.min(call.maxAgeS, maxAgeS)) return undefined;
    call.usedCached(ageS);
    return entry.text;
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }

  set(key: string, text: string): void {
    this.#entries.delete(key);
    this.#entries.set(key, { text, at: this.#clock.now().getTime() });
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > maxCached && oldest !== undefined) this.#entries.delete(oldest);
  }
}
