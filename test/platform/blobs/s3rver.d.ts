/** s3rver has no types; these are the parts that the fixture uses. */
declare module '@20minutes/s3rver' {
  import type { AddressInfo } from 'node:net';

  export interface Context {
    readonly method: string;
    readonly path: string;
    readonly state: object;
    readonly body: unknown;
    readonly headers: Readonly<Record<string, unknown>>;
    readonly query: Readonly<Record<string, string | undefined>>;
    status: number;
    get(header: string): string;
  }

  export default class S3rver {
    constructor(options: { address: string; port: number; silent: boolean; directory: string });
    store: unknown;
    readonly context: { store: unknown };
    readonly middleware: ((ctx: Context, next: () => Promise<void>) => Promise<void>)[];
    readonly httpServer: import('node:http').Server;
    run(): Promise<AddressInfo>;
  }
}

declare module '@20minutes/s3rver/lib/models/object.js' {
  export default class S3Object {
    constructor(bucket: string, key: string, content: unknown, metadata: Record<string, string>);
    readonly bucket: string;
    readonly key: string;
    readonly content: AsyncIterable<Uint8Array>;
    readonly metadata: Record<string, string>;
    range?: { start: number; end: number };
  }
}

declare module '@20minutes/s3rver/lib/models/error.js' {
  export default class S3Error extends Error {
    constructor(code: string, message: string);
    readonly code: string;
  }
}
