import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Pages } from '../platform/http/pages.ts';
import { RawResponse } from '../platform/http/raw-response.ts';
import { addresses } from './addresses.ts';
import { allDocText, docPage, docsPath, docText } from './docs/docs.ts';
import { type WebFile, webFiles } from './files.ts';
import { type OauthParts, serveOauth } from './oauth/oauth-routes.ts';
import { serveProtectedMcp, withoutSignedInPath } from './oauth/protected-mcp.ts';
import { codingFor, compress } from './packed.ts';
import { securityHeaders } from './security.ts';
import { type KeyOwner, serveSessions, withoutSessionPath } from './sessions/session-routes.ts';
import type { Sessions } from './sessions/sessions.ts';
import { shellOf } from './shell.ts';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

interface Described {
  readonly title: string;
  readonly description: string;
}

/** Dependencies of signing in. */
interface SignIn {
  readonly sessions: Sessions;
  readonly ownerOf: (headers: Record<string, string>, network: string) => Promise<KeyOwner | undefined>;
  /** Only the city issues keys to apps. */
  readonly oauth: OauthParts;
}

const htmlType = 'text/html; charset=utf-8';
const etagOf = (text: string): string => `"${createHash('sha256').update(text).digest('hex').slice(0, 20)}"`;

/** Pages of one service: a shared shell, and the files that fill it. */
export class Web implements Pages {
  readonly filesPath = '/web';
  readonly docsPath = docsPath;
  readonly paths: readonly string[];
  readonly #service: 'city' | 'utility';
  readonly #about: Described;
  readonly #urls: Readonly<Record<'city' | 'utility', string>>;
  readonly #signIn: SignIn;
  /** Rendered documentation pages, so that each is compressed once. */
  readonly #drawn = new Map<string, WebFile>();

  constructor(
    service: 'city' | 'utility',
    about: Described,
    urls: Readonly<Record<'city' | 'utility', string>>,
    signIn: SignIn,
  ) {
    this.#service = service;
    this.#about = about;
    this.#urls = urls;
    this.#signIn = signIn;
    this.paths = addresses[service].map(({ path }) => path);
  }

  rewriteUrl(url: string): string {
    return withoutSignedInPath(withoutSessionPath(url));
  }

  serveSessions(app: FastifyInstance): void {
    const baseUrl = () => this.#urls[this.#service];
    serveSessions(app, { ...this.#signIn, service: this.#service, baseUrl });
    serveProtectedMcp(app, { ...this.#signIn, service: this.#service, urls: this.#urls });
    if (this.#service === 'city') serveOauth(app, this.#signIn.oauth);
  }

  programPathOf(path: string, params: Readonly<Record<string, string>>): string {
    const program = addresses[this.#service].find((each) => each.path === path)?.program ?? '/';
    return program.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  }

  async page(path: string, headers: Headers, status: 200 | 404 = 200): Promise<RawResponse> {
    const html = shellOf(this.#facts(path), await webFiles());
    const etag = etagOf(html);
    const shared = { ...securityHeaders(), vary: 'accept', 'cache-control': 'no-cache', etag };
    if (status === 200 && headers['if-none-match'] === etag) return new RawResponse('', shared, 304);
    return new RawResponse(html, { ...shared, 'content-type': htmlType }, status);
  }

  async document(name: string, headers: Headers): Promise<RawResponse | undefined> {
    const page = await docPage(name);
    if (!page) return undefined;
    const facts = this.#facts(`${docsPath}/${name}`);
    const { content } = page;
    const html = shellOf({ ...facts, title: `${page.title} · ${facts.title}`, content }, await webFiles());
    return this.#revalidated(name, htmlType, html, headers, securityHeaders());
  }

  async documentText(name: string, headers: Headers): Promise<RawResponse | undefined> {
    const found = await docText(name);
    const secured = { 'x-content-type-options': 'nosniff' };
    return found && this.#revalidated(name, found.type, found.text, headers, secured);
  }

  allDocuments(): Promise<string> {
    return allDocText();
  }

  #facts(path: string) {
    const { title, description } = this.#about;
    const self = this.#urls[this.#service];
    const other = this.#urls[this.#service === 'city' ? 'utility' : 'city'];
    return { path, service: this.#service, title, description, self, other, filesPath: this.filesPath };
  }

  /** Revalidated on each request by ETag, and compressed as the browser accepts. */
  async #revalidated(
    name: string,
    type: string,
    text: string,
    headers: Headers,
    more: Record<string, string>,
  ): Promise<RawResponse> {
    const plain = Buffer.from(text);
    const etag = etagOf(text);
    const shared = { ...more, vary: 'accept, accept-encoding', 'cache-control': 'no-cache', etag };
    if (headers['if-none-match'] === etag) return new RawResponse('', shared, 304);
    const kept = this.#drawn.get(name);
    const file = kept?.plain.equals(plain) ? kept : { type, plain, packs: true, imports: [] };
    this.#drawn.set(name, file);
    const coding = codingFor(file, String(headers['accept-encoding'] ?? ''));
    return new RawResponse(coding ? await compress(file, coding) : plain, {
      ...shared,
      'content-type': type,
      ...(coding && { 'content-encoding': coding }),
    });
  }

  /** Looks up a file by hash and name; a page of an older version gets nothing, and reloads itself. */
  async file(name: string, headers: Headers): Promise<RawResponse | undefined> {
    const files = await webFiles();
    const [hash, ...rest] = name.split('/');
    const file = hash === files.hash ? files.byName.get(rest.join('/')) : undefined;
    if (!file) return undefined;
    const coding = codingFor(file, String(headers['accept-encoding'] ?? ''));
    return new RawResponse(coding ? await compress(file, coding) : file.plain, {
      'content-type': file.type,
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      vary: 'accept-encoding',
      ...(coding && { 'content-encoding': coding }),
    });
  }
}
