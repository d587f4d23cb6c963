import { type Child, h } from './dom.ts';
import { panel } from './elements.ts';
import { currentVisitor, signInUrl } from './session.ts';

/** Replaces a form for visitors who are not signed in: what they could do here, and how to sign in. */
export const signInToAct = (what: string): HTMLElement =>
  h(
    'p',
    { class: 'row sign-in-to-act' },
    h('span', {}, what),
    h('a', { class: 'button', href: signInUrl() }, 'Sign in'),
    h('a', { class: 'button', href: signInUrl('/join') }, 'Join the city'),
  );

/** A panel with an action: its content for signed-in visitors, the sign-in links for others. */
export const actionPanel = (title: Child, invitation: string, content: () => Child): HTMLElement =>
  panel(title, currentVisitor() ? content() : signInToAct(invitation));

/** A fixed consequence that does not depend on the input. */
export const fixedConsequence = (text: string) => (): HTMLElement => h('p', { class: 'small' }, text);

/** A form that is collapsed until opened. */
export function collapsible(title: string, form: () => Child): HTMLDetailsElement {
  const element = h('details', { class: 'fold' }, h('summary', {}, title));
  element.addEventListener('toggle', () => {
    if (!element.open || element.childElementCount > 1) return;
    element.append(h('div', { class: 'fold-content' }, form()));
    element.querySelector<HTMLElement>('.fold-content :is(input, textarea, select)')?.focus();
  });
  return element;
}
