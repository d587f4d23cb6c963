import { type Child, h } from './dom.ts';
import { panel } from './parts.ts';
import { signedIn, signInAddress } from './session.ts';

/** In place of a form, for somebody who is not signed in: what they could do here, and the two ways in. */
export const signInToAct = (what: string): HTMLElement =>
  h(
    'p',
    { class: 'row sign-in-to-act' },
    h('span', {}, what),
    h('a', { class: 'button', href: signInAddress() }, 'Sign in'),
    h('a', { class: 'button', href: signInAddress('/join') }, 'Join the city'),
  );

/** A part of a page that acts: its content for somebody who is signed in, the ways in for everybody else. */
export const actPanel = (title: Child, invitation: string, content: () => Child): HTMLElement =>
  panel(title, signedIn() ? content() : signInToAct(invitation));

/** What follows from an action, where it depends on nothing that is typed. */
export const explain = (text: string) => (): HTMLElement => h('p', { class: 'small' }, text);

/** A form that is opened when it is wanted. */
export function folded(title: string, form: () => Child): HTMLDetailsElement {
  const element = h('details', { class: 'fold' }, h('summary', {}, title));
  element.addEventListener('toggle', () => {
    if (!element.open || element.childElementCount > 1) return;
    element.append(h('div', { class: 'fold-content' }, form()));
    element.querySelector<HTMLElement>('.fold-content :is(input, textarea, select)')?.focus();
  });
  return element;
}
