import { readFileSync } from 'node:fs';
import path from 'node:path';
import robotsParser from 'robots-parser';
import { verdictFor } from '../../src/utility/sites/robots/crawlable.ts';
import { readRobots } from '../../src/utility/sites/robots/robots-file.ts';
import { type Comparison, textsOf } from './comparison.ts';

const long = `User-agent: *\n${Array.from({ length: 1_000 }, (_, n) => `Disallow: /a/${n}/*.php$`).join('\n')}\nAllow: /a/\n`;

export const comparison: Comparison = {
  peer: 'robots-parser (MIT)',
  times: 100,
  inputs: (corpora) =>
    textsOf([
      ...(JSON.parse(readFileSync(path.join(corpora, 'robots.json'), 'utf8')) as { robots: string }[]).map(
        ({ robots }) => robots,
      ),
      long,
    ]),
  ours: (bytes) => verdictFor(readRobots(bytes), 'FooBot', '/a/b/index.html?x=1').crawlable,
  theirs: (bytes) =>
    robotsParser('http://a.test/robots.txt', bytes.toString('utf8')).isAllowed(
      'http://a.test/a/b/index.html?x=1',
      'FooBot',
    ),
};
