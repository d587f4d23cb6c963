interface Flight<T> {
  readonly answer: Promise<T>;
  readonly controller: AbortController;
  callers: number;
}

/** Concurrent calls with the same key share one execution, which is aborted once the last waiter has left. */
export class SingleFlight<T> {
  readonly #flights = new Map<string, Flight<T>>();

  /** Joins the current execution, or starts one; `join: false` always starts a new one. */
  async join(
    key: string,
    signal: AbortSignal,
    start: (signal: AbortSignal) => Promise<T>,
    { join = true } = {},
  ): Promise<T> {
    signal.throwIfAborted();
    const flight = (join ? this.#flights.get(key) : undefined) ?? this.#start(key, start);
    flight.callers += 1;
    const left = Promise.withResolvers<never>();
    const onAbort = () => left.reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      return await Promise.race([flight.answer, left.promise]);
    } finally {
      signal.removeEventListener('abort', onAbort);
      flight.callers -= 1;
      if (flight.callers === 0) {
        this.#removeFlight(key, flight);
        flight.controller.abort();
      }
    }
  }

  #start(key: string, start: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const controller = new AbortController();
    const flight = { answer: start(controller.signal), controller, callers: 0 };
    this.#flights.set(key, flight);
    // Waiters receive the failure; once all have left, it is ignored.
    flight.answer.catch(() => {}).finally(() => this.#removeFlight(key, flight));
    return flight;
  }

  #removeFlight(key: string, flight: Flight<T>): void {
    if (this.#flights.get(key) === flight) this.#flights.delete(key);
  }
}
