import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { pageStructured } from '../../src/utility/pages/structured/structured.ts';
import { type MeasureOptions, type Score, Tally } from './score.ts';

type Json = Record<string, unknown>;

/** The base URL of the cases; relative URLs are resolved against it. */
const addresses: Record<string, string> = {
  'microdata.7.1': 'http://blog.example.com/progress-report',
  'microdata.object': 'http://www.example.com/microdata/page',
  Portfolio_Niels_Lubberman: 'http://nielslubberman.nl/drupal/',
  elysianfields: 'http://www.songkick.com/artists/236156-elysian-fields',
  elysianfields_1: 'http://www.songkick.com/artists/236156-elysian-fields',
  tovestyrke: 'https://www.songkick.com/concerts/30166884-tove-styrke-at-hoxton-square-bar-and-kitchen',
};

export async function measure(corpora: string, { peers }: MeasureOptions): Promise<Score[]> {
  const peer = peers ? await import('./peers/structured.ts') : undefined;
  const dir = path.join(corpora, 'structured-data');
  const tallies = { 'json-ld': new Tally(), microdata: new Tally(), rdfa: new Tally() };
  for (const file of globSync('*/*.html', { cwd: dir }).sort()) {
    const name = path.basename(file, '.html');
    const url = addresses[name] ?? 'http://www.example.com/index.html';
    const bytes = readFileSync(path.join(dir, file));
    const answer = pageStructured({
      page: { bytes, contentType: 'text/html; charset=utf-8', url, hash: name },
    });
    for (const [format, objects] of expectedOf(path.join(dir, path.dirname(file), name))) {
      const found = answer.items.filter((each) => each.format === format).map(({ data }) => plain(data, url));
      const theirs = peer?.objectsOf(format, bytes.toString('utf8'), url)?.map((each) => plain(each, url));
      for (const object of objects) {
        const wanted = plain(object, url);
        const at = found.findIndex((each) => isDeepStrictEqual(each, wanted));
        if (at >= 0) found.splice(at, 1);
        if (peer && theirs)
          tallies[format].peer(
            peer.names[format],
            theirs.some((each) => isDeepStrictEqual(each, wanted)),
          );
        tallies[format].case(
          at >= 0,
          () =>
            `${name}: ${JSON.stringify(wanted).slice(0, 2_000)} not in ${JSON.stringify(found).slice(0, 2_000)}`,
        );
      }
    }
  }
  return Object.entries(tallies).map(([what, tally]) => tally.score(what, 0.9));
}

export type Format = 'json-ld' | 'microdata' | 'rdfa';

/** The expected data of a page: a list for one format, named by its file, or all formats by name. */
function expectedOf(stem: string): [Format, Json[]][] {
  const read = (suffix: string) =>
    existsSync(stem + suffix) ? JSON.parse(readFileSync(stem + suffix, 'utf8')) : undefined;
  const whole = read('.json');
  if (path.basename(stem).startsWith('opengraph')) return [];
  const lists: [Format, Json[] | undefined][] = [
    ['json-ld', read('.jsonld') ?? whole?.['json-ld']],
    ['microdata', Array.isArray(whole) && stem.includes('/w3c/') ? whole : whole?.microdata],
    [
      'rdfa',
      read('.expanded.json') ?? (Array.isArray(whole) && !stem.includes('/w3c/') ? whole : whole?.rdfa),
    ],
  ];
  return lists.flatMap(([format, objects]) => (objects ? [[format, objects]] : []));
}

/**
 * The normalized form that is compared: one name for all blank nodes, single white space, absolute URLs, lists of one
 * property in any order.
 */
function plain(value: unknown, url: string): unknown {
  if (Array.isArray(value)) {
    return value
      .map((each) => plain(each, url))
      .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([key, each]) => [key, plain(each, url)] as const);
    return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
  }
  if (typeof value !== 'string') return value;
  if (value.startsWith('_:')) return '_:';
  if (/^[\w-]+\/[\w-]+\.\w+$/.test(value)) return new URL(value, url).href;
  return value.replaceAll(/\s+/g, ' ').trim();
}
