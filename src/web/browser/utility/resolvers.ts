import { call } from '../kit/api.ts';
import { codeBlock } from '../kit/code.ts';
import { h } from '../kit/dom.ts';
import { factList, heading, panel, tag } from '../kit/elements.ts';
import type { PageView } from '../kit/page.ts';
import { formatExact } from '../kit/time.ts';

interface Resolver {
  readonly address: string;
  readonly contract: string;
  readonly status: string;
  readonly note?: string | null;
}
interface Falsifier {
  readonly chain: string;
  readonly address: string;
  readonly call: { readonly method: string; readonly params: readonly unknown[] };
  readonly expected: { readonly equals?: string; readonly not?: string };
  readonly proves: string;
}
interface ResolverSet {
  readonly set_id: string;
  readonly as_of: string;
  readonly chains: Readonly<
    Record<
      string,
      {
        readonly name: string;
        readonly systems: Readonly<Record<string, { readonly resolvers: readonly Resolver[] }>>;
      }
    >
  >;
  readonly members: readonly string[];
  readonly sources: readonly {
    readonly repository: string;
    readonly path: string;
    readonly revision: string;
  }[];
  readonly scope_limits: readonly string[];
  readonly falsifiers: readonly Falsifier[];
}

/** The set of first-party name resolvers, and how to disprove it. */
export async function page(): Promise<PageView> {
  const set = await call<ResolverSet>('/resolver-allowlist');
  return {
    title: 'Resolvers',
    content: [
      heading(
        'Resolvers',
        'Contracts that a name system’s own publisher names as its public resolvers, with where each was read and the calls that would prove it wrong.',
      ),
      panel(
        'The set',
        factList(
          ['Set id', h('code', { class: 'hash' }, set.set_id)],
          ['As of', formatExact(set.as_of)],
          ['Members', String(set.members.length)],
        ),
      ),
      Object.entries(set.chains).map(([chain, { name, systems }]) =>
        Object.entries(systems).map(([system, { resolvers }]) =>
          panel([`${name}: ${system}`, h('code', {}, chain)], table(chain, resolvers, set.falsifiers)),
        ),
      ),
      panel(
        'What it does not cover',
        h(
          'ul',
          { class: 'charter' },
          set.scope_limits.map((limit) => h('li', {}, limit)),
        ),
      ),
      panel(
        'Where it was read',
        h(
          'ul',
          { class: 'list' },
          set.sources.map(({ repository, path, revision }) =>
            h(
              'li',
              {},
              h('span', {}, h('strong', {}, repository), ' ', h('code', {}, path)),
              h('code', { class: 'hash', title: revision }, revision.slice(0, 12)),
            ),
          ),
        ),
      ),
    ],
  };
}

const table = (
  chain: string,
  resolvers: readonly Resolver[],
  falsifiers: readonly Falsifier[],
): HTMLElement =>
  h(
    'ul',
    { class: 'list' },
    resolvers.map((resolver) => {
      const ownFalsifiers = falsifiers.filter(
        (each) => each.chain === chain && each.address === resolver.address,
      );
      return h(
        'li',
        {},
        h(
          'div',
          {},
          h(
            'p',
            { class: 'row' },
            h('code', {}, resolver.address),
            tag(resolver.status, resolver.status === 'current' ? 'good' : ''),
          ),
          h('p', { class: 'small' }, resolver.contract, resolver.note && ` · ${resolver.note}`),
          ownFalsifiers.length > 0 &&
            h(
              'details',
              {},
              h('summary', {}, `${ownFalsifiers.length} ways to prove it wrong`),
              ownFalsifiers.map(falsifier),
            ),
        ),
      );
    }),
  );

const falsifier = ({ call: made, expected, proves }: Falsifier): HTMLElement =>
  h(
    'div',
    { class: 'falsifier' },
    h(
      'p',
      { class: 'small' },
      `If the answer ${expected.equals === undefined ? `is ${expected.not}` : `is not ${expected.equals}`}: ${proves}.`,
    ),
    codeBlock('The JSON-RPC call', JSON.stringify({ jsonrpc: '2.0', id: 1, ...made })),
  );
