import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { asRecord } from '../decode.ts';
import { notFound } from './errors.ts';
import { routerPath } from './paths.ts';
import type { RawResponse } from './raw-response.ts';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** The HTML pages of a service and the files they use. */
export interface HtmlPages {
  /** Paths of pages in OpenAPI notation. If a route has the same path, only browsers get the page. */
  readonly paths: readonly string[];
  /** Path prefix of the files. */
  readonly filesPath: string;
  /** Path prefix of the documentation: HTML pages, and each of them as Markdown. */
  readonly docsPath: string;
  /** The page of a path in OpenAPI notation; undefined for an address without a page. */
  page(request: FastifyRequest, reply: FastifyReply, path: string | undefined): Promise<RawResponse>;
  /** A documentation page by its name below `docsPath`, '' for the index; undefined if there is none. */
  document(request: FastifyRequest, reply: FastifyReply, name: string): Promise<RawResponse | undefined>;
  /** The same page as text, by its name with `.md`, or a file that the pages reference. */
  documentText(name: string): Promise<RawResponse | undefined>;
  /** All documentation pages as one Markdown text. */
  allDocuments(): Promise<string>;
  /** Undefined if there is no such file. */
  file(name: string, headers: Headers): Promise<RawResponse | undefined>;
  /** The API path that a request from a signed-in page is for; other paths are returned unchanged. */
  rewriteUrl(url: string): string;
  /** Adds the routes for signing in; pages read the API of this server. */
  attach(app: FastifyInstance): void;
  /** The API path a program should request instead of the page. */
  programPathOf(path: string, params: Readonly<Record<string, string>>): string;
}

/** A browser lists text/html first; a program that accepts anything gets JSON. */
export function prefersHtml({ accept }: Headers): boolean {
  if (accept === undefined) return false;
  const types = String(accept);
  const html = types.indexOf('text/html');
  const json = types.indexOf('application/json');
  return html >= 0 && (json < 0 || html < json);
}

/**
 * Only clients that ask for HTML get a page; a program that requests one gets the API path of the same data.
 */
export function servePages(app: FastifyInstance, pages: HtmlPages, baseUrl: () => string): void {
  const shared = new Map(
    pages.paths
      .filter((path) => app.hasRoute({ method: 'GET', url: routerPath(path) }))
      .map((path) => [routerPath(path), path]),
  );
  // If a route has the path of a page, a browser gets the page and a program the route.
  app.addHook('onRequest', (request, reply, done) => {
    if (!['GET', 'HEAD'].includes(request.method) || !prefersHtml(request.headers)) return done();
    const path = shared.get(request.routeOptions.url ?? '');
    if (path === undefined) return done();
    pages.page(request, reply, path).then((page) => void sendRaw(reply, page), done);
  });
  for (const path of pages.paths) {
    if (shared.has(routerPath(path))) continue;
    app.get(routerPath(path), async (request, reply) => {
      if (prefersHtml(request.headers)) return sendRaw(reply, await pages.page(request, reply, path));
      const hint = `GET ${baseUrl()}${pages.programPathOf(path, request.params as Record<string, string>)} is for programs; send accept: text/html to get the page.`;
      throw notFound(`${request.url.slice(0, 200)} is a page for people`, hint);
    });
  }
  pages.attach(app);
  serveDocuments(app, pages, baseUrl);
  app.get(`${pages.filesPath}/*`, async (request, reply) => {
    const file = await pages.file(restOf(request), request.headers);
    if (file) return sendRaw(reply, file);
    const hint = 'Reload the page to get the current files.';
    throw notFound(`there is no ${request.url.slice(0, 200)}`, hint);
  });
}

/** Serves the documentation: pages for people, and every page as Markdown for programs. */
function serveDocuments(app: FastifyInstance, pages: HtmlPages, baseUrl: () => string): void {
  const { docsPath } = pages;
  const serve = async (request: FastifyRequest, reply: FastifyReply) => {
    const name = restOf(request).replace(/\/+$/, '');
    const text = await pages.documentText(name);
    if (text) return sendRaw(reply, text);
    const page = await pages.document(request, reply, name);
    if (prefersHtml(request.headers))
      return page ? sendRaw(reply, page) : sendMissingPage(pages, request, reply);
    const requestedPath = request.url.slice(0, 200);
    const at = `GET ${baseUrl()}${docsPath}/`;
    throw page
      ? notFound(`${requestedPath} is a page for people`, `${at}${name || 'index'}.md is its Markdown.`)
      : notFound(`there is no ${requestedPath}`, `${at}index.md lists the documentation.`);
  };
  app.get(docsPath, serve);
  app.get(`${docsPath}/*`, serve);
}

/** The part of a path that its `*` matches. */
const restOf = (request: FastifyRequest): string => String(asRecord(request.params)['*'] ?? '');

/** Shows a page to a person who mistyped a URL. */
export async function sendMissingPage(pages: HtmlPages, request: FastifyRequest, reply: FastifyReply) {
  return sendRaw(reply, await pages.page(request, reply, undefined));
}

const sendRaw = (reply: FastifyReply, { status, headers, body }: RawResponse): FastifyReply =>
  reply
    .code(status)
    .headers(headers)
    .send(body === '' ? undefined : body);
