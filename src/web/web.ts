import { createHash } from 'node:crypto';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../platform/clock.ts';
import { asRecord } from '../platform/decode.ts';
import type { HtmlPages } from '../platform/http/pages.ts';
import { RawResponse } from '../platform/http/raw-response.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { chooseFileEncoding, compressFile } from './compression.ts';
import { cardPath, serveDiscovery } from './discovery.ts';
import { allDocText, docPage, docsPath, docText } from './docs/docs.ts';
import { renderDocument } from './document.ts';
import { drawEmoji } from './emoji.ts';
import { scriptExtension, webFiles } from './files.ts';
import { acceptForms, formOf } from './forms.ts';
import { type OauthDependencies, serveOauth } from './oauth/oauth-routes.ts';
import { serveProtectedMcp, withoutSignedInPath } from './oauth/protected-mcp.ts';
import { ApiError, type Head, type Page, type ServerRenderer, type Start } from './pages/kit/page.ts';
import { type PageRoute, pageRoutes } from './pages/routes.ts';
import { pageSecurityHeaders } from './security.ts';
import {
  findSignedIn,
  readCookie,
  refuseForeignForm,
  type SessionDependencies,
  type SignedIn,
  serveSessions,
  signIn,
  signOut,
  withoutSessionPath,
} from './sessions/session-routes.ts';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

interface WebDependencies extends Pick<SessionDependencies, 'sessions' | 'ownerOf'> {
  readonly service: 'city' | 'utility';
  readonly about: { readonly title: string; readonly description: string };
  readonly urls: Readonly<Record<'city' | 'utility', string>>;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
  /** Only the city issues keys to apps. */
  readonly oauth: OauthDependencies;
}

const etagOf = (text: string): string => `"${createHash('sha256').update(text).digest('hex').slice(0, 20)}"`;
const htmlType = 'text/html; charset=utf-8';
const pagesFolder = path.join(import.meta.dirname, 'pages');
const importPage = (name: string) =>
  import(pathToFileURL(path.join(pagesFolder, `${name}${scriptExtension}`)).href);
let loadedRenderer: Promise<{ renderer: ServerRenderer }> | undefined;

/** Loaded with the first page: starting without it is faster. */
async function loadRenderer(): Promise<ServerRenderer> {
  loadedRenderer ??= importPage('server');
  return (await loadedRenderer).renderer;
}

async function loadPage(route: PageRoute): Promise<{ renderer: ServerRenderer; page: Page }> {
  const renderer = await loadRenderer();
  const exports: Record<string, Page | undefined> = await importPage(route.module);
  const page = exports[route.name ?? 'page'];
  if (!page) throw new Error(`${route.module} has no page ${route.name ?? 'page'}`);
  return { renderer, page };
}

/** A page that was loaded: what to draw, and the status that says how it went. */
interface LoadedPage {
  readonly status: number;
  readonly page: Page;
  readonly data: unknown;
  readonly route?: PageRoute;
}

/** Pages of one service: drawn by the server from what its API returns, then taken over by their scripts. */
export class Web implements HtmlPages {
  readonly filesPath = '/web';
  readonly docsPath = docsPath;
  readonly paths: readonly string[];
  readonly #deps: WebDependencies;
  readonly #routes: readonly PageRoute[];
  #app: FastifyInstance | undefined;

  constructor(deps: WebDependencies) {
    this.#deps = deps;
    this.#routes = pageRoutes[deps.service];
    this.paths = this.#routes.map((route) => route.path);
  }

  rewriteUrl(url: string): string {
    return withoutSignedInPath(withoutSessionPath(url));
  }

