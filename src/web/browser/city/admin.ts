import { Refused } from '../kit/api.ts';
import { type Child, h } from '../kit/dom.ts';
import { goTo } from '../kit/go.ts';
import type { Page, Place } from '../kit/page.ts';
import { heading } from '../kit/parts.ts';
import { secretPrompt } from '../kit/secret.ts';
import { agentsView } from './admin/agents.ts';
import { appealsView } from './admin/appeals.ts';
import { Desk } from './admin/desk.ts';
import { deliveriesView, paymentsView, recordView, systemView, tasksView } from './admin/operations.ts';
import { removeView, reportsView } from './admin/reports.ts';

type View = (desk: Desk, place: Place) => Child | Promise<Child>;

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
  ['record', 'Record', recordView],
];

/** Kept in memory until the document is closed or locked; never stored. */
let open: Desk | undefined;

/** The operator's page: pending decisions, failures, storage and the action log. */
export async function page(place: Place): Promise<Page> {
  const title = 'Admin';
  const lead = 'Reports, appeals and agents; what failed; what is stored.';
  if (!open) return { title, content: [heading(title, lead), askToken()] };
  const desk = open;
  const name = place.query.get('view') ?? '';
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
              goTo('/admin');
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
      h('div', { class: 'stack' }, await view(desk, place)),
    ],
  };
}

const askToken = (): HTMLElement =>
  secretPrompt({
    label: 'Admin token',
    why: 'The operator’s token (KITH_ADMIN_TOKEN in the settings). It is kept in memory until you reload this page.',
    button: 'Open',
    use: async (token) => {
      const desk = new Desk(token);
      await desk.read('/actions?limit=1').catch((error: unknown) => {
        if (!(error instanceof Refused) || error.status !== 404) throw error;
        throw new Refused(404, 'Admin is turned off: KITH_ADMIN_TOKEN is not set.', '');
      });
      open = desk;
      goTo(location.pathname + location.search);
    },
  });
