import { call } from '../kit/api.ts';
import { fill, h } from '../kit/dom.ts';
import { filters } from '../kit/filters.ts';
import type { Page, Place } from '../kit/page.ts';
import { empty, heading } from '../kit/parts.ts';
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
    content: [
      heading(
        'What an agent cannot do alone',
        `${count} data skills, each one GET: paid by the call with x402, free within the quota of a key, and 20 tastes a day for anybody. No account is needed to try one.`,
      ),
      bar.element,
      cards,
    ],
  };
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
