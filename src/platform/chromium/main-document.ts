import type { Hop } from '../outbound/error.ts';
import { OutboundError } from '../outbound/error.ts';
import type { DocumentResponse } from './devtools.ts';
import type { PageProxy } from './page-proxy.ts';

const maxNavigations = 20;

/** The document that the window shows until the next one arrives. */
interface ShownDocument {
  readonly response: DocumentResponse;
  readonly hops: number;
  readonly requestId: string;
  readonly url: string;
}

/** The document in the window: the requests that led to it, and its response. */
export class MainDocument {
  readonly hops: Hop[] = [];
  response: DocumentResponse | undefined;
  #requestId = '';
  #url = '';
  #navigations = 0;
  #shown: ShownDocument | undefined;

  isRequest(id: string): boolean {
    return id === this.#requestId;
  }

  /** A navigation, or the next request after a redirect. */
  requested(id: string, url: string, redirect: DocumentResponse | undefined): void {
    if (!redirect) {
      this.#shown = this.response && {
        response: this.response,
        hops: this.hops.length,
        requestId: this.#requestId,
        url: this.#url,
      };
    }
    const previous = redirect ?? this.response;
    if (previous) {
      const location = redirect ? (findHeader(redirect, 'location') ?? null) : null;
      this.hops.push({ url: previous.url, status: previous.status, location });
    }
    this.response = undefined;
    this.#requestId = id;
    this.#url = url;
    if (++this.#navigations > maxNavigations) {
      throw this.#located(new OutboundError('too_many_redirects', `More than ${maxNavigations} redirects.`));
    }
  }

  /** The last navigation loaded no document, for example because it was a download: the window keeps the previous one, if any. */
  abandonNavigation(): boolean {
    if (!this.#shown) return false;
    const { response, hops, requestId, url } = this.#shown;
    this.response = response;
    this.hops.length = hops;
    this.#requestId = requestId;
    this.#url = url;
    return true;
  }

  /** For a server that has not responded. */
  get unanswered(): OutboundError {
    return this.#located(new OutboundError('timeout', 'The server did not respond in time.'));
  }

  /** Why the last request failed, as the outbound client reports it if it refused the connection. */
  failure(errorText: string, proxy: PageProxy): OutboundError {
    return this.#located(proxy.findFailure(this.#url) ?? outboundError(errorText));
  }

  #located(error: OutboundError): OutboundError {
    error.url = this.#url;
    error.hops = this.hops;
    return error;
  }
}

function outboundError(errorText: string): OutboundError {
  const message = `The page could not be loaded (${errorText.replace(/^net::/, '')}).`;
  if (/ERR_(?:CERT|SSL)_/.test(errorText)) return new OutboundError('tls_failed', message);
  if (/TOO_MANY_REDIRECTS/.test(errorText)) return new OutboundError('too_many_redirects', message);
  if (/CONNECTION|TUNNEL|PROXY/.test(errorText)) return new OutboundError('connect_failed', message);
  return new OutboundError('bad_response', message);
}

function findHeader({ headers }: DocumentResponse, name: string): string | undefined {
  return Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1];
}

/** Headers with lower-case names; Chromium joins repeated values with line breaks. */
export function groupHeaders({ headers }: DocumentResponse): Record<string, string | string[]> {
  const read: Record<string, string | string[]> = Object.create(null);
  for (const [name, value] of Object.entries(headers)) {
    const values = value.split('\n');
    read[name.toLowerCase()] = values.length > 1 ? values : value;
  }
  return read;
}
