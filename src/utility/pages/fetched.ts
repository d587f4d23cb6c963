import { sha256InChunks } from '../../platform/in-chunks.ts';
import type { OutboundResponse } from '../../platform/outbound/outbound.ts';

/** An answer of the web, as it came and when. */
export class Fetched {
  readonly response: OutboundResponse;
  readonly fetchedAt: number;
  #hash: Promise<string> | undefined;

  constructor(response: OutboundResponse, fetchedAt: number) {
    this.response = response;
    this.fetchedAt = fetchedAt;
  }

  /** Where the answer came from, after redirects. */
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

  /** A header's value, the first where it was sent more than once; empty where it was not. */
  header(name: string): string {
    const value = this.response.headers[name];
    return (Array.isArray(value) ? value[0] : value) ?? '';
  }

  get contentType(): string {
    return this.header('content-type');
  }

  /** The type alone, in lower case: `text/html`. */
  get mediaType(): string {
    return (this.contentType.split(';', 1)[0] ?? '').trim().toLowerCase();
  }

  /** Of the body. */
  hash(): Promise<string> {
    this.#hash ??= sha256InChunks(this.body).then((hash) => hash.toString('base64url'));
    return this.#hash;
  }

  /** What a later request can ask by whether it changed; nothing where the answer came over redirects. */
  get validators(): Record<string, string> {
    if (this.response.hops.length !== 1) return {};
    const etag = this.header('etag');
    const modified = this.header('last-modified');
    return { ...(etag && { 'if-none-match': etag }), ...(modified && { 'if-modified-since': modified }) };
  }

  get mayBeKept(): boolean {
    const noStore = /(?:^|[\s,])no-store(?:$|[\s,])/i.test(this.header('cache-control'));
    const lasting = (this.status >= 200 && this.status < 300) || this.status === 404 || this.status === 410;
    return lasting && !noStore;
  }
}
