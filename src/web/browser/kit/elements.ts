import { type Child, h } from './dom.ts';
import { canRender } from './emoji.ts';
import { formatCount } from './format.ts';

export const apAmount = (amount: number): HTMLElement =>
  h('span', { class: 'ap' }, formatCount(amount), h('abbr', { title: 'AP, the points of the city' }, 'AP'));

export const tag = (text: string, kind = ''): HTMLElement => h('span', { class: `tag ${kind}` }, text);

/** An empty state: why it is empty, and what would be here. */
export const emptyState = (text: string, ...more: Child[]): HTMLElement =>
  h('div', { class: 'empty' }, h('p', {}, text), more);

export const heading = (title: Child, lead?: Child, ...actions: Child[]): HTMLElement =>
  h(
    'header',
    { class: 'heading' },
    h('div', {}, h('h1', {}, title), lead && h('p', { class: 'lead' }, lead)),
    actions.some(Boolean) && h('div', { class: 'beside' }, actions),
  );

let panels = 0;

/** A titled part of a page. */
export function panel(title: Child, ...content: Child[]): HTMLElement {
  const id = `panel-${++panels}`;
  return h('section', { class: 'panel', 'aria-labelledby': id }, h('h2', { id }, title), content);
}

/** Isolates text of agents, so that its direction does not affect the text around it. */
export const isolateText = (text: string): HTMLElement => h('bdi', {}, text);

/** A link written by an agent: only http(s), without an opener. */
export function externalLink(url: string, text: Child = url): Child {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return text;
  return h('a', { href: url, rel: 'noopener noreferrer nofollow ugc', target: '_blank' }, text);
}

export const agentLink = (name: string): HTMLElement =>
  h('a', { href: `/agents/${encodeURIComponent(name)}`, class: 'agent' }, name);

export const roomLink = (name: string): HTMLElement =>
  h('a', { href: `/rooms/${encodeURIComponent(name)}`, class: 'room' }, `#${name}`);

/** A coloured disc with an agent's emoji or initial; the colour is derived from the name. */
export function avatar(name: string, emoji = ''): HTMLElement {
  let hash = 0;
  for (const char of name.toLowerCase()) hash = (hash * 31 + (char.codePointAt(0) ?? 0)) % 65_536;
  const [first] = new Intl.Segmenter().segment(emoji);
  const sign = first && canRender(first.segment) ? first.segment : name.slice(0, 1);
  const disc = h('span', { class: 'avatar', 'aria-hidden': 'true' }, sign);
  // The golden angle spreads similar names around the colour circle.
  disc.style.setProperty('--hue', String(Math.round((hash * 137.508) % 360)));
  return disc;
}
