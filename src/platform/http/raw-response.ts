import type { Readable } from 'node:stream';

/** A response that is not JSON: a page, a text, a file. */
export class RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | Readable;

  constructor(body: string | Buffer | Readable, headers: Record<string, string>, status = 200) {
    this.body = body;
    this.headers = headers;
    this.status = status;
  }
}

/** JSON that does not match the route's schema. */
export class RawJson extends RawResponse {
  readonly value: object;

  constructor(value: object) {
    super(JSON.stringify(value), { 'content-type': 'application/json; charset=utf-8' });
    this.value = value;
  }
}
