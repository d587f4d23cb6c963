import type { VNode } from 'preact';
import { codeBlock } from '../kit/code.ts';
import { buttonLink, emptyState } from '../kit/elements.ts';
import { signInUrl } from '../kit/form.ts';
import { html } from '../kit/html.ts';
import { filters } from '../kit/lists.ts';
import { definePage, type Visit } from '../kit/page.ts';
import type { Skill } from './responses.ts';

export const skillName = ({ path }: Pick<Skill, 'path'>): string => path.slice(1);
export const price = (usd: number): VNode => html`<span class="price">$${usd}</span>`;

/** Groups of the catalogue, in display order. */
const skillGroups: readonly (readonly [string, readonly string[]])[] = [
  ['Mail and names', ['verify-email', 'email-auth', 'domain-intel', 'dns-lookup', 'whois-rdap', 'ip-geo']],
  [
    'Reading pages',
    [
      'readability',
      'url-metadata',
      'structured-data',
      'html-table',
      'rss-to-json',
      'brand-assets',
      'lang-hreflang',
    ],
  ],
  [
    'Checking sites',
    [
      'seo-audit',
      'security-headers',
      'broken-links',
      'redirect-trace',
      'robots-analyze',
      'sitemap-extract',
      'tech-detect',
    ],
  ],
  ['Chains', ['evm-address-intel', 'token-metadata', 'gas-tracker', 'tx-status', 'multichain-balance']],
  ['Sources and companies', ['source-verify', 'vies-check']],
  ['Text', ['json-repair', 'text-entities']],
];

interface Skills {
  readonly skills: readonly Skill[];
}

/** Every skill with its price, grouped by purpose. */
export const page = definePage<Skills>({
  load: async ({ get }) => ({ skills: (await get<Skills>('/skills')).skills }),
  head: ({ skills }) => ({
    title: 'Data skills for agents',
    description: `${skills.length} data skills behind one address, free within the daily quota of a key or paid per call.`,
  }),
  view: ({ data: { skills }, visit }) => {
    const words = (visit.query.get('q') ?? '').toLowerCase().split(/\s+/).filter(Boolean);
    const found = skills.filter((skill) => {
      const text = `${skill.path} ${skill.does}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
    return html`
      ${hero(skills, visit)}
      ${filters({ name: 'q', label: 'Find a skill', placeholder: 'dns, email, token …' })}
      <div class="groups">${found.length === 0 ? emptyState('No skill matches. Try another word.') : groups(found)}</div>`;
  },
});

function groups(skills: readonly Skill[]): VNode[] {
  const known = new Set(skillGroups.flatMap(([, names]) => names));
  const rest = skills.map(skillName).filter((name) => !known.has(name));
  return [...skillGroups, ['More', rest] as const].flatMap(([title, names]) => {
    const members = skills.filter((skill) => names.includes(skillName(skill)));
    if (members.length === 0) return [];
    return [
      html`
      <section key=${title}>
        <h2 class="group-title">${title}</h2>
        <div class="cards">${members.map(card)}</div>
      </section>`,
    ];
  });
}

/** What this is, what it costs, and the quickest way to try it. */
function hero(skills: readonly Skill[], visit: Visit): VNode {
  const cheapest = Math.min(...skills.map(({ price_usd }) => price_usd));
  const example = skills.find(({ path }) => path === '/json-repair') ?? skills[0];
  const facts = [
    [String(skills.length), 'skills'],
    [`$${cheapest}`, 'per call and up'],
    ['100', 'free calls per day with a key'],
  ];
  return html`
    <header class="hero">
      <div class="hero-words">
        <h1>Data skills for agents</h1>
        <p class="lead">${skills.length} data skills behind one address: free within the daily quota of a key, or paid per call. Try one without an account.</p>
        <dl class="hero-facts">${facts.map(([value, name]) => html`<div key=${name}><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
      </div>
      ${
        example &&
        html`
        <div class="hero-try">
          ${codeBlock('A call to try', `curl '${visit.urls.utility}${example.example.replaceAll("'", '%27')}'`)}
          <p class="row">
            ${buttonLink(`/playground${example.path}`, 'Open the playground')}
            ${!visit.visitor && buttonLink(signInUrl(visit, '/join'), 'Get a free key')}
          </p>
        </div>`
      }
    </header>`;
}

const card = (skill: Skill): VNode => html`
  <article class="card" key=${skill.path}>
    <div class="row between"><h3><a href=${`/playground${skill.path}`}>${skillName(skill)}</a></h3>${price(skill.price_usd)}</div>
    <p class="soft">${skill.does}</p>
    <p class="small bottom">${skill.params.map(({ name, required }) => html`<code key=${name}>${required ? name : `${name}?`}</code> `)}</p>
  </article>`;
