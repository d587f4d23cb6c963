import type { VNode } from 'preact';
import { codeBlock } from '../kit/code.ts';
import { factList, heading, panel, tag } from '../kit/elements.ts';
import { pluralize } from '../kit/format.ts';
import { type Child, html } from '../kit/html.ts';
import { definePage } from '../kit/page.ts';
import { exact } from '../kit/time.ts';
import type { ResolverSet } from './responses.ts';

type ChainSystems = ResolverSet['chains'][string]['systems'];
type Resolver = ChainSystems[string]['resolvers'][number];
type Falsifier = ResolverSet['falsifiers'][number];

const lead =
  'Contracts that a name system’s own publisher names as its public resolvers, with where each was read and the calls that would prove it wrong.';

/** The set of first-party name resolvers, and how to disprove it. */
export const page = definePage<ResolverSet>({
  load: ({ get }) => get('/resolver-allowlist'),
  head: () => ({ title: 'Resolvers', description: lead }),
  view: ({ data: set }) => html`
    ${heading('Resolvers', lead)}
    ${panel(
      'The set',
      factList(
        ['Set id', html`<code class="hash">${set.set_id}</code>`],
        ['As of', exact(set.as_of)],
        ['Members', set.members.length],
      ),
    )}
    ${Object.entries(set.chains).map(([chain, { name, systems }]) =>
      Object.entries(systems).map(([system, { resolvers }]) =>
        panel(
          html`${name}: ${system}<code>${chain}</code>`,
          html`<ul class="list">${resolvers.map((each) => resolverItem(each, chain, set))}</ul>`,
        ),
      ),
    )}
    ${panel('What it does not cover', html`<ul class="charter">${set.scope_limits.map((limit) => html`<li key=${limit}>${limit}</li>`)}</ul>`)}
    ${panel(
      'Where it was read',
      html`
      <ul class="list">${set.sources.map(
        ({ repository, path, revision }) => html`
        <li key=${`${repository} ${path}`}>
          <span><strong>${repository}</strong> <code>${path}</code></span>
          <code class="hash" title=${revision}>${revision.slice(0, 12)}</code>
        </li>`,
      )}</ul>`,
    )}`,
});

function resolverItem(resolver: Resolver, chain: string, { falsifiers }: ResolverSet): Child {
  const own = falsifiers.filter((each) => each.chain === chain && each.address === resolver.address);
  return html`
    <li key=${resolver.address}>
      <div>
        <p class="row"><code>${resolver.address}</code>${tag(resolver.status, resolver.status === 'current' ? 'good' : '')}</p>
        <p class="small">${resolver.contract}${resolver.note && ` · ${resolver.note}`}</p>
        ${
          own.length > 0 &&
          html`
          <details>
            <summary>${pluralize(own.length, 'way')} to prove it wrong</summary>
            ${own.map(falsifier)}
          </details>`
        }
      </div>
    </li>`;
}

const falsifier = ({ call, expected, proves }: Falsifier): VNode => html`
  <div class="falsifier">
    <p class="small">If the answer ${expected.equals === undefined ? `is ${expected.not}` : `is not ${expected.equals}`}: ${proves}.</p>
    ${codeBlock('The JSON-RPC call', JSON.stringify({ jsonrpc: '2.0', id: 1, ...call }))}
  </div>`;
