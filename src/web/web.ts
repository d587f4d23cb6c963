import { createHash } from 'node:crypto';
import type { Pages } from '../platform/http/pages.ts';
import { Raw } from '../platform/http/raw.ts';
import { addresses } from './addresses.ts';
import { webFiles } from './files.ts';
import { codingFor, packed } from './packed.ts';
import { securityHeaders } from './security.ts';
import { shellOf } from './shell.ts';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

interface Described {
  readonly title: string;
  readonly description: string;
}

/** The pages of one service: a shell that all of them share, and the files that fill it. */
export class Web implements Pages {
  readonly filesPath = '/web';
  readonly paths: readonly string[];
  readonly #service: 'city' | 'utility';
  readonly #about: Described;
  readonly #urls: Readonly<Record<'city' | 'utility', string>>;

  constructor(
    service: 'city' | 'utility',
    about: Described,
    urls: Readonly<Record<'city' | 'utility', string>>,
  ) {
    this.#service = service;
    this.#about = about;
    this.#urls = urls;
    this.paths = addresses[service].map(({ path }) => path);
  }

  programPathOf(path: string, params: Readonly<Record<string, string>>): string {
    const program = addresses[this.#service].find((each) => each.path === path)?.program ?? '/';
    return program.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  }

  async page(path: string, headers: Headers, status: 200 | 404 = 200): Promise<Raw> {
    const self = this.#urls[this.#service];
    const other = this.#urls[this.#service === 'city' ? 'utility' : 'city'];
    const { title, description } = this.#about;
    const { filesPath } = this;
    const facts = { path, service: this.#service, title, description, self, other, filesPath };
    const html = shellOf(facts, await webFiles());
    const etag = `"${createHash('sha256').update(html).digest('hex').slice(0, 20)}"`;
    const shared = { ...securityHeaders(path), vary: 'accept', 'cache-control': 'no-cache', etag };
    if (status === 200 && headers['if-none-match'] === etag) return new Raw('', shared, 304);
    return new Raw(html, { ...shared, 'content-type': 'text/html; charset=utf-8' }, status);
  }

  /** Named with the hash of all files; a page of an older version finds nothing, and loads itself anew. */
  async file(name: string, headers: Headers): Promise<Raw | undefined> {
    const files = await webFiles();
    const [hash, ...rest] = name.split('/');
    const file = hash === files.hash ? files.byName.get(rest.join('/')) : undefined;
    if (!file) return undefined;
    const coding = codingFor(file, String(headers['accept-encoding'] ?? ''));
    return new Raw(coding ? await packed(file, coding) : file.plain, {
      'content-type': file.type,
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      vary: 'accept-encoding',
      ...(coding && { 'content-encoding': coding }),
    });
  }
}
