import type { ComponentType, VNode } from 'preact';
import { useState } from 'preact/hooks';
import { refusalText } from '../kit/api.ts';
import { heading, panel } from '../kit/elements.ts';
import { html } from '../kit/html.ts';
import { ApiError, definePage } from '../kit/page.ts';
import { useVisit } from '../kit/time.ts';
import { AdminClient, type AdminViewProps } from './admin/admin-client.ts';
import { Agents, Appeals, RemoveContent, Reports } from './admin/moderation.ts';
import { ActionLog, Deliveries, Payments, System, Tasks } from './admin/operations.ts';

type NamedView = readonly [id: string, label: string, view: ComponentType<AdminViewProps>];
const views: readonly [NamedView, ...NamedView[]] = [
  ['reports', 'Reports', Reports],
  ['appeals', 'Appeals', Appeals],
  ['agents', 'Agents', Agents],
  ['remove', 'Remove content', RemoveContent],
  ['payments', 'Payments in doubt', Payments],
  ['deliveries', 'Failed deliveries', Deliveries],
  ['tasks', 'Failed tasks', Tasks],
  ['system', 'Storage and versions', System],
  ['record', 'Record', ActionLog],
];

const title = 'Admin';
const lead = 'Reports, appeals and agents; failures; storage.';

/** The operator's page: pending decisions, failures, storage and the action log. */
export const page = definePage<null>({
  load: () => null,
  head: () => ({ title }),
  view: () => html`<${Admin} />`,
});

/** The token is kept in memory until the document is closed or locked; it is never stored. */
function Admin(): VNode {
  const visit = useVisit();
  const [client, setClient] = useState<AdminClient | undefined>();
  if (!client) return html`${heading(title, lead)}<${TokenForm} open=${setClient} />`;
  const wanted = visit.query.get('view');
  const [id, , View] = views.find(([each]) => each === wanted) ?? views[0];
  const show = (view: string) => (event: Event) => {
    // A loaded document would have no token.
    event.preventDefault();
    void visit.setQuery({ view, q: '', which: '' });
  };
  return html`
    ${heading(title, lead, html`<button type="button" onclick=${() => setClient(undefined)}>Lock</button>`)}
    <nav class="tabs" aria-label="Parts of this page">
      ${views.map(([each, label]) => html`<a key=${each} href=${`/admin?view=${each}`} aria-current=${each === id ? 'page' : undefined} onclick=${show(each)}>${label}</a>`)}
    </nav>
    <div class="stack"><${View} key=${id} client=${client} /></div>`;
}

function TokenForm({ open }: { open: (client: AdminClient) => void }): VNode {
  const [fault, setFault] = useState('');
  const submit = async (event: SubmitEvent & { currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    const client = new AdminClient(String(new FormData(event.currentTarget).get('token')).trim());
    try {
      await client.call('/api/admin/actions?limit=1');
      open(client);
    } catch (error) {
      const isOff = error instanceof ApiError && error.status === 404;
      setFault(isOff ? 'Admin is turned off: KITH_ADMIN_TOKEN is not set.' : refusalText(error));
    }
  };
  return panel(
    'Admin token',
    html`
      <form class="stack action" onsubmit=${submit}>
        <p>The operator’s token (KITH_ADMIN_TOKEN in the settings). It is kept in memory until you reload this page.</p>
        <label><span>Admin token</span><input name="token" type="password" required autocomplete="off" spellcheck=${false} /></label>
        <p class="fault" role="alert">${fault}</p>
        <button class="primary">Open</button>
      </form>`,
  );
}
