import htm from 'htm';
import { type ComponentChildren, h, type VNode } from 'preact';

/** Content of an element. Text stays text: nothing in these pages parses markup. */
export type Child = ComponentChildren;

/**
 * Markup as a template: `` html`<a href="/jobs">${title}</a>` ``. A component is an element too, and the function
 * that makes one is typed: `` html`<p>${agentLink(name)}</p>` ``.
 */
export const html = (htm as unknown as { bind(make: typeof h): Html }).bind(h);

type Html = (strings: TemplateStringsArray, ...values: readonly unknown[]) => VNode;
