import { setTimeout as pause } from 'node:timers/promises';
import { Type } from 'typebox';
import type { Clock } from '../../platform/clock.ts';
import { jsonDecoder, unreadable } from '../../platform/decode.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import { upstreamFailed, upstreamTimeout } from '../catalogue/errors.ts';

export interface VatRegistration {
  readonly valid: boolean;
  readonly name: string | null;
  readonly address: string | null;
  readonly requestedAt: string;
  /** The registry's proof of the request, issued only to a requester with a VAT number. */
  readonly consultation: string | null;
}

interface VatId {
  readonly country: string;
  readonly number: string;
}

interface VatQuery extends VatId {
  /** Whose VAT number makes the request; the registry then issues a consultation number. */
  readonly requester: VatId | null;
}

interface ViesDependencies {
  readonly outbound: Outbound;
  readonly clock: Clock;
  readonly url: string;
}

const timeoutMs = 10_000;
const answerBytes = 64 * 1_024;
/** States limit concurrent requests across all clients; a short wait is often enough. */
const busyRetryMs = 400;

/** The REST API of the EU VAT registry. It reports errors with status 200, so the body decides. */
export class Vies {
  readonly #deps: ViesDependencies;

  constructor(deps: ViesDependencies) {
    this.#deps = deps;
  }

  async check(question: VatQuery, signal: AbortSignal): Promise<VatRegistration> {
    const first = await this.#ask(question, signal);
    const full = first.code?.includes('MAX_CONCURRENT_REQ');
    if (full) await pause(busyRetryMs, undefined, { signal });
    const { code, status, body } = full ? await this.#ask(question, signal) : first;
    if (code !== null) throw toRefusal(code, question);
    if (status !== 200 || typeof body.valid !== 'boolean') {
      throw upstreamFailed(
        `The VAT registry returned status ${status} without a result`,
        'Retry later; nothing was charged.',
      );
    }
    return {
      valid: body.valid,
      name: disclosedText(body.name),
      address: disclosedText(body.address),
      requestedAt: this.#parseDate(body.requestDate),
      consultation: disclosedText(body.requestIdentifier),
    };
  }

  async #ask({ country, number, requester }: VatQuery, signal: AbortSignal) {
    const { status, body: bytes } = await this.#deps.outbound.fetch(`${this.#deps.url}/check-vat-number`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({
        countryCode: country,
        vatNumber: number,
        ...(requester && {
          requesterMemberStateCode: requester.country,
          requesterNumber: requester.number,
        }),
      }),
      signal,
      timeoutMs,
      maxBytes: answerBytes,
    });
    const body = parseObject(bytes);
    return { status, body, code: findErrorCode(body) };
  }

  #parseDate(sent: unknown): string {
    const date = typeof sent === 'string' ? new Date(sent) : this.#deps.clock.now();
    return (Number.isNaN(date.getTime()) ? this.#deps.clock.now() : date).toISOString();
  }
}

function parseObject(bytes: Buffer): Record<string, unknown> {
  const body = decode(bytes);
  return body === unreadable ? {} : body;
}

const decode = jsonDecoder(Type.Record(Type.String(), Type.Unknown()));

/** An error takes precedence over other fields: some bodies contain `valid: false` beside it. */
function findErrorCode({ errorWrappers, userError, actionSucceed }: Record<string, unknown>): string | null {
  const [wrapper] = Array.isArray(errorWrappers) ? errorWrappers : [];
  const errorCode: unknown = wrapper?.error ?? wrapper?.message ?? userError;
  if (typeof errorCode === 'string' && errorCode !== '' && errorCode !== 'VALID' && errorCode !== 'INVALID')
    return errorCode.slice(0, 100);
  return actionSucceed === false ? 'an error without a code' : null;
}

function toRefusal(code: string, { country }: VatQuery) {
  const error = `The VAT registry could not check a number of ${country}: ${code}`;
  const hint = hints[code] ?? 'Retry later; nothing was charged.';
  return code === 'TIMEOUT' ? upstreamTimeout(error, hint) : upstreamFailed(error, hint);
}

const hints: Readonly<Record<string, string>> = {
  MS_UNAVAILABLE: 'The register of that member state is down. Retry in a few minutes; nothing was charged.',
  INVALID_REQUESTER_INFO:
    'The registry rejects the number in requester. Correct or omit it; nothing was charged.',
  INVALID_INPUT: 'The registry rejects this number. Check it; nothing was charged.',
  IP_BLOCKED:
    'The registry currently refuses requests of this server. Retry later or notify its operator; nothing was charged.',
};

/** Some states disclose only the validity and send dashes otherwise. */
function disclosedText(value: unknown): string | null {
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' || /^-+$/.test(text) ? null : text;
}
