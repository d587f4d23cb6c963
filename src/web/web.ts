import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { HtmlPages } from '../platform/http/pages.ts';
import { RawResponse } from '../platform/http/raw-response.ts';
import { chooseFileEncoding, compressFile } from './compression.ts';
import { allDocText, docPage, docsPath, docText } from './docs/docs.ts';
import { type WebFile, webFiles } from './files.ts';
import { type OauthDependencies, serveOauth } from './oauth/oauth-routes.ts';
import { serveProtectedMcp, withoutSignedInPath } from './oauth/protected-mcp.ts';
import { pageAddresses } from './page-addresses.ts';
import { pageSecurityHeaders } from './security.ts';
import { type KeyOwner, serveSessions, withoutSessionPath } from './sessions/session-routes.ts';
import type { WebSessions } from './sessions/sessions.ts';
import { renderShell } from './shell.ts';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

interface ServiceText {
  readonly title: string;
  readonly description: string;
}

/** Dependencies of signing in. */
interface SignIn {
  readonly sessions: WebSessions;
  readonly ownerOf: (headers: Record<string, string>, network: string) => Promise<KeyOwner | undefined>;
  /** Only the city issues keys to apps. */
  readonly oauth: OauthDependencies;
}

const htmlType = 'text/html; charset=utf-8';
const etagOf = (text: string): string => `"${createHash('sha256').update(text).digest('hex').slice(0, 20)}"`;

/** Pages of one service: a shared shell, and the files that fill it. */
export class Web implements HtmlPages {
  readonly filesPath = '/web';
  readonly docsPath = docsPath;
  readonly paths: readonly string[];
  readonly #service: 'city' | 'utility';
  readonly #about: ServiceText;
  readonly #urls: Readonly<Record<'city' | 'utility', string>>;
  readonly #signIn: SignIn;
  /** Rendered documentation pages, so that each is compressed once. */
  readonly #renderedPages = new Map<string, WebFile>();

  constructor(
    service: 'city' | 'utility',
    about: ServiceText,
    urls: Readonly<Record<'city' | 'utility', string>>,
    signIn: SignIn,
  ) {
    this.#service = service;
    this.#about = about;
    this.#urls = urls;
    this.#signIn = signIn;
    this.paths = pageAddresses[service].map(({ path }) => path);
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
    const apiPath = pageAddresses[this.#service].find((each) => each.path === path)?.apiPath ?? '/';
    return apiPath.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  }

  async page(path: string, headers: Headers, status: 200 | 404 = 200): Promise<RawResponse> {
    const html = renderShell(this.#facts(path), await webFiles());
    const etag = etagOf(html);
    const shared = { ...pageSecurityHeaders(), vary: 'accept', 'cache-control': 'no-cache', etag };
    if (status === 200 && headers['if-none-match'] === etag) return new RawResponse('', shared, 304);
    return new RawResponse(html, { ...shared, 'content-type': htmlType }, status);
  }

  async document(name: string, headers: Headers): Promise<RawResponse | undefined> {
    const page = await docPage(name);
    if (!page) return undefined;
    const facts = this.#facts(`${docsPath}/${name}`);
    const { content } = page;
    const html = renderShell(
      { ...facts, title: `${page.title} · ${facts.title}`, content },
      await webFiles(),
    );
    return this.#respondRevalidated(name, htmlType, html, headers, pageSecurityHeaders());
  }

  async documentText(name: string, headers: Headers): Promise<RawResponse | undefined> {
    const found = await docText(name);
    const secured = { 'x-content-type-options': 'nosniff' };
    return found && this.#respondRevalidated(name, found.type, found.text, headers, secured);
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
  async #respondRevalidated(
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
    const cached = this.#renderedPages.get(name);
    const file = cached?.plain.equals(plain) ? cached : { type, plain, isCompressible: true, imports: [] };
    this.#renderedPages.set(name, file);
    const encoding = chooseFileEncoding(file, String(headers['accept-encoding'] ?? ''));
    return new RawResponse(encoding ? await compressFile(file, encoding) : plain, {
      ...shared,
      'content-type': type,
      ...(encoding && { 'content-encoding': encoding }),
    });
  }

  /** Looks up a file by hash and name; a page of an older version gets nothing, and reloads itself. */
  async file(name: string, headers: Headers): Promise<RawResponse | undefined> {
    const files = await webFiles();
    const [hash, ...rest] = name.split('/');
    const file = hash === files.hash ? files.byName.get(rest.join('/')) : undefined;
    if (!file) return undefined;
    const encoding = chooseFileEncoding(file, String(headers['accept-encoding'] ?? ''));
    return new RawResponse(encoding ? await compressFile(file, encoding) : file.plain, {
      'content-type': file.type,
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      vary: 'accept-encoding',
      ...(encoding && { 'content-encoding': encoding }),
    });
  }
}
