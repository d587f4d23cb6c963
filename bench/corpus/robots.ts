import { readFileSync } from 'node:fs';
import path from 'node:path';
import { verdictFor } from '../../src/utility/sites/robots/crawlable.ts';
import { readRobots } from '../../src/utility/sites/robots/robots-file.ts';
import { type MeasureOptions, type Score, Tally } from './score.ts';

interface Case {
  readonly robots: string;
  readonly ua: string;
  readonly url: string;
  readonly allowed: boolean;
}

export async function measure(corpora: string, { peers }: MeasureOptions): Promise<Score[]> {
  const robotsParser = peers ? (await import('robots-parser')).default : undefined;
  const tally = new Tally();
  for (const each of JSON.parse(readFileSync(path.join(corpora, 'robots.json'), 'utf8')) as Case[]) {
    const { crawlable } = verdictFor(readRobots(bytesOf(each.robots)), each.ua, pathOf(each.url));
    tally.case(crawlable === each.allowed, () => JSON.stringify(each));
    if (!robotsParser) continue;
    // The peer answers only for the host of the file.
    const address = `http://foo.bar${pathOf(each.url)}`;
    const allowed =
      robotsParser('http://foo.bar/robots.txt', each.robots).isAllowed(address, each.ua) ?? true;
    tally.peer('robots-parser', allowed === each.allowed);
  }
  return [tally.score('allowed or not', 1)];
}

/** Cases that are not text hold bytes, one per character. */
const bytesOf = (robots: string) => Buffer.from(robots, /[\u0100-\uffff]/.test(robots) ? 'utf8' : 'latin1');

/** Without normalization, as a crawler reads it: some cases have no path, some no scheme. */
function pathOf(url: string): string {
  const rest = url.replace(/^[a-z]+:\/\/[^/?#]*/i, '').replace(/#.*$/s, '');
  return rest.startsWith('/') ? rest : `/${rest}`;
}
