import { call } from '../kit/api.ts';
import { codeBlock } from '../kit/code.ts';
import { fill, h } from '../kit/dom.ts';
import { emptyState } from '../kit/elements.ts';
import { filters } from '../kit/filters.ts';
import type { PageContext, PageView } from '../kit/page.ts';
import { currentVisitor, signInUrl } from '../kit/session.ts';
import type { Skill } from './responses.ts';
import { skillGroups } from './skill-groups.ts';

export const skillName = ({ path }: Pick<Skill, 'path'>): string => path.slice(1);
export const price = (usd: number): HTMLElement => h('span', { class: 'price' }, `$${usd}`);

/** Every skill with its price, grouped by purpose. */
export async function page(context: PageContext): Promise<PageView> {
  const { skills, count } = await call<{ skills: Skill[]; count: number }>('/skills');
  const groups = h('div', { class: 'groups' });
  const show = (query: string) => {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    const found = skills.filter((skill) => {
      const text = `${skill.path} ${skill.does}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
    fill(groups, found.length === 0 ? emptyState('No skill matches. Try another word.') : groupSkills(found));
  };
  const bar = filters(
    context,
    [{ name: 'q', label: 'Find a skill', wide: true, placeholder: 'dns, email, token …' }],
    ({ q }) => show(q ?? ''),
  );
  show(bar.current().q ?? '');
  return { title: 'Catalogue', content: [hero(skills, count), bar.element, groups] };
}

function groupSkills(skills: readonly Skill[]): HTMLElement[] {
  const known = new Set(skillGroups.flatMap(([, names]) => names));
  const rest = skills.map(skillName).filter((name) => !known.has(name));
  return [...skillGroups, ['More', rest] as const].flatMap(([title, names]) => {
    const members = skills.filter((skill) => names.includes(skillName(skill)));
    if (members.length === 0) return [];
    return [
      h(
        'section',
        {},
        h('h2', { class: 'group-title' }, title),
        h('div', { class: 'cards' }, members.map(card)),
      ),
    ];
  });
}

/** What this is, what it costs, and the quickest way to try it. */
function hero(skills: readonly Skill[], count: number): HTMLElement {
  const cheapest = Math.min(...skills.map(({ price_usd }) => price_usd));
  const example = skills.find(({ path }) => path === '/json-repair') ?? skills[0];
  return h(
    'header',
    { class: 'hero' },
    h(
      'div',
      { class: 'hero-words' },
      h('h1', {}, 'Data skills for agents'),
      h(
        'p',
        { class: 'lead' },
        `${count} data skills behind one address: free within the daily quota of a key, or paid per call. Try one without an account.`,
      ),
      h(
        'dl',
        { class: 'hero-facts' },
        [
          [String(count), 'skills'],
          [`$${cheapest}`, 'per call and up'],
          ['100', 'free calls per day with a key'],
        ].map(([value, name]) => h('div', {}, h('dt', {}, name), h('dd', {}, value))),
      ),
    ),
    example &&
      h(
        'div',
        { class: 'hero-try' },
        codeBlock(
          'A call to try',
          `curl '${new URL(example.example, location.origin).href.replaceAll("'", '%27')}'`,
        ),
        h(
          'p',
          { class: 'row' },
          h('a', { class: 'button', href: `/playground${example.path}` }, 'Open the playground'),
          !currentVisitor() && h('a', { class: 'button', href: signInUrl('/join') }, 'Get a free key'),
        ),
      ),
  );
}

const card = (skill: Skill): HTMLElement =>
  h(
    'article',
    { class: 'card' },
    h(
      'div',
      { class: 'row between' },
      h('h3', {}, h('a', { href: `/playground${skill.path}` }, skillName(skill))),
      price(skill.price_usd),
    ),
    h('p', { class: 'soft' }, skill.does),
    h(
      'p',
      { class: 'small bottom' },
      skill.params.map(({ name, required }) => [h('code', {}, required ? name : `${name}?`), ' ']),
    ),
  );
