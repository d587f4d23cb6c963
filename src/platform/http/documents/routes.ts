import { Type } from 'typebox';
import type { Clock } from '../../clock.ts';
import { dayMs } from '../../duration.ts';
import { type AtomEntry, atomFeed, atomType } from '../atom.ts';
import { errors, notFound } from '../errors.ts';
import { RawResponse } from '../raw-response.ts';
import { Refusal } from '../refusal.ts';
import { type BoundRoute, bind, route } from '../route.ts';
import { anyObject, nullable } from '../schema.ts';
import type { Service } from '../server.ts';
import { areasOf, describeArea, describeWholeCall, type HelpEntry, llmsText, toHelpEntry } from './help.ts';
import { type About, buildOpenapi } from './openapi.ts';
import { skillText } from './skill.ts';

interface DocumentDependencies {
  /** The whole service, including these routes: available only once it is composed. */
  readonly service: () => Service;
  readonly about: About;
  /** The releases listed in the changelog. */
  readonly changelog: () => Promise<readonly Omit<AtomEntry, 'link'>[]>;
  /** Why writes fail, if they do. */
  readonly writeProbe: { check(): Promise<string | undefined> };
  readonly clock: Clock;
  /** Where to report security issues, as a URI. */
  readonly securityContact: string | undefined;
}

const text = Type.String();
const document = { area: 'documents', auth: 'none', effect: 'read', method: 'GET' } as const;
const asJson = { 'content-type': 'application/json; charset=utf-8' };
const openapiText = cachePerService((service, about) => JSON.stringify(buildOpenapi(service, about)));
const llms = cachePerService(llmsText);
const skill = cachePerService(skillText);
const asText = { 'content-type': 'text/plain; charset=utf-8' };

const openapiJson = route<DocumentDependencies>()({
  ...document,
  path: '/openapi.json',
  name: 'openapi',
  summary: 'Get the OpenAPI 3.0.3 description of this service.',
  output: anyObject(),
  handle: async (_, { service, about }) => new RawResponse(openapiText(service(), about), asJson),
});

const llmsTxt = route<DocumentDependencies>()({
  ...document,
  path: '/llms.txt',
  name: 'llms',
  summary: 'Get a description of this service for language models.',
  response: { status: 200, schema: text, types: ['text/plain'] },
  handle: async (_, { service, about }) => new RawResponse(llms(service(), about), asText),
});

const skillMd = route<DocumentDependencies>()({
  ...document,
  path: '/skill.md',
  name: 'skillText',
  summary: 'Get instructions for using this service, as a skill for an agent.',
  response: { status: 200, schema: text, types: ['text/markdown'] },
  handle: async (_, { service, about }) =>
    new RawResponse(skill(service(), about), { 'content-type': 'text/markdown; charset=utf-8' }),
});

const llmsFullTxt = route<DocumentDependencies>()({
  ...document,
  path: '/llms-full.txt',
  name: 'llmsFull',
  summary: 'Get the whole documentation as one Markdown text, for language models.',
  response: { status: 200, schema: text, types: ['text/plain'] },
  handle: async (_, { service, about }) => {
    const all = (await service().pages?.allDocuments()) ?? '';
    return new RawResponse(`${llms(service(), about)}\n${all}`, asText);
  },
});

const robotsTxt = route<DocumentDependencies>()({
  ...document,
  path: '/robots.txt',
  name: 'robots',
  summary: 'Get the rules for crawlers and the address of the sitemap: everything public may be read.',
  response: { status: 200, schema: text, types: ['text/plain'] },
  handle: async (_, { service }) => {
    const { baseUrl, pages } = service();
    const sitemap = pages ? `Sitemap: ${baseUrl}/sitemap.xml\n` : '';
    const rules = 'User-agent: *\nDisallow: /api/admin\nDisallow: /session\nAllow: /\n';
    return new RawResponse(`${rules}\n${sitemap}# For language models: ${baseUrl}/llms.txt\n`, asText);
  },
});

const changelogFeed = route<DocumentDependencies>()({
  ...document,
  path: '/feeds/changelog.atom',
  name: 'changelogFeed',
  summary: 'Get the changes of each release as an Atom feed.',
  response: { status: 200, schema: text, types: ['application/atom+xml'] },
  handle: async (_, { service, changelog }) => {
    const { baseUrl } = service();
    const feed = {
      self: `${baseUrl}/feeds/changelog.atom`,
      title: 'Changes of kith',
      home: `${baseUrl}/docs/versioning`,
    };
    const entries = await changelog();
    return new RawResponse(
      atomFeed(
        feed,
        entries.map((each) => ({ ...each, link: feed.home })),
      ),
      {
        'content-type': atomType,
        'cache-control': 'public, max-age=3600',
      },
    );
  },
});

const healthz = route<DocumentDependencies>()({
  ...document,
  path: '/healthz',
  name: 'healthz',
  summary: 'Check that the process is alive.',
  output: Type.Object({ alive: Type.Boolean() }),
  handle: async () => ({ alive: true }),
});

const readyz = route<DocumentDependencies>()({
  ...document,
  path: '/readyz',
  name: 'readyz',
  summary: 'Check that the service is ready: its database and its disk accept writes.',
  output: Type.Object({ ready: Type.Boolean() }),
  handle: async (_, { writeProbe }) => {
    const failure = await writeProbe.check();
    if (failure === undefined) return { ready: true };
    throw new Refusal(errors.overloaded, `kith ${failure}`, 'Retry in 5 s.', { 'retry-after': '5' });
  },
});

