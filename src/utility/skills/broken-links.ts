import { Type } from 'typebox';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import { readUrl, urlParam } from '../catalogue/params.ts';
import { skill } from '../catalogue/skill.ts';
import { type CheckedLink, checkLinks } from '../pages/links/link-check.ts';
import type { Pages } from '../pages/pages.ts';

interface Tools {
  readonly pages: Pages;
  readonly outbound: Outbound;
}

const maxChecked = 100;
const checkingMs = 18_000;

const link = Type.Object({
  url: Type.String(),
  status: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Null where there was no answer at all.',
  }),
  reason: Type.String(),
  text: Type.String({ description: 'What the page calls the link.' }),
});

export const brokenLinks = skill<Tools>()({
  id: 'broken-links',
  priceUsd: '0.006',
  does: 'Asks for each link of a page (HEAD, then GET) and reports those that are broken, apart from those that only keep us out.',
  params: Type.Object({ url: urlParam }),
  value: 'url',
  example: { url: 'https://example.com/' },
  output: Type.Object({
    url: Type.String({ description: 'What was asked for.' }),
    final_url: Type.String({ description: 'Where the page was found, after redirects.' }),
    links: Type.Integer({
      description: 'How many links the page has; the same address may be linked twice.',
    }),
    checked: Type.Integer({ description: `Addresses asked for, each once, at most ${maxChecked}.` }),
    broken_count: Type.Integer(),
    broken: Type.Array(link),
    unverified: Type.Array(link, {
      description: 'Neither known to work nor to be broken: blocked to us, too slow, or not public.',
    }),
    truncated: Type.Boolean({ description: 'Some addresses were not asked for.' }),
  }),
  run: async ({ url }, { pages, outbound }, call) => {
    const page = await pages.open(readUrl(url), call);
    const { total, links } = await page.read('page-links', {});
    const checked = await checkLinks(links.slice(0, maxChecked), outbound, {
      signal: call.signal,
      totalMs: checkingMs,
    });
    const broken = checked.filter(({ verdict }) => verdict === 'broken');
    return {
      ...page.addresses,
      links: total,
      checked: checked.length,
      broken_count: broken.length,
      broken: broken.map(shown),
      unverified: checked.filter(({ verdict }) => verdict === 'unverified').map(shown),
      truncated: checked.length < links.length,
    };
  },
});

const shown = ({ url, status, reason, text }: CheckedLink) => ({ url, status, reason, text });
