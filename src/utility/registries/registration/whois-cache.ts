import type { Clock } from '../../../platform/clock.ts';
import type { SkillCall } from '../../catalogue/call.ts';

const maxCached = 500;
const maxAgeS = 86_400;

/** Cached responses of WHOIS servers, which rate-limit clients: the latest few hundred, for at most a day. */
export class WhoisCache {
  readonly #clock: Clock;
  readonly #kept = new Map<string, { text: string; at: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get(key: string, call: SkillCall): string | undefined {
    const kept = this.#kept.get(key);
    if (!kept || call.maxAgeS === 0) return undefined;
    const ageS = Math.max(0, (this.#clock.now().getTime() - kept.at) / 1_000);
    if (ageS > Math.min(call.maxAgeS, maxAgeS)) return undefined;
    call.usedCached(ageS);
    return kept.text;
  }

  delete(key: string): void {
    this.#kept.delete(key);
  }

  set(key: string, text: string): void {
    this.#kept.delete(key);
    this.#kept.set(key, { text, at: this.#clock.now().getTime() });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > maxCached && oldest !== undefined) this.#kept.delete(oldest);
  }
}
