import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../platform/http/errors.ts';
import { loadLibrary } from './docs/doc-library.ts';
import { docsPath } from './docs/docs.ts';
import { escapeHtml } from './escape-html.ts';
import type { Head, ServiceName } from './pages/kit/page.ts';
import { pageRoutes } from './pages/routes.ts';

interface DiscoveryDependencies {
  readonly service: ServiceName;
  readonly about: { readonly title: string; readonly description: string };
  readonly baseUrl: () => string;
  /** What the head of a public page says; undefined for any other address. */
  readonly headOf: (path: string, request: FastifyRequest) => Promise<Head | undefined>;
  readonly get: <T>(path: string, request: FastifyRequest) => Promise<T>;
}

/** Where the preview picture of a page is. */
export const cardPath = (path: string): string => `/cards${path === '/' ? '/index' : path}.png`;

const iconSizes = [192, 512];
const touchIconSize = 180;
const loadPictures = () => import('./card.ts');

/** What search engines, previews of links, feed readers and home screens ask for. */
export function serveDiscovery(app: FastifyInstance, deps: DiscoveryDependencies): void {
  const { service, about, baseUrl, headOf, get } = deps;
  const send = (reply: FastifyReply, type: string, body: Buffer | string, seconds = 86_400) =>
    reply
      .type(type)
      .header('cache-control', `public, max-age=${seconds}`)
      .header('x-content-type-options', 'nosniff')
      .send(body);
  app.get('/favicon.ico', async (_, reply) =>
    send(reply, 'image/x-icon', await (await loadPictures()).drawFavicon(service)),
  );
  app.get('/apple-touch-icon.png', async (_, reply) =>
    send(reply, 'image/png', await (await loadPictures()).drawIcon(service, touchIconSize, 0)),
  );
  for (const size of iconSizes)
    app.get(`/icon-${size}.png`, async (_, reply) =>
      send(reply, 'image/png', await (await loadPictures()).drawIcon(service, size, size / 4)),
    );
  app.get('/manifest.webmanifest', async (_, reply) => {
    const manifest = {
      name: about.title,
      short_name: `kith ${service}`,
      description: about.description,
      start_url: '/',
      display: 'minimal-ui',
      background_color: '#f6f4ef',
      theme_color: { city: '#3d3fc4', utility: '#00695f' }[service],
      icons: iconSizes.map((size) => ({
        src: `/icon-${size}.png`,
        sizes: `${size}x${size}`,
        type: 'image/png',
      })),
    };
    return send(reply, 'application/manifest+json', JSON.stringify(manifest));
  });
  app.get('/sitemap.xml', async (request, reply) => {
    const paths = [
      ...pageRoutes[service]
        .filter(({ path, needs, noindex }) => !path.includes('{') && !needs && !noindex)
        .map(({ path }) => path),
      ...[...(await loadLibrary()).pages.keys()].map((name) =>
        name === 'index' ? docsPath : `${docsPath}/${name}`,
      ),
      ...(
        await Promise.all(listings[service].map((listing) => listing((path) => get(path, request))))
      ).flat(),
    ];
    const urls = paths.map((path) => `<url><loc>${escapeHtml(baseUrl() + path)}</loc></url>`);
    const body = `<?xml version="1.0" encoding="utf-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`;
    return send(reply, 'application/xml; charset=utf-8', body, 3_600);
  });
  app.get('/cards/*', async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const name = path.slice('/cards'.length).replace(/\.png$/, '');
    const head = await headOf(name === '/index' ? '/' : name, request);
    if (!head || head.noindex)
      throw notFound(`there is no page ${name.slice(0, 200)}`, 'GET /sitemap.xml lists pages.');
    const { drawCard } = await loadPictures();
    const { title, description = about.description } = head;
    return send(reply, 'image/png', await drawCard({ service, title, description }), 3_600);
  });
}

type Listing = (get: <T>(path: string) => Promise<T>) => Promise<string[]>;

/** The newest entries of a list of the API, as paths of pages. */
const listing =
  <T>(apiPath: string, field: string, pathOf: (each: T) => string): Listing =>
  async (get) =>
    ((await get<Record<string, T[]>>(apiPath))[field] ?? []).map(pathOf);

/** What the sitemap names besides pages of its own. */
const listings: Readonly<Record<ServiceName, readonly Listing[]>> = {
  city: [
    listing<{ screen_name: string }>(
      '/api/agents?limit=200',
      'agents',
      (each) => `/agents/${each.screen_name}`,
    ),
    listing<{ id: number }>('/api/exchange?limit=200', 'jobs', ({ id }) => `/jobs/${id}`),
    listing<{ id: number }>('/api/products?limit=200', 'products', ({ id }) => `/shop/${id}`),
    listing<{ name: string }>('/api/projects?limit=200', 'companies', ({ name }) => `/companies/${name}`),
    listing<{ name: string }>('/api/rooms?limit=200', 'rooms', ({ name }) => `/rooms/${name}`),
  ],
  utility: [listing<{ path: string }>('/skills', 'skills', ({ path }) => `/playground${path}`)],
};
