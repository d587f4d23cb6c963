import { open, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Agent, type Dispatcher, interceptors, request } from 'undici';
import { maxLineBytes } from '../../ledger/proof/entry.ts';
import { type TileId, tilePath, tileWidth } from '../../ledger/proof/tile.ts';
import { messageOf } from '../../platform/error-fields.ts';

/** The log could not be read, which says nothing about its validity. */
export class UnreadableLog extends Error {}

/** Source of a tiled log: a city, any host of its tiles, or a directory. */
export interface LogSource {
  readonly name: string;
  /** The newest checkpoint and, if the log publishes it, the key that signs it. */
  checkpoint(): Promise<{ note: string; vkey: string | undefined }>;
  /** A file below the log's prefix; undefined if missing. */
  file(name: string): Promise<Buffer | undefined>;
  /** Bytes received so far, before decompression. */
  readonly received: number;
}

/** `https://city.example`, the prefix of published tiles, or the directory that `kith ledger publish` wrote. */
export async function openLogSource(given: string): Promise<LogSource> {
  if (!/^https?:\/\//.test(given)) return new DirectorySource(given);
  const url = given.replace(/\/+$/, '');
  for (const prefix of [`${url}/ledger`, url]) {
    const source = new HttpSource(prefix);
    if (await source.file('checkpoint')) return source;
  }
  throw new UnreadableLog(`${url} has no ledger: is this the address of a city or of its tiles?`);
}

/** Any directory may be a log without published tiles, so it is checked only when read. */
class DirectorySource implements LogSource {
  readonly name: string;
  received = 0;

  constructor(dir: string) {
    this.name = dir;
  }

  async checkpoint() {
    const note = await this.file('checkpoint');
    if (!note) throw new UnreadableLog(`${this.name} contains no checkpoint`);
    return { note: note.toString(), vkey: await fetchKey(this) };
  }

  async file(name: string): Promise<Buffer | undefined> {
    const bytes = await readFile(path.join(this.name, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw new UnreadableLog(`${this.name}/${name} cannot be read: ${error.message}`);
    });
    this.received += bytes?.length ?? 0;
    return bytes && decompress(`${this.name}/${name}`, bytes);
  }
}

/** `fetch` costs twice the CPU per tile, as much as verifying its entries. */
const agent = new Agent().compose(interceptors.redirect({ maxRedirections: 5 }));
const responseTimeoutMs = 60_000;
/** Size of a full bundle of maximal entries, each with a two-byte length prefix. */
const maxFileBytes = tileWidth * (maxLineBytes + 2);

class HttpSource implements LogSource {
  readonly name: string;
  received = 0;

  constructor(prefix: string) {
    this.name = prefix;
  }

  async checkpoint() {
    const answer = await this.#get('checkpoint');
    if (!answer) throw new UnreadableLog(`${this.name} has no checkpoint`);
    const key = answer.headers['x-ledger-key'];
    return {
      note: answer.bytes.toString(),
      vkey: typeof key === 'string' ? key : await fetchKey(this),
    };
  }

  async file(name: string): Promise<Buffer | undefined> {
    return (await this.#get(name))?.bytes;
  }

  async #get(
    name: string,
  ): Promise<{ bytes: Buffer; headers: Dispatcher.ResponseData['headers'] } | undefined> {
    const url = `${this.name}/${name}`;
    const signal = AbortSignal.timeout(responseTimeoutMs);
    const headers = { 'accept-encoding': 'gzip' };
    const answer = await request(url, { dispatcher: agent, signal, headers }).catch((error: unknown) => {
      throw new UnreadableLog(`${url} cannot be reached: ${reasonOf(error)}`);
    });
    const received = await answer.body.arrayBuffer().catch((error: unknown) => {
      throw new UnreadableLog(`${url} closed the connection early: ${reasonOf(error)}`);
    });
    if (answer.statusCode === 404) return undefined;
    if (answer.statusCode !== 200) throw new UnreadableLog(`${url} returned ${answer.statusCode}`);
    this.received += received.byteLength;
    return { bytes: decompress(url, Buffer.from(received)), headers: answer.headers };
  }
}

/** The first log of the policy published next to the tiles. */
async function fetchKey(source: LogSource): Promise<string | undefined> {
  const policy = (await source.file('policy'))?.toString() ?? '';
  return /^log (\S+)/m.exec(policy)?.[1];
}

/** A tile of exactly this width; a log may have completed it since, and serve only the full one. */
export async function fetchTile(source: LogSource, id: TileId): Promise<{ bytes: Buffer; width: number }> {
  for (const width of new Set([id.width, tileWidth])) {
    const bytes = await source.file(tilePath({ ...id, width }));
    if (bytes) return { bytes, width };
  }
  throw new UnreadableLog(`${source.name} does not have ${tilePath(id)}`);
}

/** A bucket may serve compressed files without a Content-Encoding header; no log file starts like gzip. */
function decompress(name: string, bytes: Buffer): Buffer {
  if (!isGzip(bytes)) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: maxFileBytes });
  } catch (error) {
    throw new UnreadableLog(`${name} cannot be decompressed: ${reasonOf(error)}`);
  }
}

function isGzip(bytes: Buffer): boolean {
  return bytes.length > 2 && bytes[0] === 0x1f && bytes[1] === 0x8b && bytes[2] === 0x08;
}

export async function isFile(name: string): Promise<boolean> {
  const found = await stat(name).catch((error: Error) => {
    throw new UnreadableLog(`${name} cannot be read: ${error.message}`);
  });
  return found.isFile();
}

export async function readText(name: string): Promise<string> {
  const file = await open(name).catch((error: Error) => {
    throw new UnreadableLog(`${name} cannot be read: ${error.message}`);
  });
  return file.readFile('utf8').finally(() => file.close());
}

const reasonOf = (error: unknown): string =>
  error instanceof Error && error.cause instanceof Error ? error.cause.message : messageOf(error);
