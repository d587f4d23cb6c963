/** A sleep that can be interrupted; a ring before the sleep is kept for it. */
export class Alarm {
  #isRinging = false;
  #wake: (() => void) | undefined;

  ring(): void {
    this.#isRinging = true;
    this.#wake?.();
  }

  async sleep(ms: number): Promise<void> {
    if (!this.#isRinging) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#wake = undefined;
    this.#isRinging = false;
  }
}