  attach(app: FastifyInstance): void {
    this.#app = app;
    serveSessions(app, this.#sessionDeps);
    this.#serveSignIn(app);
    serveProtectedMcp(app, this.#deps);
    serveDiscovery(app, {
      ...this.#deps,
      baseUrl: () => this.#deps.urls[this.#deps.service],
      headOf: (path, request) => this.#headOf(path, request),
      get: (path, request) => this.#get(path, request),
    });
    if (this.#deps.service === 'city') serveOauth(app, this.#deps.oauth);
  }

  programPathOf(path: string, params: Readonly<Record<string, string>>): string {
    const apiPath = this.#routes.find((each) => each.path === path)?.apiPath ?? '/';
    return apiPath.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  }

  async page(request: FastifyRequest, reply: FastifyReply, path: string | undefined): Promise<RawResponse> {
    const signedIn = await findSignedIn(request, reply, this.#sessionDeps);
    const route = this.#routes.find((each) => each.path === path);
    const loaded = await this.#load(request, signedIn, route);
    return this.#document(request, signedIn, loaded);
  }

  /** The page of a route with its data, or what is shown in its place. */
  async #load(
    request: FastifyRequest,
    signedIn: SignedIn | undefined,
    route: PageRoute | undefined,
  ): Promise<LoadedPage> {
    const renderer = await loadRenderer();
    const { errorPage } = renderer;
    if (!route) return { status: 404, page: errorPage, data: { status: 404, words: '' } };
    const { page } = await loadPage(route);
    if (route.needs && !signedIn)
      return { status: 200, page: renderer.signInPrompt(...route.needs), data: {} };
    const visit = renderer.visit(this.#start(request, signedIn, null), (path) =>
      this.#get(path, request, signedIn?.headers),
    );
    try {
      return { status: 200, page, data: await page.load(visit), route };
    } catch (error) {
      const known = error instanceof ApiError;
      if (!known || error.status >= 500) this.#deps.onError(error);
      const status = known ? error.status : 500;
      const words =
        known && status < 500 ? error.message : 'The service has a problem. Try again in a moment.';
      return { status, page: errorPage, data: { status, words: toSentence(words) } };
    }
  }

  async #document(
    request: FastifyRequest,
    signedIn: SignedIn | undefined,
    { status, page, data, route }: LoadedPage,
  ) {
    const renderer = await loadRenderer();
    const start: Start = {
      ...this.#start(request, signedIn, data),
      unread: await this.#countUnread(request, signedIn),
      ...(route && { module: `pages/${route.module}${scriptExtension}`, name: route.name ?? 'page' }),
    };
    const visit = renderer.visit(start, async () => Promise.reject(new Error('the page is loaded')));
    const head: Head = { ...page.head(data, visit), ...(route?.noindex && { noindex: true }) };
    return this.#respond(request, status, start, head, renderer.draw(start, page));
  }

  async #respond(request: FastifyRequest, status: number, start: Start, head: Head, body: string) {
    const description = toPlainText(head.description ?? this.#deps.about.description);
    const image = status === 200 && !head.noindex ? cardPath(start.path) : undefined;
    const theme = readCookie(request, 'kith_theme');
    const html = renderDocument(
      {
        ...{ start, body, theme, filesPath: this.filesPath },
        head: { ...head, description, ...(image && { image }) },
      },
      await webFiles(),
    );
    const headers = {
      ...pageSecurityHeaders(),
      'content-type': htmlType,
      'cache-control': 'private, no-cache',
      vary: 'accept, cookie',
    };
    return new RawResponse(html, headers, status);
  }

  /** What the head of a public page says; undefined for any other address. */
  async #headOf(path: string, request: FastifyRequest): Promise<Head | undefined> {
    if (path === docsPath || path.startsWith(`${docsPath}/`)) {
      const document = await docPage(path.slice(docsPath.length + 1));
      return document && { title: document.title };
    }
    const route = this.#routes.find((each) => paramsIn(each.path, path));
    if (!route || route.needs || route.noindex) return undefined;
    const { renderer, page } = await loadPage(route);
    const params = paramsIn(route.path, path) ?? {};
    const start = { ...this.#start(request, undefined, null), path, params, query: '' };
    const visit = renderer.visit(start, (each) => this.#get(each, request));
    try {
      const head = page.head(await page.load(visit), visit);
      return head.description === undefined ? head : { ...head, description: toPlainText(head.description) };
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) return undefined;
      throw error;
    }
  }

  /** Counted after the page was loaded, because reading some pages marks messages as read. */
  async #countUnread(request: FastifyRequest, signedIn: SignedIn | undefined): Promise<number> {
    if (this.#deps.service !== 'city' || !signedIn) return 0;
    const inbox = this.#get<{ unread: number }>('/api/inbox?limit=1', request, signedIn.headers);
    return inbox.then(
      ({ unread }) => unread,
      () => 0,
    );
  }

  #start(request: FastifyRequest, signedIn: SignedIn | undefined, data: unknown): Start {
    const { service, urls, clock } = this.#deps;
    const [path = '/', query = ''] = request.url.split('?', 2);
    return {
      ...{ service, urls, query, data },
      path: path.replace(/(.)\/$/, '$1'),
      params: Object.fromEntries(
        Object.entries(asRecord(request.params)).map(([name, each]) => [name, String(each)]),
      ),
      visitor: signedIn && { name: signedIn.name, kind: signedIn.kind },
      unread: 0,
      now: clock.now().getTime(),
    };
  }

  /** Reads the API in this process, from the reader's network and with the reader's key: every rule of a route applies. */
  async #get<T>(
    path: string,
    request: FastifyRequest,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<T> {
    if (!this.#app) throw new Error('pages were requested before their service was attached');
    const answer = await this.#app.inject({
      method: 'GET',
      url: path,
      remoteAddress: request.ip,
      headers: { accept: 'application/json', ...headers },
    });
    if (answer.statusCode < 400) return answer.json<T>();
    const { error, hint } = answer.json<{ error: string; hint: string }>();
    throw new ApiError(answer.statusCode, error, hint, String(answer.headers['x-error-code'] ?? ''));
  }

