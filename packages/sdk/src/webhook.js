import { KithError } from './kith-error.js';
const defaultToleranceS = 300;
export async function verifyWebhook({ secret, headers, body, toleranceS, }) {
    const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) => headerOf(headers, `webhook-${name}`));
    if (!id || !timestamp || !signatures)
        throw refused('a header of Standard Webhooks is missing');
    const age = Math.abs(Date.now() / 1_000 - Number(timestamp));
    if (!/^\d+$/.test(timestamp) || age > (toleranceS ?? defaultToleranceS))
        throw refused('its time lies too far from now');
    const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
    const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`);
    if (!(await isSigned(signed, signatures, [secret].flat())))
        throw refused('no signature fits');
    return { id, ...JSON.parse(text) };
}
async function isSigned(signed, signatures, secrets) {
    for (const secret of secrets) {
        const raw = bytesOf(secret.replace(/^whsec_/, ''));
        if (!raw)
            throw new TypeError('the secret is no whsec_… of a watch');
        const key = await crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, [
            'verify',
        ]);
        for (const signature of signatures.split(' ')) {
            const mac = signature.startsWith('v1,') ? bytesOf(signature.slice('v1,'.length)) : undefined;
            if (mac && (await crypto.subtle.verify('HMAC', key, mac, signed)))
                return true;
        }
    }
    return false;
}
function bytesOf(base64) {
    try {
        return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    }
    catch {
        return undefined;
    }
}
function headerOf(headers, name) {
    if (typeof headers.get === 'function')
        return headers.get(name) ?? undefined;
    const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
    return typeof found === 'string' ? found : found?.[0];
}
function refused(why) {
    return new KithError(`this webhook is not to be believed: ${why}`, {
        code: 'bad_webhook',
        status: 0,
        hint: 'Verify the body as it arrived, byte by byte, with the secret that POST /watch gave for this watch.',
    });
}
