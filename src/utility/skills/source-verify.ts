import { Type } from 'typebox';
import { nullable } from '../../platform/http/schema.ts';
import { OutboundError, type OutboundReason } from '../../platform/outbound/error.ts';
import { type NotRead, notReadField, type SkillCall } from '../catalogue/call.ts';
import { readUrl, urlParam } from '../catalogue/params.ts';
import { skill } from '../catalogue/skill.ts';
import type { FetchedResponse } from '../pages/fetched-response.ts';
import type { Fetcher } from '../pages/fetcher.ts';
import { type Judgement, judgePage, missingReason } from '../pages/walls/judge.ts';
import { assessOfficialness } from '../registries/official-sources/official.ts';
import { TaskFailure } from '../workers/failure.ts';
import type { Workers } from '../workers/workers.ts';
import type { SkillTools } from './tools.ts';

const maybe = nullable(Type.String());
const accept = 'text/html,application/xhtml+xml,application/pdf,*/*;q=0.8';
const readBytes = 2 * 1_024 * 1_024;
const titleMs = 3_000;

/** Failures that say something about the target; all others are faults of the request or ours. */
const unreachable = new Set<OutboundReason>([
  'name_not_found',
  'dns_failure',
  'connect_failed',
  'tls_failed',
  'timeout',
  'bad_encoding',
  'too_many_redirects',
  'bad_response',
]);

export const sourceVerify = skill<Pick<SkillTools, 'fetcher' | 'workers'>>()({
  id: 'source-verify',
  priceUsd: '0.006',
  does: 'Whether a cited URL is live and belongs to an official publisher (mainly EU, Belgian and Dutch law).',
  params: Type.Object({ url: urlParam }),
  value: 'url',
  example: { url: 'https://eur-lex.europa.eu/eli/reg/2016/679/oj' },
  output: Type.Object({
    url: Type.String(),
    final_url: Type.String({ description: 'The URL after redirects, or the last one reached.' }),
    status: nullable(Type.Integer()),
    live: nullable(
      Type.Boolean({
        description:
          'True: it returned the page. False: the page no longer exists. Null: unknown, because the site blocks automated requests, fails or cannot be reached at the moment.',
      }),
    ),
    soft_404: Type.Boolean({
      description: 'True if the status is 2xx but the page says that it does not exist.',
    }),
    archive_url: Type.String({
      description: 'URL of copies at the Internet Archive; whether there are any is not checked.',
    }),
    access: Type.String({
      enum: ['open', 'uncertain', 'blocked', 'missing', 'failing', 'unreachable'],
      description:
        'blocked: a challenge, a wall or an error page came in its place, so the state of the page is unknown. uncertain: it may be one. Neither is charged. failing: another status that is not of success.',
    }),
    official: Type.Boolean({ description: 'Based on the final URL.' }),
    verdict: Type.String({
      enum: ['official_live', 'live_not_official', 'official_unreachable', 'unreachable'],
    }),
    title: maybe,
    content_type: maybe,
    publisher: maybe,
    jurisdiction: nullable(
      Type.String({ description: 'ISO 3166 with regions, or EU, COE, UN, INT and the like.' }),
    ),
    kind: maybe,
    authentic: nullable(
      Type.Boolean({ description: 'Whether the text there is the authentic one; null if unknown.' }),
    ),
    basis: Type.String({ enum: ['curated', 'official_tld', 'none'] }),
    evidence: nullable(Type.String({ description: 'What the verdict about the publisher is based on.' })),
    note: maybe,
    reason: maybe,
    not_read: notReadField,
  }),
  run: async ({ url }, { fetcher, workers }, call) => {
    const requested = readUrl(url);
    const found = await fetchSource(fetcher, requested, call);
    const { kind, publisher, jurisdiction, official, basis, authentic, note, evidence } = assessOfficialness(
      new URL(found.url).hostname,
    );
    const live = liveness(found.access);
    const titleReading =
      live && found.answer ? await readTitle(found.answer, workers, call) : { title: null, reason: null };
    return {
      url: requested.href,
      final_url: found.url,
      status: found.answer?.status ?? null,
      live,
      soft_404: found.soft,
      archive_url: `https://web.archive.org/web/${requested.href}`,
      access: found.access,
      official,
      verdict: decideVerdict(live === true, official),
      title: titleReading.title,
      content_type: found.answer?.mediaType || null,
      publisher,
      jurisdiction,
      kind,
      authentic,
      basis,
      evidence,
      note,
      reason: found.reason,
      not_read: {
        ...(titleReading.reason !== null && { title: titleReading.reason }),
        ...(live === null && pageNotRead(found.reason ?? 'the page could not be read')),
      },
    };
  },
});

