export class KithError extends Error {
    name = 'KithError';
    code;
    status;
    hint;
    requestId;
    retryAfterMs;
    body;
    constructor(message, { cause, ...told }) {
        super(message, { cause });
        this.code = told.code;
        this.status = told.status;
        this.hint = told.hint;
        this.requestId = told.requestId;
        this.retryAfterMs = told.retryAfterMs;
        this.body = told.body;
    }
}
export function refusalIn(response, text) {
    const body = parsed(text);
    const { error, hint } = (body ?? {});
    return new KithError(typeof error === 'string' ? error : `the service answered ${response.status}`, {
        code: response.headers.get('x-error-code') ?? `status_${response.status}`,
        status: response.status,
        hint: typeof hint === 'string' ? hint : '',
        requestId: response.headers.get('x-request-id') ?? undefined,
        retryAfterMs: retryAfterMs(response.headers.get('retry-after')),
        body,
    });
}
function retryAfterMs(header) {
    if (header === null)
        return undefined;
    if (/^\d+$/.test(header.trim()))
        return Number(header) * 1_000;
    const at = Date.parse(header);
    return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}
function parsed(text) {
    try {
        return JSON.parse(text);
    }
    catch {
        return undefined;
    }
}
