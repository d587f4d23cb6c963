import { Type } from 'typebox';
import { nullable } from '../../platform/http/schema.ts';
import { type NotRead, notReadField } from '../catalogue/call.ts';
import { pageFields, readUrl, renderParam, urlParam } from '../catalogue/params.ts';
import { skill } from '../catalogue/skill.ts';
import { type CheckedLink, checkLinks } from '../pages/links/link-check.ts';
import {
  linkKinds,
  type MalformedLink,
  type MissingAnchor,
  type PageLink,
  type PageLinks,
} from '../pages/links/links.ts';
import { readLinkedPages } from '../sites/linked-pages/linked-pages.ts';
import type { SkillTools } from './tools.ts';

const maxLinks = 100;
const maxAssets = 100;
const maxPages = 20;
const maxLinksPerSite = 300;
const checkingMs = 18_000;
/** Limit for all pages and links together. */
const siteMs = 26_000;
/** Pages of a site are read only while this much time is left for checking their links. */
const leftForCheckingMs = 8_000;

const kind = Type.Unsafe<PageLink['kind']>({
  type: 'string',
  enum: [...linkKinds],
  description: 'link: a link to follow. The others are files that the page loads.',
});
const page = Type.Optional(
  Type.String({
    description: 'With depth=1: the page that contains it; the first one if there are several.',
  }),
);

const link = Type.Object({
  url: Type.String(),
  status: nullable(Type.Integer({ description: 'Null if there was no response.' })),
  reason: Type.String(),
  text: Type.String({ description: 'Text of the link; for an image, its alternative text.' }),
  kind,
  soft_404: Type.Boolean({
    description: 'True if the status is 2xx but the page says that it does not exist.',
  }),
  page,
});

export const brokenLinks = skill<Pick<SkillTools, 'pages' | 'fetcher' | 'outbound'>>()({
  id: 'broken-links',
  priceUsd: '0.006',
  does: 'Requests each link, image, script, style and media file of a page (HEAD, then GET), and reports the broken ones, including soft 404s, separately from those that only block automated requests. depth=1 also checks the pages of the same host that it links to.',
  params: Type.Object({
    url: urlParam,
    render: renderParam,
    depth: Type.Optional(
      Type.Unsafe<'0' | '1'>({
        type: 'string',
        enum: ['0', '1'],
        default: '0',
        description: `1: also the pages of the same host that the page links to, at most ${maxPages}, as robots.txt allows (user agent kith).`,
      }),
    ),
  }),
  value: 'url',
  example: { url: 'https://example.com/' },
  output: Type.Object({
    ...pageFields,
    links: Type.Integer({
      description: 'Number of links on the pages read; the same URL may be linked twice.',
    }),
    assets: Type.Integer({
      description: 'Number of images, scripts, styles, media, frames and icons they load.',
    }),
    checked: Type.Integer({
      description: `URLs requested, each once: at most ${maxLinks} links and ${maxAssets} files, ${maxLinksPerSite} in all with depth=1.`,
    }),
    broken_count: Type.Integer(),
    broken: Type.Array(link),
    unverified: Type.Array(link, {
      description: 'Unknown whether they work: blocked for automated requests, too slow, or not public.',
    }),
    malformed: Type.Array(
      Type.Object({ href: Type.String(), reason: Type.String(), text: Type.String(), kind, page }),
      { description: 'Malformed addresses, as written. They are not requested.' },
    ),
    missing_anchors: Type.Array(Type.Object({ href: Type.String(), text: Type.String(), page }), {
      description:
        'Links to a part (#…) of their own or another page whose HTML does not contain it; scripts may add it. Not counted as broken. Of other pages, those up to 64 KiB are searched.',
    }),
    pages: Type.Array(Type.String(), { description: 'The pages whose links were read.' }),
    disallowed: Type.Optional(
      Type.Array(Type.String(), {
        description: 'With depth=1: pages that robots.txt disallows; their links were not read.',
      }),
    ),
    truncated: Type.Boolean({ description: 'True if some URLs were not requested, or some pages not read.' }),
    not_read: notReadField,
  }),
  run: async ({ url, render, depth = '0' }, { pages, fetcher, outbound }, call) => {
    const endsAt = performance.now() + siteMs;
    const start = await pages.open(readUrl(url), call, { render });
    const own = await start.read('page-links', {});
    const survey = new LinkSurvey(depth === '1');
    survey.add(start.url, own);
    const linksToCheck = survey.takeUnchecked(maxLinks, maxAssets);
    const first = await checkLinks(linksToCheck, outbound, {
      signal: call.signal,
      totalMs: Math.min(checkingMs, endsAt - performance.now()),
    });
    survey.checked.push(...first);
    if (depth === '0')
      return {
        ...start.facts,
        ...survey.report(first.length < own.links.length),
        not_read: unchecked(linksToCheck.length - first.length),
      };

    const { host } = new URL(start.url);
    const linked = first.filter(
      (each) => each.verdict === 'ok' && each.kind === 'link' && new URL(each.url).host === host,
    );
    const others = linked.map((each) => each.url).filter((each) => each !== start.url);
    const {
      pages: read,
      disallowed,
      deadlinePassed,
      notRead,
    } = await readLinkedPages(
      others.slice(0, maxPages),
      { fetcher, pages },
      { call, endsAt: endsAt - leftForCheckingMs },
    );
    for (const each of read) survey.add(each.url, each.links);
    const rest = survey.takeUnchecked(maxLinksPerSite - first.length, maxLinksPerSite - first.length);
    const room = rest.slice(0, maxLinksPerSite - first.length);
    const second = await checkLinks(room, outbound, {
      signal: call.signal,
      totalMs: endsAt - performance.now(),
    });
    survey.checked.push(...second);
    const cut =
      first.length < own.links.length || others.length > maxPages || deadlinePassed || 'pages' in notRead;
    const unasked = survey.checked.length < survey.found;
    const late = linksToCheck.length - first.length + room.length - second.length;
    const not_read = { ...notRead, ...unchecked(late) };
    return { ...start.facts, ...survey.report(cut || unasked), disallowed, not_read };
  },
});