/** Fields that need the page itself. */
const pageNotRead = (reason: string): NotRead => ({ title: reason, soft_404: reason });

type SourceAccess = 'open' | 'uncertain' | 'blocked' | 'missing' | 'failing' | 'unreachable';

interface FetchOutcome {
  readonly url: string;
  readonly access: SourceAccess;
  readonly answer: FetchedResponse | null;
  readonly reason: string | null;
  readonly soft: boolean;
}

async function fetchSource(fetcher: Fetcher, requested: URL, call: SkillCall): Promise<FetchOutcome> {
  try {
    const answer = await fetcher.getPage(requested, call, {
      accept,
      maxBytes: readBytes,
      onOversize: 'truncate',
    });
    const softNotFound = missingReason(answer, requested);
    if (softNotFound) return { url: answer.url, access: 'missing', answer, reason: softNotFound, soft: true };
    const judgement = judgePage(answer, requested);
    const access = toAccess(answer.status, judgement);
    const reason = access === 'open' ? null : reasonOf(answer.status, judgement);
    return { url: answer.url, access, answer, reason, soft: false };
  } catch (error) {
    if (!(error instanceof OutboundError) || !unreachable.has(error.reason)) throw error;
    const url = URL.canParse(error.url ?? '') ? String(error.url) : requested.href;
    const access = error.reason === 'name_not_found' ? 'missing' : 'unreachable';
    return { url, access, answer: null, reason: error.message, soft: false };
  }
}

/** False only if the response says that nothing is there; otherwise unknown. */
function liveness(access: SourceAccess): boolean | null {
  if (access === 'open') return true;
  return access === 'missing' ? false : null;
}

function reasonOf(status: number, { access, kind }: Judgement): string {
  const article = access === 'uncertain' ? 'and what may be' : 'and';
  const instead = kind && status < 400 ? ` ${article} a${kind === 'error' ? 'n' : ''} ${kind} page` : '';
  return `It returned status ${status}${instead}.`;
}

function toAccess(status: number, { access }: Judgement): SourceAccess {
  if (access === 'blocked' || access === 'uncertain') return access;
  if (status >= 200 && status <= 299) return 'open';
  return status === 404 || status === 410 ? 'missing' : 'failing';
}

function decideVerdict(live: boolean, official: boolean) {
  if (live) return official ? 'official_live' : 'live_not_official';
  return official ? 'official_unreachable' : 'unreachable';
}

/** A page that cannot be parsed in time still counts as live. */
async function readTitle(
  answer: FetchedResponse,
  workers: Workers,
  call: SkillCall,
): Promise<{ readonly title: string | null; readonly reason: string | null }> {
  if (!['text/html', 'application/xhtml+xml'].includes(answer.mediaType))
    return { title: null, reason: null };
  const { body, contentType, url } = answer;
  const hash = await answer.hash();
  try {
    const { title } = await workers.run(
      'page-metadata',
      { page: { bytes: body, contentType, url, hash } },
      {
        signal: call.signal,
        timeoutMs: Math.min(titleMs, call.readingMs),
        bytes: body.length,
        about: hash,
      },
    );
    return { title, reason: null };
  } catch (error) {
    if (error instanceof TaskFailure && error.reason !== 'broken')
      return { title: null, reason: error.message };
    throw error;
  }
}
