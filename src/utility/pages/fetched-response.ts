import { sha256InChunks } from '../../platform/in-chunks.ts';
import type { OutboundResponse } from '../../platform/outbound/outbound.ts';

/** An HTTP response and when it was fetched. */
export class FetchedResponse {
  readonly response: OutboundResponse;
  readonly fetchedAt: number;
  #hash: Promise<string> | undefined;

  constructor(response: OutboundResponse, fetchedAt: number) {
    this.response = response;
    this.fetchedAt = fetchedAt;
  }

  /** URL of the response, after redirects. */
  get url(): string {
    return this.response.url;
  }

  get status(): number {
    return this.response.status;
  }

  get body(): Buffer {
    return this.response.body;
  }

  get truncated(): boolean {
    return this.response.truncated;
  }

  /** Value of a header: the first if it was sent more than once, empty if it is missing. */
  header(name: string): string {
    const value = this.response.headers[name];
    return (Array.isArray(value) ? value[0] : value) ?? '';
  }

  get contentType(): string {
    return this.header('content-type');
  }

  /** The media type without parameters, in lower case: `text/html`. */
  get mediaType(): string {
    return (this.contentType.split(';', 1)[0] ?? '').trim().toLowerCase();
  }

  /** Hash of the body. */
  hash(): Promise<string> {
    this.#hash ??= sha256InChunks(this.body).then((hash) => hash.toString('base64url'));
    return this.#hash;
  }

  /** Validators for a conditional request; empty if the response came through redirects. */
  get validators(): Record<string, string> {
    if (this.response.hops.length !== 1) return {};
    const etag = this.header('etag');
    const modified = this.header('last-modified');
    return { ...(etag && { 'if-none-match': etag }), ...(modified && { 'if-modified-since': modified }) };
  }

  get isCacheable(): boolean {
    const noStore = /(?:^|[\s,])no-store(?:$|[\s,])/i.test(this.header('cache-control'));
    const lasting = (this.status >= 200 && this.status < 300) || this.status === 404 || this.status === 410;
    return lasting && !noStore;
  }
}
