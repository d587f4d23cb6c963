import { Type } from 'typebox';
import { nullable } from '../../platform/http/schema.ts';
import { type NotRead, notReadField, type SkillCall } from '../catalogue/call.ts';
import { valueOrReason } from '../catalogue/errors.ts';
import { pageFields, readUrl, renderParam, urlParam } from '../catalogue/params.ts';
import { skill } from '../catalogue/skill.ts';
import type { Page } from '../pages/pages.ts';
import type { SkillTools } from './tools.ts';

type Tools = Pick<SkillTools, 'pages'>;

const maxAlternates = 12;

export const langHreflang = skill<Tools>()({
  id: 'lang-hreflang',
  priceUsd: '0.002',
  does: 'Language, charset and hreflang alternates of a page, and their errors.',
  params: Type.Object({
    url: urlParam,
    render: renderParam,
    returns: Type.Optional(
      Type.Unsafe<'0' | '1'>({
        type: 'string',
        enum: ['0', '1'],
        description: `1 also requests the alternates, at most ${maxAlternates}, and checks that each links back.`,
      }),
    ),
  }),
  value: 'url',
  example: { url: 'https://example.com/' },
  output: Type.Object({
    ...pageFields,
    lang: nullable(Type.String({ description: 'As the page declares it.' })),
    detected_lang: nullable(
      Type.String({
        description: 'As its text reads; null if the text is short or does not tell it clearly.',
      }),
    ),
    charset: Type.String({ description: 'Charset that browsers use for the page.' }),
    alternates: Type.Array(Type.Object({ hreflang: Type.String(), href: Type.String() }), {
      description: 'Alternates in the page and in its Link header.',
    }),
    returns: Type.Optional(
      Type.Array(Type.Object({ href: Type.String(), links_back: nullable(Type.Boolean()) }), {
        description: 'With returns=1: whether an alternate names this page among its own; null if not_read.',
      }),
    ),
    issues: Type.Array(Type.String()),
    not_read: notReadField,
  }),
  run: async ({ url, render, returns }, { pages }, call) => {
    const page = await pages.open(readUrl(url), call, { render });
    const { own, ...found } = await readLanguage(page);
    if (returns !== '1') return { ...page.facts, ...found, not_read: {} };
    const others = [...new Set(found.alternates.map(({ href }) => href))].filter(
      (href) => !own.includes(href),
    );
    const checked = await Promise.all(
      others.slice(0, maxAlternates).map((href) => checkReturn(href, own, { pages }, call)),
    );
    call.signal.throwIfAborted();
    const silent = checked.filter(({ links_back }) => links_back === false);
    const unread = checked.find(({ reason }) => reason !== null);
    const not_read: NotRead = unread
      ? { returns: `${unread.href}: ${unread.reason}` }
      : others.length > maxAlternates
        ? { returns: `only ${maxAlternates} of ${others.length} alternates were requested` }
        : {};
    return {
      ...page.facts,
      ...found,
      returns: checked.map(({ href, links_back }) => ({ href, links_back })),
      issues: [...found.issues, ...silent.map(({ href }) => `The alternate ${href} does not link back.`)],
      not_read,
    };
  },
});

async function readLanguage(page: Page) {
  const link = [page.answer.response.headers.link ?? []].flat().join(', ');
  return page.read('page-language', { link });
}

/** Whether an alternate names this page; null with the reason if it could not be read. */
async function checkReturn(href: string, own: readonly string[], { pages }: Tools, call: SkillCall) {
  const read = await valueOrReason(pages.open(readUrl(href), call).then(readLanguage), call);
  if ('reason' in read) return { href, links_back: null, reason: read.reason };
  const { alternates } = read.value;
  return { href, links_back: alternates.some((each) => own.includes(each.href)), reason: null };
}