const unchecked = (count: number): NotRead =>
  count > 0 ? { broken: `${count} of the links did not answer in time` } : {};

interface LinkOnPage extends PageLink {
  readonly page: string;
}

/** Distinct URLs that the pages of one call link to. */
class LinkSurvey {
  readonly checked: (LinkOnPage & CheckedLink)[] = [];
  readonly #namesPages: boolean;
  readonly #pages: string[] = [];
  readonly #links = new Map<string, LinkOnPage>();
  readonly #malformed = new Map<string, MalformedLink & { page: string }>();
  readonly #missingAnchors: (MissingAnchor & { page: string })[] = [];
  readonly #handedOut = new Set<string>();
  #total = 0;
  #assets = 0;

  constructor(namesPages: boolean) {
    this.#namesPages = namesPages;
  }

  add(page: string, { total, assets, links, malformed, missingAnchors }: PageLinks): void {
    this.#pages.push(page);
    this.#total += total;
    this.#assets += assets;
    for (const each of links) if (!this.#links.has(each.url)) this.#links.set(each.url, { ...each, page });
    this.#missingAnchors.push(...missingAnchors.map((each) => ({ ...each, page })));
    for (const each of malformed)
      if (!this.#malformed.has(each.href)) this.#malformed.set(each.href, { ...each, page });
  }

  get found(): number {
    return this.#links.size;
  }

  /** Takes URLs that have not been taken yet, up to these numbers of links and files. */
  takeUnchecked(links: number, assets: number): LinkOnPage[] {
    const left = [...this.#links.values()].filter(({ url }) => !this.#handedOut.has(url));
    const batch = [
      ...left.filter((each) => each.kind === 'link').slice(0, links),
      ...left.filter((each) => each.kind !== 'link').slice(0, assets),
    ];
    for (const { url } of batch) this.#handedOut.add(url);
    return batch;
  }

  report(truncated: boolean) {
    const broken = this.checked.filter(({ verdict }) => verdict === 'broken');
    const unverified = this.checked.filter(({ verdict }) => verdict === 'unverified');
    const pageField = ({ page }: { page: string }) => (this.#namesPages ? { page } : {});
    const entry = (each: LinkOnPage & CheckedLink) => ({
      url: each.url,
      status: each.status,
      reason: each.reason,
      text: each.text,
      kind: each.kind,
      soft_404: each.soft404,
      ...pageField(each),
    });
    return {
      links: this.#total,
      assets: this.#assets,
      checked: this.checked.length,
      broken_count: broken.length,
      broken: broken.map(entry),
      unverified: unverified.map(entry),
      malformed: [...this.#malformed.values()].map(({ page: on, ...each }) => ({
        ...each,
        ...pageField({ page: on }),
      })),
      missing_anchors: [
        ...this.#missingAnchors.map(({ page: on, ...each }) => ({ ...each, ...pageField({ page: on }) })),
        ...this.checked.flatMap((each) =>
          each.missingParts.map((part) => ({
            href: `${each.url}#${part}`,
            text: each.text,
            ...pageField(each),
          })),
        ),
      ],
      pages: this.#pages,
      truncated,
    };
  }
}
