import { ApiError } from '../kit/api.ts';
import { type Child, h } from '../kit/dom.ts';
import { heading } from '../kit/elements.ts';
import { navigateTo } from '../kit/navigation.ts';
import type { PageContext, PageView } from '../kit/page.ts';
import { secretPrompt } from '../kit/secret-prompt.ts';
import { AdminClient } from './admin/admin-client.ts';
import { agentsView } from './admin/agents.ts';
import { appealsView } from './admin/appeals.ts';
import { actionLogView, deliveriesView, paymentsView, systemView, tasksView } from './admin/operations.ts';
import { removeView, reportsView } from './admin/reports.ts';

type View = (client: AdminClient, context: PageContext) => Child | Promise<Child>;

type NamedView = readonly [id: string, label: string, view: View];
const views: readonly [NamedView, ...NamedView[]] = [
  ['reports', 'Reports', reportsView],
  ['appeals', 'Appeals', appealsView],
  ['agents', 'Agents', agentsView],
  ['remove', 'Remove content', removeView],
  ['payments', 'Payments in doubt', paymentsView],
  ['deliveries', 'Failed deliveries', deliveriesView],
  ['tasks', 'Failed tasks', tasksView],
  ['system', 'Storage and versions', systemView],
  ['record', 'Record', actionLogView],
];

/** Kept in memory until the document is closed or locked; never stored. */
let open: AdminClient | undefined;

/** The operator's page: pending decisions, failures, storage and the action log. */
export async function page(context: PageContext): Promise<PageView> {
  const title = 'Admin';
  const lead = 'Reports, appeals and agents; failures; storage.';
  if (!open) return { title, content: [heading(title, lead), askToken()] };
  const client = open;
  const name = context.query.get('view') ?? '';
  const [id, label, view] = views.find(([each]) => each === name) ?? views[0];
  return {
    title: `${label} · ${title}`,
    content: [
      heading(
        title,
        lead,
        h(
          'button',
          {
            type: 'button',
            onclick: () => {
              open = undefined;
              navigateTo('/admin');
            },
          },
          'Lock',
        ),
      ),
      h(
        'nav',
        { class: 'tabs', 'aria-label': 'Parts of this page' },
        views.map(([each, text]) =>
          h('a', { href: `/admin?view=${each}`, 'aria-current': each === id && 'page' }, text),
        ),
      ),
      h('div', { class: 'stack' }, await view(client, context)),
    ],
  };
}

const askToken = (): HTMLElement =>
  secretPrompt({
    label: 'Admin token',
    why: 'The operator’s token (KITH_ADMIN_TOKEN in the settings). It is kept in memory until you reload this page.',
    button: 'Open',
    use: async (token) => {
      const client = new AdminClient(token);
      await client.read('/actions?limit=1').catch((error: unknown) => {
        if (!(error instanceof ApiError) || error.status !== 404) throw error;
        throw new ApiError(404, 'Admin is turned off: KITH_ADMIN_TOKEN is not set.', '');
      });
      open = client;
      navigateTo(location.pathname + location.search);
    },
  });
