import { bindSkills } from '../../src/utility/catalogue/skill.ts';
import { brokenLinks } from '../../src/utility/skills/broken-links.ts';
import { type Handler, type Site, serveSite } from './loopback-site.ts';
import { type MeasureOptions, type Score, Tally } from './score.ts';

const status =
  (code: number, headers: Record<string, string> = {}): Handler =>
  (_, response) =>
    response.writeHead(code, { 'content-type': 'text/html', ...headers }).end(`<title>${code}</title>`);
const unlessHead =
  (code: number): Handler =>
  (request, response) =>
    response
      .writeHead(request.method === 'HEAD' ? code : 200, { 'content-type': 'text/html' })
      .end('<p>A page.');
const words = '<p>A page with some words about the thing that it is about, and a few more.';

const target = `<title>Target</title><h2 id="part">Part</h2><a name="old">Old</a><h3 id="caf\u00e9">Caf\u00e9</h3>${words}`;
const site: Site = {
  '/ok': `<title>Ok</title>${words}`,
  '/target': target,
  '/gone': status(410),
  '/fails': status(500),
  '/unavailable': status(503),
  '/to-ok': status(301, { location: '/ok' }),
  '/to-missing': status(302, { location: '/nowhere' }),
  '/loop': status(302, { location: '/loop' }),
  '/no-head': unlessHead(405),
  '/head-404': unlessHead(404),
  '/head-501': unlessHead(501),
  '/forbidden': status(403),
  '/too-many': status(429),
  '/hangs-up': (request) => void request.socket.destroy(),
  '/with%20space': `<title>Spaced</title>${words}`,
  '/caf%C3%A9': `<title>Caf\u00e9</title>${words}`,
  '/?q=1': `<title>Query</title>${words}`,
  '/sub/relative': `<title>Relative</title>${words}`,
  '/soft': `<title>Page not found</title><h1>Page not found</h1><p>Sorry, the page you were looking for does not exist.</p>`,
  '/a.png': status(200, { 'content-type': 'image/png' }),
  '/a.css': status(200, { 'content-type': 'text/css' }),
};

/** What stands on the page, and whether it is broken; a server that only keeps programs out is not. */
const cases: Readonly<Record<string, readonly [html: string, isBroken: boolean]>> = {
  ok: ['<a href="/ok">x</a>', false],
  missing: ['<a href="/nowhere">x</a>', true],
  gone: ['<a href="/gone">x</a>', true],
  'server error': ['<a href="/fails">x</a>', true],
  unavailable: ['<a href="/unavailable">x</a>', true],
  'redirect to a page': ['<a href="/to-ok">x</a>', false],
  'redirect to nothing': ['<a href="/to-missing">x</a>', true],
  'redirect loop': ['<a href="/loop">x</a>', true],
  'HEAD not allowed': ['<a href="/no-head">x</a>', false],
  'HEAD is 404, GET is not': ['<a href="/head-404">x</a>', false],
  'HEAD not implemented': ['<a href="/head-501">x</a>', false],
  'closed port': ['<a href="http://127.0.0.1:1/">x</a>', true],
  'connection closed': ['<a href="/hangs-up">x</a>', true],
  'a page that says it is missing': ['<a href="/soft">x</a>', true],
  'forbidden to programs': ['<a href="/forbidden">x</a>', false],
  'too many requests': ['<a href="/too-many">x</a>', false],
  'space in the address': ['<a href="/with space">x</a>', false],
  'letter outside ASCII': ['<a href="/caf\u00e9">x</a>', false],
  'white space around it': ['<a href="  /ok\n">x</a>', false],
  query: ['<a href="/?q=1">x</a>', false],
  base: ['<base href="/sub/"><a href="relative">x</a>', false],
  'part of another page': ['<a href="/target#part">x</a>', false],
  'named part': ['<a href="/target#old">x</a>', false],
  'part with an escaped letter': ['<a href="/target#caf%C3%A9">x</a>', false],
  'part that is missing': ['<a href="/target#nope">x</a>', true],
  'part of a text': ['<a href="/target#:~:text=words">x</a>', false],
  'top of the page': ['<a href="#top">x</a>', false],
  'part of its own page that is missing': ['<a href="#nope">x</a>', true],
  mail: ['<a href="mailto:a@b.test">x</a>', false],
  telephone: ['<a href="tel:+3212345678">x</a>', false],
  script: ['<a href="javascript:void(0)">x</a>', false],
  comment: ['<!-- <a href="/nowhere">x</a> --><p>x', false],
  image: ['<img src="/a.png" alt="">', false],
  'missing image': ['<img src="/nowhere.png" alt="">', true],
  'missing candidate of srcset': ['<img src="/a.png" srcset="/a.png 1x, /nowhere.png 2x" alt="">', true],
  'missing style sheet': ['<link rel="stylesheet" href="/nowhere.css">', true],
  'missing script': ['<script src="/nowhere.js"></script>', true],
  'missing video': ['<video><source src="/nowhere.mp4"></video>', true],
  'missing frame': ['<iframe src="/nowhere"></iframe>', true],
};

/** Pages with one link each, written for this bench, checked over HTTP by both sides. */
export async function measure(_corpora: string, { peers }: MeasureOptions): Promise<Score[]> {
  const peer = peers ? (await import('./peers/linkinator.ts')).hasBrokenLinks : undefined;
  const tally = new Tally();
  const pages = Object.entries(cases).map(([, [html]], at) => [
    `/page/${at}`,
    `<title>T</title>${words}${html}`,
  ]);
  const served = await serveSite(() => ({ ...site, ...Object.fromEntries(pages) }));
  const [skill] = bindSkills([brokenLinks], served);
  try {
    for (const [at, [name, [, wanted]]] of Object.entries(cases).entries()) {
      const url = `${served.url}/page/${at}`;
      const answer = (await skill!.run({ url }, served.call())) as {
        readonly broken_count: number;
        readonly missing_anchors: readonly unknown[];
        readonly malformed: readonly unknown[];
      };
      const got = answer.broken_count + answer.missing_anchors.length + answer.malformed.length > 0;
      tally.case(got === wanted, () => `${name}: ${JSON.stringify(answer)}`);
      if (peer) tally.peer('linkinator', (await peer(url)) === wanted);
    }
  } finally {
    await served.close();
  }
  return [tally.score('broken or not', 0.9)];
}
