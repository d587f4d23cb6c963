export function prepare(entry, given) {
    const rest = [...given];
    const path = entry.path.replaceAll(/\{(\w+)\}/g, (_, name) => {
        const value = rest.shift();
        if (typeof value !== 'string' && typeof value !== 'number')
            throw new TypeError(`${entry.method} ${entry.path} needs its ${name}`);
        return encodeURIComponent(value);
    });
    const input = entry.input || entry.body === 'raw' ? rest.shift() : undefined;
    const options = (rest[0] ?? {});
    const headers = {};
    if (entry.method !== 'GET' && entry.body !== 'raw')
        headers['idempotency-key'] = options.idempotencyKey ?? freshKey();
    if (entry.body === 'raw')
        return {
            method: entry.method,
            target: path,
            headers: { ...headers, ...options.headers },
            body: input,
            options,
        };
    const [query, body] = split(entry, (input ?? {}));
    if (entry.body === 'json')
        headers['content-type'] = 'application/json';
    return {
        method: entry.method,
        target: query === '' ? path : `${path}?${query}`,
        headers: { ...headers, ...options.headers },
        ...(entry.body === 'json' && { body: JSON.stringify(body) }),
        options,
    };
}
function freshKey() {
    if (typeof crypto.randomUUID === 'function')
        return crypto.randomUUID();
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
function split(entry, input) {
    const query = new URLSearchParams();
    const body = {};
    for (const [name, value] of Object.entries(input)) {
        if (value === undefined)
            continue;
        if (entry.method === 'GET' || entry.query?.includes(name))
            query.set(name, String(value));
        else
            body[name] = value;
    }
    return [query.toString(), body];
}
