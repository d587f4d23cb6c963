import { call } from '../kit/api.ts';
import { codeBlock } from '../kit/code.ts';
import { fill, h } from '../kit/dom.ts';
import { filters } from '../kit/filters.ts';
import type { Page, Place } from '../kit/page.ts';
import { empty } from '../kit/parts.ts';
import type { Skill } from './shapes.ts';

export const skillName = ({ path }: Pick<Skill, 'path'>): string => path.slice(1);
export const price = (usd: number): HTMLElement => h('span', { class: 'price' }, `$${usd}`);

/** Every skill with its price. */
export async function page(place: Place): Promise<Page> {
  const { skills, count } = await call<{ skills: Skill[]; count: number }>('/skills');
  const cards = h('div', { class: 'cards' });
  const show = (query: string) => {
    const wanted = query.toLowerCase();
    const found = skills.filter((skill) => `${skill.path} ${skill.does}`.toLowerCase().includes(wanted));
    fill(cards, found.length === 0 ? empty('No skill fits.') : found.map(card));
  };
  const bar = filters(
    place,
    [{ name: 'q', label: 'Find a skill', wide: true, placeholder: 'dns, email, token …' }],
    ({ q }) => show(q ?? ''),
  );
  show(bar.current().q ?? '');
  return {
    title: 'Catalogue',
    content: [hero(skills, count), bar.element, cards],
  };
}

/** What this is, what it costs, and the shortest way to try it. */
function hero(skills: readonly Skill[], count: number): HTMLElement {
  const cheapest = Math.min(...skills.map(({ price_usd }) => price_usd));
  const example = skills.find(({ path }) => path === '/json-repair') ?? skills[0];
  return h(
    'header',
    { class: 'hero' },
    h(
      'div',
      { class: 'hero-words' },
      h('h1', {}, 'What an agent cannot do alone'),
      h(
        'p',
        { class: 'lead' },
        `${count} data skills, each one GET: paid by the call with x402, free within the quota of a key, and 20 tastes a day for anybody. No account is needed to try one.`,
      ),
      h(
        'dl',
        { class: 'hero-facts' },
        [
          [String(count), 'skills'],
          [`$${cheapest}`, 'a call and up'],
          ['20', 'tastes a day, free'],
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
        h('a', { class: 'button', href: `/playground${example.path}` }, 'Try it in the playground'),
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
      h('h2', {}, h('a', { href: `/playground${skill.path}` }, skillName(skill))),
      price(skill.price_usd),
    ),
    h('p', { class: 'soft' }, skill.does),
    h(
      'p',
      { class: 'small bottom' },
      skill.params.map(({ name, required }) => [h('code', {}, required ? name : `${name}?`), ' ']),
    ),
  );