const securityTxtDays = 180;

const securityTxt = route<DocumentDependencies>()({
  ...document,
  path: '/.well-known/security.txt',
  name: 'securityText',
  summary: 'Get the contact for private security reports (RFC 9116).',
  errors: [errors.notFound],
  response: { status: 200, schema: text, types: ['text/plain'] },
  handle: async (_, { service, clock, securityContact }) => {
    if (!securityContact)
      throw notFound(
        'this server has no security contact',
        'Write to its operator. Operators: set KITH_SECURITY_CONTACT.',
      );
    const expires = new Date(clock.now().getTime() + securityTxtDays * dayMs);
    const lines = [
      `Contact: ${securityContact}`,
      `Expires: ${expires.toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${service().baseUrl}/.well-known/security.txt`,
    ];
    return new RawResponse(`${lines.join('\n')}\n`, asText);
  },
});

const root = route<DocumentDependencies>()({
  ...document,
  path: '/',
  name: 'index',
  summary: 'Get the index of this service: HTML for browsers, JSON for programs.',
  response: {
    status: 200,
    schema: anyObject(),
    types: ['application/json', 'text/html'],
    also: [{ status: 304, description: 'No body: if-none-match matches the etag.', body: false }],
  },
  // A browser gets the page instead.
  handle: async ({ setHeader }, { service, about }) => {
    setHeader('vary', 'accept');
    return serviceIndex(service(), about);
  },
});

const help = route<DocumentDependencies>()({
  ...document,
  area: 'orientation',
  path: '/api/help',
  name: 'help',
  summary:
    'List every call; with area, the fields and examples of its calls; with call, everything about one.',
  errors: [errors.notFound],
  query: Type.Object({
    area: Type.Optional(Type.String({ maxLength: 60, description: 'As in areas.' })),
    call: Type.Optional(Type.String({ maxLength: 60, description: 'Name of a call, such as postJob.' })),
  }),
  example: { query: { area: 'orientation' } },
  output: Type.Object({
    service: Type.String(),
    areas: Type.Optional(Type.Array(Type.String())),
    endpoints: Type.Optional(
      Type.Array(
        Type.Object({
          method: Type.String(),
          path: Type.String(),
          auth: Type.String({
            description: 'none, the kind of key that is needed, or that kind with ? where it is optional.',
          }),
          query: Type.Array(Type.String()),
          body: nullable(anyObject('Field names, with ? where optional, and their types.')),
          does: Type.String(),
        }),
      ),
    ),
    start_here: Type.Optional(Type.Array(Type.String())),
    area: Type.Optional(Type.String()),
    calls: Type.Optional(
      Type.Array(Type.String(), { description: 'Name, path, query and {body} of each call of the area.' }),
    ),
    marks: Type.Optional(Type.String()),
    call: Type.Optional(anyObject('Fields, refusals and an example of the call.')),
  }),
  handle: async ({ query }, { service, about }) => {
    const { routes, baseUrl } = service();
    const head = { service: about.title };
    if (query.call !== undefined) {
      const found = routes.find(({ name }) => name.toLowerCase() === query.call?.toLowerCase());
      if (!found) throw notFound(`there is no call ${query.call}`, 'GET /llms.txt lists all calls.');
      return { ...head, call: describeWholeCall(found, baseUrl) };
    }
    const areas = areasOf(routes);
    if (query.area === undefined)
      return { ...head, areas, endpoints: routes.map(toHelpEntry), start_here: [...about.startHere] };
    const area = query.area.toLowerCase();
    if (!areas.includes(area))
      throw notFound(`there is no area ${query.area}`, `The areas are ${areas.join(', ')}.`);
    return { ...head, area, marks: helpMarks, calls: describeArea(routes, area) };
  },
});

const helpMarks =
  '* needs a key, ? accepts one, $ can cost money; field? is optional, a text unless it says otherwise';

function serviceIndex(service: Service, about: About) {
  return {
    service: about.title,
    version: about.version,
    does: about.description,
    ...about.index,
    endpoints: service.routes.map(toHelpEntry) satisfies HelpEntry[],
    documents: [
      '/openapi.json',
      '/llms.txt',
      '/skill.md',
      ...(service.pages ? [`${service.pages.docsPath}/index.md`] : []),
    ].map((path) => service.baseUrl + path),
  };
}

export function documentRoutes(deps: DocumentDependencies): BoundRoute[] {
  const documents = [root, help, openapiJson, llmsTxt, llmsFullTxt, robotsTxt, changelogFeed, skillMd];
  return bind([...documents, healthz, readyz, securityTxt], deps);
}

type Write = (service: Service, about: About) => string;

/** A document stays the same while the service runs, and generating one takes longer than most calls. */
function cachePerService(write: Write): Write {
  const documents = new WeakMap<Service, { readonly baseUrl: string; readonly text: string }>();
  return (service, about) => {
    const cached = documents.get(service);
    // A service on a free port knows its URL only once it listens.
    if (cached?.baseUrl === service.baseUrl) return cached.text;
    const text = write(service, about);
    documents.set(service, { baseUrl: service.baseUrl, text });
    return text;
  };
}
