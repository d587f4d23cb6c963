import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';

type Coding = 'zstd' | 'br' | 'gzip';

/** Below this size, compression saves less than it costs. */
const minBytes = 1_024;
/** Large responses that stay the same are documents: compressed once and cached. */
const minCachedBytes = 16_384;
const maxCached = 64;

const compressible = /^(?:text\/|application\/(?:json|javascript|xml|[\w.-]+\+(?:json|xml))|image\/svg)/i;

/** By preference: the least work for about the same size first. Each runs in the thread pool. */
const codings: Readonly<Record<Coding, (body: Buffer) => Promise<Buffer>>> = {
  zstd: promisify(zstdCompress),
  br: (body) =>
    promisify(brotliCompress)(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
  gzip: promisify(gzip),
};
const names: readonly Coding[] = ['zstd', 'br', 'gzip'];

const cache = new Map<string, Promise<Buffer>>();

/** The caller's preferred encoding among ours (RFC 9110, 12.5.3); undefined if it accepts none. */
export function chooseEncoding(accepted: string | string[] | undefined): Coding | undefined {
  if (accepted === undefined) return undefined;
  const weights = new Map(
    String(accepted)
      .toLowerCase()
      .split(',')
      .map((each): [string, number] => {
        const [name = '', ...params] = each.split(';').map((part) => part.trim());
        const weight = params.find((param) => param.startsWith('q='));
        return [name, weight ? Number(weight.slice(2)) || 0 : 1];
      }),
  );
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0;
  const [best] = names.toSorted((a, b) => weightOf(b) - weightOf(a));
  return best && weightOf(best) > 0 ? best : undefined;
}

export const isCompressible = (body: string | Buffer, type: unknown): boolean =>
  body.length >= minBytes && typeof type === 'string' && compressible.test(type);

/** `etag` identifies the body, if it has one. */
export function compress(body: string | Buffer, coding: Coding, etag: string | undefined): Promise<Buffer> {
  const plain = typeof body === 'string' ? Buffer.from(body) : body;
  if (etag === undefined || plain.length < minCachedBytes) return codings[coding](plain);
  const key = `${coding} ${etag}`;
  const cached = cache.get(key);
  if (cached) return cached;
  const [oldest] = cache.keys();
  if (cache.size >= maxCached && oldest !== undefined) cache.delete(oldest);
  const compressed = codings[coding](plain);
  cache.set(key, compressed);
  compressed.catch(() => cache.delete(key));
  return compressed;
}