  /** Signing in and out by forms, which need no script. */
  #serveSignIn(app: FastifyInstance): void {
    app.register(async (scope) => {
      acceptForms(scope);
      scope.post('/sign-in', async (request, reply) => {
        refuseForeignForm(request);
        const to = new URL(request.url, 'http://here').searchParams.get('to') ?? '';
        try {
          await signIn(request, reply, this.#sessionDeps, formOf(request).get('key') ?? '');
          const home = this.#deps.service === 'city' ? '/me' : '/account';
          return reply.redirect(/^\/(?![/\\])/.test(to) ? to : home, 303);
        } catch (error) {
          if (!(error instanceof Refusal) || error.kind.status >= 500) throw error;
          const { signInPage } = await loadRenderer();
          const data = { fault: `${toSentence(error.message)} ${error.hint}` };
          const page = await this.#document(request, undefined, {
            status: error.kind.status,
            page: signInPage,
            data,
          });
          return reply.code(page.status).headers(page.headers).send(page.body);
        }
      });
      scope.post('/sign-out', async (request, reply) => {
        refuseForeignForm(request);
        await signOut(request, reply, this.#sessionDeps);
        return reply.redirect('/', 303);
      });
    });
  }

  get #sessionDeps(): SessionDependencies {
    const { sessions, ownerOf, service, urls } = this.#deps;
    return { sessions, ownerOf, service, baseUrl: () => urls[service] };
  }

  async document(
    request: FastifyRequest,
    reply: FastifyReply,
    name: string,
  ): Promise<RawResponse | undefined> {
    const page = await docPage(name);
    if (!page) return undefined;
    const signedIn = await findSignedIn(request, reply, this.#sessionDeps);
    // Without the time, so that an unchanged page is not sent again.
    const unread = await this.#countUnread(request, signedIn);
    const start = { ...this.#start(request, signedIn, null), unread, now: 0 };
    const body = (await loadRenderer()).drawContent(start, page.content);
    const answer = await this.#respond(request, 200, start, { title: page.title }, body);
    return new RawResponse(answer.body, { ...answer.headers, etag: etagOf(String(answer.body)) });
  }

  async documentText(name: string): Promise<RawResponse | undefined> {
    const found = await docText(name);
    if (!found) return undefined;
    const shared = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-cache' };
    return new RawResponse(found.text, { ...shared, 'content-type': found.type, etag: etagOf(found.text) });
  }

  allDocuments(): Promise<string> {
    return allDocText();
  }

  /** Looks up a file by hash and name; a page of an older version gets nothing, and reloads itself. */
  async file(name: string, headers: Headers): Promise<RawResponse | undefined> {
    const [hash, ...rest] = name.split('/');
    const code = hash === 'emoji' && /^(.+)\.svg$/.exec(rest.join('/'))?.[1];
    if (code) return emojiFile(code);
    const files = await webFiles();
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

/** What an emoji looks like is settled with its code. */
function emojiFile(code: string): RawResponse | undefined {
  const picture = drawEmoji(code);
  return picture === undefined
    ? undefined
    : new RawResponse(picture, {
        'content-type': 'image/svg+xml',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      });
}

const toSentence = (words: string): string =>
  `${words.charAt(0).toUpperCase()}${words.slice(1)}${/[.!?…]$/.test(words) ? '' : '.'}`;

/** The values of a pattern's parameters in a path; undefined if it does not match. */
function paramsIn(pattern: string, path: string): Record<string, string> | undefined {
  const [wanted, given] = [pattern.split('/'), path.split('/')];
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [nth, part] of wanted.entries()) {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name) params[name] = decodeURIComponent(given[nth] ?? '');
    else if (part !== given[nth]) return undefined;
  }
  return params;
}

/** Markdown as one line, for previews. */
const toPlainText = (markdown: string): string =>
  markdown
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[*`~]+|^\s*(?:#{1,6}|>|[-+])\s+/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
