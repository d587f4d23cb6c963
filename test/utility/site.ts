import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TestContext } from 'node:test';
import { serveHttp } from '../counterparts/servers.ts';
import type { Answer } from '../harness/client.ts';
import { startWorld, type World } from './world.ts';

type Serve = (request: IncomingMessage, response: ServerResponse) => void;

/** The response for a path: a page's text, or a function that handles the request. */
export type Site = Record<string, string | Buffer | Serve>;

export interface SiteWorld extends World {
  readonly site: Site;
  /** The full URL of a path of the site. */
  at(path: string, host?: string): string;
  /** Every request so far: `GET /path`. */
  readonly asked: string[];
  /** Calls a skill with a path of the site. */
  call(skill: string, path: string, more?: string): ReturnType<World['utility']['get']>;
}

/** A world with a web site, which every name below .test resolves to. */
export async function startSite(t: TestContext, site: Site): Promise<SiteWorld> {
  const asked: string[] = [];
  const { port } = await serveHttp(t, (request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const found = site[request.url ?? ''];
    if (typeof found === 'function') return found(request, response);
    response.statusCode = found === undefined ? 404 : 200;
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(found ?? '<title>Not here</title>');
  });
  const world = await startWorld(t, { zone: { '*.test': { A: ['127.0.0.1'] } } });
  const at = (path: string, host = 'site.test') => `http://${host}:${port}${path}`;
  const call = (skill: string, path: string, more = '') => {
    const url = path.startsWith('http') ? path : at(path);
    return world.utility.get(`/${skill}?url=${encodeURIComponent(url)}${more}`, { ally: world.ally });
  };
  return { ...world, site, at, asked, call };
}

/** A skill whose worker gets no CPU beside other tests responds "overloaded, call again": so this repeats the call. */
export async function whenNotBusy(call: () => Promise<Answer>): Promise<Answer> {
  let answer = await call();
  for (let tries = 1; answer.status === 503 && tries < 10; tries++) answer = await call();
  return answer;
}
