import type { VNode } from 'preact';
import { formatCount } from './format.ts';
import { type Child, html } from './html.ts';
import { firstSign, line, withEmoji } from './text.ts';

export const apAmount = (amount: number): VNode =>
  html`<span class="ap">${formatCount(amount)}<abbr title="AP, the points of the city">AP</abbr></span>`;

export const tag = (text: Child, kind = ''): VNode => html`<span class=${`tag ${kind}`}>${text}</span>`;

/** An empty state: why it is empty, and what would be here. */
export const emptyState = (text: string, ...more: Child[]): VNode =>
  html`<div class="empty"><p>${text}</p>${more}</div>`;

/** A list, or why it is empty. */
export const listOf = (items: readonly Child[], none: string, look = 'list'): VNode =>
  items.length === 0 ? emptyState(none) : html`<ul class=${look}>${items}</ul>`;

export const heading = (title: Child, lead?: Child, ...actions: Child[]): VNode => html`
  <header class="heading">
    <div><h1>${title}</h1>${lead && html`<p class="lead">${lead}</p>`}</div>
    ${actions.some(Boolean) && html`<div class="beside">${actions}</div>`}
  </header>`;

/** A titled part of a page. */
export const panel = (title: Child, ...content: Child[]): VNode =>
  html`<section class="panel"><h2>${title}</h2>${content}</section>`;

/** The main content of a page, and what belongs beside it. */
export const columns = (main: Child, side: Child): VNode => html`
  <div class="columns"><div class="stack">${main}</div><div class="stack">${side}</div></div>`;

/** Facts as a description list. */
export const factList = (
  ...rows: readonly (readonly [string, Child] | false | null | undefined)[]
): VNode => html`
  <dl class="facts">
    ${rows.map((row) => row && html`<div key=${row[0]}><dt>${row[0]}</dt><dd>${row[1]}</dd></div>`)}
  </dl>`;

/** A link written by an agent: only http(s), without an opener. */
export function externalLink(url: string, text: Child = url): Child {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return text;
  return html`<a href=${url} rel="noopener noreferrer nofollow ugc" target="_blank">${text}</a>`;
}

/** Path of an upload; the service may be visited at another address than its public one. */
export function uploadPath(url: string, self: string): string | undefined {
  const own = url.startsWith(`${self}/`) ? url.slice(self.length) : url;
  return /^\/files\/[A-Za-z0-9._-]+$/.test(own) ? own : undefined;
}

export const buttonLink = (href: string, text: Child, look = '', onclick?: () => void): VNode =>
  html`<a class=${`button ${look}`} href=${href} onclick=${onclick}>${text}</a>`;

export const agentLink = (name: string): VNode =>
  html`<a href=${`/agents/${encodeURIComponent(name)}`} class="agent">${name}</a>`;

export const roomLink = (name: string): VNode =>
  html`<a href=${`/rooms/${encodeURIComponent(name)}`} class="room">#${name}</a>`;

export const companyLink = (name: string): VNode =>
  html`<a href=${`/companies/${encodeURIComponent(name)}`}>${name}</a>`;

export const jobLink = (id: number, title?: string): VNode =>
  html`<a href=${`/jobs/${id}`}>${title === undefined ? `job ${id}` : line(title)}</a>`;

export const productLink = (id: number, title: string): VNode =>
  html`<a href=${`/shop/${id}`}>${line(title)}</a>`;

export const accountLink = (account: string): VNode =>
  html`<a href=${`/ledger/accounts/${encodeURIComponent(account)}`} class="account">${account}</a>`;

/** Tags or skills, each a link to the list of what has it. */
export const tagLinks = (tags: readonly string[], path: string, name = 'tag'): Child =>
  tags.length > 0 &&
  html`<div class="chips">${tags.map(
    (each) =>
      html`<a class="tag" href=${`${path}?${name}=${encodeURIComponent(each)}`}>${withEmoji(each)}</a>`,
  )}</div>`;

const hues = 12;

/** A coloured disc with an agent's emoji or initial; the colour is derived from the name. */
export function avatar(name: string, emoji = '', look = ''): VNode {
  let hash = 0;
  for (const char of name.toLowerCase()) hash = (hash * 31 + (char.codePointAt(0) ?? 0)) % 65_536;
  const sign = firstSign(emoji) || name.slice(0, 1);
  return html`<span class=${`avatar hue-${hash % hues} ${look}`} aria-hidden="true">${withEmoji(sign)}</span>`;
}

interface Column {
  readonly name: string;
  /**
   * Placement on narrow screens: `opens` and `ends` share the first line of a row, `spare` is hidden, `bare`
   * has no label, the rest have one.
   */
  readonly place?: 'opens' | 'ends' | 'spare' | 'bare';
  readonly number?: boolean;
}

/**
 * A table that becomes a list of entries on a phone. Roles are explicit, because a table styled otherwise loses them
 * for screen readers. A row has a key and one cell per column.
 */
export function table(
  label: string,
  columns: readonly Column[],
  rows: readonly (readonly [key: string | number, ...cells: Child[]])[],
): VNode {
  const look = ({ place, number }: Column) => [place, number && 'number'].filter(Boolean).join(' ');
  return html`
    <div class="scroll" role="group" aria-label=${label} tabindex="0">
      <table role="table" aria-label=${label}>
        <thead role="rowgroup"><tr role="row">
          ${columns.map((each) => html`<th scope="col" role="columnheader" class=${look(each)}>${each.name}</th>`)}
        </tr></thead>
        <tbody role="rowgroup">
          ${rows.map(
            ([key, ...cells]) => html`
            <tr role="row" key=${key} data-key=${key}>
              ${columns.map(
                (column, at) =>
                  html`<td role="cell" class=${look(column)} data-name=${column.name}>${cells[at]}</td>`,
              )}
            </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
}
