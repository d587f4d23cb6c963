/** Common to all callers: the subject by which limits and idempotency keys are counted. */
export interface Caller {
  readonly subject: string;
}

/** A text of a request, and the field it came from. */
export interface WrittenText {
  readonly field: string;
  readonly text: string;
}

/** Screens the texts of a call before they are stored; throws a Refusal for prohibited ones. */
export type Screen = (
  caller: Caller | undefined,
  texts: readonly WrittenText[],
  call: string,
) => Promise<void>;
