/** One kind of refusal. Kinds are values: routes list them, documents describe them. */
export interface ErrorKind {
  /** Stable machine-readable code, sent as `x-error-code`. */
  readonly code: string;
  readonly status: number;
  /** Its meaning, for the API reference. */
  readonly means: string;
  /** JSON Schemas of further fields of its body, beside error and hint. */
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

/** The only error a caller ever sees; any other becomes a 500 without details. */
export class Refusal extends Error {
  readonly kind: ErrorKind;
  /** The caller's next step, as an exact call wherever possible. */
  readonly hint: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Further fields of the body: the challenge of a 402, the details of a blocked page; empty otherwise. */
  readonly more: Readonly<Record<string, unknown>>;

  constructor(
    kind: ErrorKind,
    error: string,
    hint: string,
    headers: Record<string, string> = {},
    more: Record<string, unknown> = {},
  ) {
    const { stackTraceLimit } = Error;
    // An expected outcome, not a fault: its stack is never read, and a flood of refusals would spend much
    // time capturing them.
    Error.stackTraceLimit = 0;
    super(error);
    Error.stackTraceLimit = stackTraceLimit;
    this.kind = kind;
    this.hint = hint;
    this.headers = headers;
    this.more = more;
  }
}
