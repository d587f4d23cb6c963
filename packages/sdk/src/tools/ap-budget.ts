/** Maximum AP to spend. */
export interface ApCaps {
  readonly perCall: number;
  /** Per UTC day, for as long as the program runs; for a cap that outlives it give the key one. */
  readonly perDay?: number;
}

/** What may still be spent: reserved before a call, so that concurrent calls cannot exceed a cap together. */
export class ApBudget {
  readonly #caps: ApCaps;
  #day = '';
  #committed = 0;

  constructor(caps: ApCaps = { perCall: 0 }) {
    for (const cap of [caps.perCall, caps.perDay ?? 0])
      if (!Number.isSafeInteger(cap) || cap < 0) throw new TypeError(`${cap} is not an amount of AP`);
    this.#caps = caps;
  }

  reserve(): number {
    const today = new Date().toISOString().slice(0, 10);
    if (today !== this.#day) [this.#day, this.#committed] = [today, 0];
    const left = (this.#caps.perDay ?? Number.POSITIVE_INFINITY) - this.#committed;
    const ap = Math.max(0, Math.min(this.#caps.perCall, left));
    this.#committed += ap;
    return ap;
  }

  /** A call that has no outcome is never settled: what it reserved counts as spent. */
  settle(reserved: number, spent: number): void {
    this.#committed = Math.max(0, this.#committed - (reserved - spent));
  }
}
