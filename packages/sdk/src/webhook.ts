import { KithError } from './kith-error.ts';

export interface WebhookParts {
  /** The `secret` of the watch, `whsec_…`; several while you rotate it. */
  readonly secret: string | readonly string[];
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The raw body, before anything parsed it. */
  readonly body: string | Uint8Array;
  /** Maximum distance of its timestamp from now; five minutes by default. */
  readonly toleranceS?: number;
}

/** The contents of a webhook of kith. */
export interface WebhookEvent {
  /** The same for every delivery of the event, to detect repeats. */
  readonly id: string;
  readonly type: string;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

const defaultToleranceS = 300;

/**
 * Verifies signature (Standard Webhooks, `v1`) and timestamp of a webhook and returns its event; otherwise throws a
 * KithError.
 */
export async function verifyWebhook({
  secret,
  headers,
  body,
  toleranceS,
}: WebhookParts): Promise<WebhookEvent> {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    findHeader(headers, `webhook-${name}`),
  );
  if (!id || !timestamp || !signatures) throw createWebhookError('a Standard Webhooks header is missing');
  const age = Math.abs(Date.now() / 1_000 - Number(timestamp));
  if (!/^\d+$/.test(timestamp) || age > (toleranceS ?? defaultToleranceS))
    throw createWebhookError('its timestamp is too far from now');
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`);
  if (!(await isSigned(signed, signatures, [secret].flat())))
    throw createWebhookError('no signature matches');
  return { id, ...(JSON.parse(text) as Omit<WebhookEvent, 'id'>) };
}

async function isSigned(
  signed: Uint8Array<ArrayBuffer>,
  signatures: string,
  secrets: readonly string[],
): Promise<boolean> {
  for (const secret of secrets) {
    const raw = decodeBase64(secret.replace(/^whsec_/, ''));
    if (!raw) throw new TypeError('the secret is not a whsec_… secret of a watch');
    const key = await crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, [
      'verify',
    ]);
    for (const signature of signatures.split(' ')) {
      const mac = signature.startsWith('v1,') ? decodeBase64(signature.slice('v1,'.length)) : undefined;
      // Compared in constant time by the platform.
      if (mac && (await crypto.subtle.verify('HMAC', key, mac, signed))) return true;
    }
  }
  return false;
}

function decodeBase64(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function findHeader(headers: WebhookParts['headers'], name: string): string | undefined {
  if (typeof (headers as Headers).get === 'function') return (headers as Headers).get(name) ?? undefined;
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof found === 'string' ? found : found?.[0];
}

function createWebhookError(why: string): KithError {
  return new KithError(`this webhook failed verification: ${why}`, {
    code: 'bad_webhook',
    status: 0,
    hint: 'Verify the raw body with the secret that POST /watch returned for this watch.',
  });
}
