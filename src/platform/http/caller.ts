/** What every caller has: the name under which limits and idempotency keys are counted. */
export interface Caller {
  readonly subject: string;
}

/** Looks at texts before they are stored; throws a Refusal for what must not be. */
export type Screen = (caller: Caller | undefined, texts: readonly string[]) => Promise<void>;
