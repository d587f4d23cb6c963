import { Type } from 'typebox';
import { Refusal } from '../../platform/http/refusal.ts';
import { nullable } from '../../platform/http/schema.ts';
import { type NotRead, notReadField, type SkillCall } from '../catalogue/call.ts';
import { asSkillError, skillErrors, upstreamFailed } from '../catalogue/errors.ts';
import { domainParam, readSite, type Site } from '../catalogue/params.ts';
import { skill } from '../catalogue/skill.ts';
import type { FetchedResponse } from '../pages/fetched-response.ts';
import type { Fetcher } from '../pages/fetcher.ts';
import { blockedBy } from '../pages/walls/judge.ts';
import { type AiCrawler, aiCrawlers } from '../sites/robots/ai-crawlers.ts';
import { verdictFor } from '../sites/robots/crawlable.ts';
import { type RobotsFile, type RobotsRule, readRobots } from '../sites/robots/robots-file.ts';
import type { SkillTools } from './tools.ts';

/** RFC 9309: a crawler parses at least this much. */
const readBytes = 512 * 1_024;
const emptyRobots: RobotsFile = { groups: [], sitemaps: [] };

export const robotsAnalyze = skill<Pick<SkillTools, 'fetcher'>>()({
  id: 'robots-analyze',
  priceUsd: '0.002',
  does: 'Rules per user agent, sitemaps, and whether a path may be crawled (RFC 9309), by any agent and by each known AI crawler.',
  params: Type.Object({
    domain: domainParam,
    path: Type.Optional(
      Type.String({
        maxLength: 4_096,
        pattern: '^/',
        'x-rule': 'a path that begins with /',
        default: '/',
        description: 'The path to test, with its query.',
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
    status: Type.Integer({ description: 'HTTP status of robots.txt.' }),
    groups: Type.Array(
      Type.Object({
        agents: Type.Array(Type.String()),
        rules: Type.Array(Type.Object({ allow: Type.Boolean(), path: Type.String() })),
        crawl_delay: nullable(Type.Number()),
      }),
    ),
    sitemaps: Type.Array(Type.String()),
    path: Type.String(),
    agent: Type.String(),
    crawlable: Type.Boolean({
      description: 'If not_read names it, this is what a crawler must assume, not what the site says.',
    }),
    matched_rule: nullable(Type.String({ description: 'The rule that decided, if one did.' })),
    reason: Type.String({ description: 'Why it may be crawled or not.' }),
    ai_crawlers: Type.Array(
      Type.Object({
        agent: Type.String(),
        operator: Type.String(),
        purpose: Type.String({ enum: ['training', 'search', 'user'] }),
        crawlable: Type.Boolean(),
        matched_rule: nullable(Type.String()),
      }),
      { description: 'The result for each known AI crawler.' },
    ),
    not_read: notReadField,
  }),
  run: async ({ domain, path = '/', agent = '*' }, { fetcher }, call) => {
    const site = readSite(domain);
    const answer = await fetchRobots(fetcher, site, call);
    const { status } = answer;
    if (status < 200 || (status > 299 && status < 400)) {
      throw upstreamFailed(`robots.txt returned status ${status}`, 'Retry later; nothing was charged.');
    }
    const reading = toReading(answer);
    const { file } = reading;
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
      crawlable: reading.allowed ?? crawlable,
      matched_rule: formatRule(rule),
      reason: reading.reason ?? (rule ? 'the longest matching rule decides' : 'no rule matches this path'),
      ai_crawlers: aiCrawlers.map((each) => aiVerdict(each, reading, path)),
      not_read: reading.notRead,
    };
  },
});

const formatRule = (rule: RobotsRule | null): string | null =>
  rule && `${rule.allow ? 'allow' : 'disallow'}: ${rule.path}`;

function aiVerdict(each: AiCrawler, { file, allowed }: RobotsReading, path: string) {
  const { crawlable, rule } = verdictFor(file, each.agent, path);
  return { ...each, crawlable: allowed ?? crawlable, matched_rule: formatRule(rule) };
}

interface RobotsReading {
  readonly file: RobotsFile;
  /** The verdict for every path if no rules apply; null if the rules of the file decide. */
  readonly allowed: boolean | null;
  readonly reason: string | null;
  readonly notRead: NotRead;
}

/** RFC 9309, 2.3.1: a missing file allows everything; one that the server fails to return allows nothing. */
function toReading(answer: FetchedResponse): RobotsReading {
  const { status } = answer;
  if (status === 404 || status === 410) {
    const reason = 'there is no robots.txt, so everything may be crawled (RFC 9309, 2.3.1.3)';
    return { file: emptyRobots, allowed: true, reason, notRead: {} };
  }
  const wall = blockedBy(answer, answer.url);
  const statusReason = `robots.txt returned status ${status}${wall && status < 400 ? ` and a ${wall.kind} page` : ''}`;
  if (status >= 400 && status < 500) {
    const reason = `${statusReason}, which crawlers treat as no robots.txt, so they assume that everything may be crawled (RFC 9309, 2.3.1.3)`;
    return { file: emptyRobots, allowed: true, reason, notRead: markAllUnread(statusReason) };
  }
  if (status >= 500 || wall) {
    const reason = `${statusReason}, so crawlers must assume that nothing may be crawled for now (RFC 9309, 2.3.1.4)`;
    return { file: emptyRobots, allowed: false, reason, notRead: markAllUnread(statusReason) };
  }
  const file = readRobots(answer.truncated ? wholeLines(answer.body) : answer.body);
  const notRead: NotRead = answer.truncated ? { groups: tooLarge, sitemaps: tooLarge } : {};
  const hasRules = file.groups.length > 0 || file.sitemaps.length > 0;
  return { file, allowed: null, reason: hasRules ? null : withoutRules(answer.body), notRead };
}

const tooLarge = 'robots.txt is larger than 512 KiB, and crawlers need not read more of it (RFC 9309, 2.5)';

/** Drops the last line, which the limit cuts: half a rule would be another rule. */
const wholeLines = (body: Buffer): Buffer =>
  body.subarray(0, Math.max(body.lastIndexOf(0x0a), body.lastIndexOf(0x0d)) + 1);

/** Why crawlers find no rules in a file. */
function withoutRules(body: Buffer): string {
  const start = body.subarray(0, 4_096);
  const text = start.toString('latin1');
  const means = 'so crawlers find no rules in it';
  if (/^(?:\xff\xfe|\xfe\xff)/.test(text))
    return `robots.txt is UTF-16 and not UTF-8, ${means} (RFC 9309, 2.3)`;
  if (start.includes(0) || start[0] === 0x1f) return `robots.txt contains binary data, ${means}`;
  if (/^\s*(?:\xef\xbb\xbf)?\s*<(?:!doctype|html|head|body|\?xml)/i.test(text))
    return `robots.txt is a web page, without rules, ${means}`;
  if (!/^\s*[^#\s]/m.test(body.toString('latin1').replace(/^\xef\xbb\xbf/, '')))
    return `robots.txt is empty, ${means}`;
  return `robots.txt has no line that is a rule for an agent, ${means}`;
}

const markAllUnread = (statusReason: string): NotRead =>
  Object.fromEntries(
    ['groups', 'sitemaps', 'crawlable', 'matched_rule', 'ai_crawlers'].map((each) => [each, statusReason]),
  );

/** If there is no response, the call is refused free of charge, and the refusal says what that means for a crawler. */
async function fetchRobots(fetcher: Fetcher, { origins }: Site, call: SkillCall): Promise<FetchedResponse> {
  try {
    return await fetcher.getFile(origins, '/robots.txt', call, {
      maxBytes: readBytes,
      onOversize: 'truncate',
    });
  } catch (error) {
    const refusal = asSkillError(error);
    const { upstreamFailed: failed, upstreamTimeout: late } = skillErrors;
    if (!(refusal instanceof Refusal) || (refusal.kind !== failed && refusal.kind !== late)) throw error;
    throw new Refusal(
      refusal.kind,
      refusal.message,
      'Until robots.txt responds, a crawler must assume that nothing may be crawled (RFC 9309, 2.3.1.4). Retry later; nothing was charged.',
    );
  }
}
