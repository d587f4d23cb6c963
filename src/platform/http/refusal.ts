/** One way a call can be refused. Kinds are values: routes list them, documents describe them. */
export interface ErrorKind {
  /** The stable machine word of `x-error-code`. */
  readonly code: string;
  readonly status: number;
  /** What it means, for the API reference. */
  readonly means: string;
  /** JSON Schemas of what its body holds beside error and hint, by field. */
  readonly fields?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export function errorKind(
  code: string,
  status: number,
  means: string,
  fields?: ErrorKind['fields'],
): ErrorKind {
  return { code, status, means, ...(fields && { fields }) };
}

/** The one error a caller ever sees; anything else becomes a 500 that tells nothing of itself. */
export class Refusal extends Error {
  readonly kind: ErrorKind;
  /** The caller's next step, as an exact call wherever there is one. */
  readonly hint: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What the body holds beside error and hint: a 402 its challenge, a blocked page what is known of it, every other refusal nothing. */
  readonly more: Readonly<Record<string, unknown>>;

  constructor(
    kind: ErrorKind,
    error: string,
    hint: string,
    headers: Record<string, string> = {},
    more: Record<string, unknown> = {},
  ) {
    const { stackTraceLimit } = Error;
    // It is an answer, not a fault: nobody reads its stack, and a flood of refusals would spend much of its time capturing them.
    Error.stackTraceLimit = 0;
    super(error);
    Error.stackTraceLimit = stackTraceLimit;
    this.kind = kind;
    this.hint = hint;
    this.headers = headers;
    this.more = more;
  }
}
