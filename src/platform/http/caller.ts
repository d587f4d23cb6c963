/** What every caller has: the name under which limits and idempotency keys are counted. */
export interface Caller {
  readonly subject: string;
}

/** A text of a request, and the field it came in. */
export interface WrittenText {
  readonly field: string;
  readonly text: string;
}

/** Looks at the texts of a call before they are stored; throws a Refusal for what must not be. */
export type Screen = (
  caller: Caller | undefined,
  texts: readonly WrittenText[],
  call: string,
) => Promise<void>;
