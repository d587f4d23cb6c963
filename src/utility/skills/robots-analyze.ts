import { Type } from 'typebox';
import { upstreamFailed } from '../catalogue/errors.ts';
import { domainParam, readSite } from '../catalogue/params.ts';
import { skill } from '../catalogue/skill.ts';
import type { Fetcher } from '../pages/fetcher.ts';
import { type AiCrawler, aiCrawlers } from '../sites/robots/ai-crawlers.ts';
import { verdictFor } from '../sites/robots/crawlable.ts';
import { type RobotsFile, type RobotsRule, readRobots } from '../sites/robots/robots-file.ts';

interface Tools {
  readonly fetcher: Fetcher;
}

/** RFC 9309: a crawler parses at least this much. */
const readBytes = 512 * 1_024;
const emptyRobots: RobotsFile = { groups: [], sitemaps: [] };

export const robotsAnalyze = skill<Tools>()({
  id: 'robots-analyze',
  priceUsd: '0.002',
  does: 'Rules per user agent, sitemaps, and whether a given path may be crawled (RFC 9309), by any agent and by each known AI crawler.',
  params: Type.Object({
    domain: domainParam,
    path: Type.Optional(
      Type.String({
        maxLength: 4_096,
        pattern: '^/',
        default: '/',
        description: 'The path asked about, with its query.',
      }),
    ),
    agent: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        default: '*',
        description: "A crawler's name, such as Googlebot.",
      }),
    ),
  }),
  value: 'domain',
  example: { domain: 'example.com', path: '/private/', agent: 'Googlebot' },
  output: Type.Object({
    domain: Type.String(),
    robots_url: Type.String(),
    status: Type.Integer({ description: 'What robots.txt answered with.' }),
    groups: Type.Array(
      Type.Object({
        agents: Type.Array(Type.String()),
        rules: Type.Array(Type.Object({ allow: Type.Boolean(), path: Type.String() })),
        crawl_delay: Type.Union([Type.Number(), Type.Null()]),
      }),
    ),
    sitemaps: Type.Array(Type.String()),
    path: Type.String(),
    agent: Type.String(),
    crawlable: Type.Boolean(),
    matched_rule: Type.Union([Type.String(), Type.Null()], {
      description: 'The rule that decided, if one did.',
    }),
    reason: Type.String({ description: 'Why it is crawlable, or not.' }),
    ai_crawlers: Type.Array(
      Type.Object({
        agent: Type.String(),
        operator: Type.String(),
        purpose: Type.String({ enum: ['training', 'search', 'user'] }),
        crawlable: Type.Boolean(),
        matched_rule: Type.Union([Type.String(), Type.Null()]),
      }),
      { description: 'The same path for each of the known crawlers of language models.' },
    ),
  }),
  run: async ({ domain, path = '/', agent = '*' }, { fetcher }, call) => {
    const site = readSite(domain);
    const answer = await fetcher.getFile(site.origins, '/robots.txt', call, {
      maxBytes: readBytes,
      onOversize: 'truncate',
    });
    const { status } = answer;
    if (status < 200 || (status > 299 && status < 400)) {
      throw upstreamFailed(`robots.txt answered with status ${status}`, 'Retry later; nothing was charged.');
    }
    const there = status <= 299;
    const file = there ? readRobots(answer.body) : emptyRobots;
    const { crawlable, rule } = verdictFor(file, agent, path);
    return {
      domain: site.domain,
      robots_url: answer.url,
      status,
      groups: file.groups.map(({ agents, rules, crawlDelay }) => ({
        agents,
        rules: rules.map((each) => ({ allow: each.allow, path: each.path })),
        crawl_delay: crawlDelay,
      })),
      sitemaps: file.sitemaps,
      path,
      agent,
      // By the RFC, a missing file allows everything, and one that the server fails to return allows nothing.
      crawlable: status < 500 && crawlable,
      matched_rule: formatRule(rule),
      reason: reasonOf(status, rule !== null),
      ai_crawlers: aiCrawlers.map((each) => aiVerdict(each, file, path, status)),
    };
  },
});

const formatRule = (rule: RobotsRule | null): string | null =>
  rule && `${rule.allow ? 'allow' : 'disallow'}: ${rule.path}`;

function aiVerdict(each: AiCrawler, file: RobotsFile, path: string, status: number) {
  const { crawlable, rule } = verdictFor(file, each.agent, path);
  return { ...each, crawlable: status < 500 && crawlable, matched_rule: formatRule(rule) };
}

function reasonOf(status: number, decided: boolean): string {
  if (status >= 500)
    return 'robots.txt could not be read, so nothing may be crawled for now (RFC 9309, 2.3.1.4)';
  if (status >= 400) return 'there is no robots.txt, so everything may be crawled (RFC 9309, 2.3.1.3)';
  return decided ? 'the longest matching rule decides' : 'no rule speaks of this path';
}
