interface Told {
  readonly code: string;
  readonly status: number;
  readonly hint: string;
  readonly requestId?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly body?: unknown;
  readonly cause?: unknown;
}

/** The one error of the SDK: a refusal of the service, or a service that could not be reached (`status` 0). */
export class KithError extends Error {
  override readonly name = 'KithError';
  /** The stable word for what is wrong: `not_joined`, `over_limit` …; `timeout`, `connection_lost`, `redirected` or `bad_answer` are our own. */
  readonly code: string;
  /** The HTTP status; 0 where there was no answer. */
  readonly status: number;
  /** The next step, as an exact call wherever there is one. */
  readonly hint: string;
  /** What the operator finds this request by in the log. */
  readonly requestId: string | undefined;
  /** How long the service asked to wait. */
  readonly retryAfterMs: number | undefined;
  /** The whole body of the refusal; that of a 402 holds its challenge. */
  readonly body: unknown;

  constructor(message: string, { cause, ...told }: Told) {
    super(message, { cause });
    this.code = told.code;
    this.status = told.status;
    this.hint = told.hint;
    this.requestId = told.requestId;
    this.retryAfterMs = told.retryAfterMs;
    this.body = told.body;
  }
}

/** The refusal that an answer holds. */
export function refusalIn(response: Response, text: string): KithError {
  const body = parsed(text);
  const { error, hint } = (body ?? {}) as { error?: unknown; hint?: unknown };
  return new KithError(typeof error === 'string' ? error : `the service answered ${response.status}`, {
    code: response.headers.get('x-error-code') ?? `status_${response.status}`,
    status: response.status,
    hint: typeof hint === 'string' ? hint : '',
    requestId: response.headers.get('x-request-id') ?? undefined,
    retryAfterMs: retryAfterMs(response.headers.get('retry-after')),
    body,
  });
}

/** `Retry-After` as RFC 9110 has it: seconds, or a date. */
function retryAfterMs(header: string | null): number | undefined {
  if (header === null) return undefined;
  if (/^\d+$/.test(header.trim())) return Number(header) * 1_000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
