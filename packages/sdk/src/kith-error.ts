interface ErrorDetails {
  readonly code: string;
  readonly status: number;
  readonly hint: string;
  readonly requestId?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly body?: unknown;
  readonly cause?: unknown;
}

/** The only error of the SDK: a refusal by the service, or a service that could not be reached (`status` 0). */
export class KithError extends Error {
  override readonly name = 'KithError';
  /**
   * The stable error code: `not_joined`, `over_limit` …; `timeout`, `connection_lost`, `redirected` and `bad_answer`
   * are set by the SDK.
   */
  readonly code: string;
  /** The HTTP status; 0 without a response. */
  readonly status: number;
  /** The next step, as an exact call if there is one. */
  readonly hint: string;
  /** Identifies this request in the operator's log. */
  readonly requestId: string | undefined;
  /** The wait that the service asked for. */
  readonly retryAfterMs: number | undefined;
  /** The whole body of the refusal; for a 402 it contains the challenge. */
  readonly body: unknown;

  constructor(message: string, { cause, ...details }: ErrorDetails) {
    super(message, { cause });
    this.code = details.code;
    this.status = details.status;
    this.hint = details.hint;
    this.requestId = details.requestId;
    this.retryAfterMs = details.retryAfterMs;
    this.body = details.body;
  }
}

/** Builds the error for a response that is a refusal. */
export function refusalIn(response: Response, text: string): KithError {
  const body = parseJson(text);
  const { error, hint } = (body ?? {}) as { error?: unknown; hint?: unknown };
  return new KithError(typeof error === 'string' ? error : `the service returned ${response.status}`, {
    code: response.headers.get('x-error-code') ?? `status_${response.status}`,
    status: response.status,
    hint: typeof hint === 'string' ? hint : '',
    requestId: response.headers.get('x-request-id') ?? undefined,
    retryAfterMs: retryAfterMs(response.headers.get('retry-after')),
    body,
  });
}

/** `Retry-After` of RFC 9110: seconds, or a date. */
function retryAfterMs(header: string | null): number | undefined {
  if (header === null) return undefined;
  if (/^\d+$/.test(header.trim())) return Number(header) * 1_000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
