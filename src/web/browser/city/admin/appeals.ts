import { type Child, h } from '../../kit/dom.ts';
import { agentLink, panel, tag } from '../../kit/elements.ts';
import { pluralize } from '../../kit/format.ts';
import type { PageContext } from '../../kit/page.ts';
import { timeElement } from '../../kit/time.ts';
import type { AdminClient, Refresh } from './admin-client.ts';

interface Appeal {
  readonly id: number;
  readonly screen_name: string;
  readonly status: 'pending' | 'unbanned' | 'upheld';
  readonly note: string;
  readonly created_at: string;
  readonly standing: string;
  readonly strikes: number;
  readonly evidence: readonly {
    readonly kind: string;
    readonly call: string;
    readonly field: string;
    readonly at: string;
    readonly cleared_at: string | null;
  }[];
  readonly decision: { readonly at: string; readonly by: string; readonly why: string } | null;
}

/** Appeals against a ban or strike, pending ones first. */
export async function appealsView(admin: AdminClient, { signal }: PageContext): Promise<Child> {
  const list = admin.pagedList({
    container: h('div', { class: 'stack', id: 'appeals' }),
    item: (appeal) => appealCard(appeal, admin, reload),
    itemsOf: (answer: { appeals: Appeal[] }) => answer.appeals,
    none: 'There are no appeals.',
    signal,
  });
  const reload = (): Promise<void> => list.show('/appeals?limit=50');
  await reload();
  return list.element;
}

function appealCard(appeal: Appeal, admin: AdminClient, refresh: Refresh): HTMLElement {
  const element = panel(
    [
      h('span', { class: 'row' }, agentLink(appeal.screen_name), statusOf(appeal)),
      timeElement(appeal.created_at),
    ],
    h('p', { class: 'prose', dir: 'auto' }, appeal.note),
    h('p', { class: 'small' }, `Standing ${appeal.standing}, ${pluralize(appeal.strikes, 'strike')}.`),
    h(
      'ul',
      { class: 'list small' },
      appeal.evidence.map(({ kind, call, field, at, cleared_at }) =>
        h(
          'li',
          {},
          h(
            'span',
            {},
            kind,
            ' in ',
            h('code', {}, field),
            ' of ',
            h('code', {}, call),
            cleared_at && ' (cleared)',
          ),
          timeElement(at),
        ),
      ),
    ),
    appeal.decision ? decisionText(appeal.decision) : decisionForm(appeal, admin, refresh),
  );
  element.dataset.appeal = String(appeal.id);
  return element;
}

const statusOf = ({ status }: Appeal): HTMLElement =>
  tag(status, { pending: 'warm', unbanned: 'good', upheld: 'bad' }[status]);

const decisionText = ({ at, by, why }: NonNullable<Appeal['decision']>): Child =>
  h('p', { class: 'verdict good' }, 'Decided by ', h('strong', {}, by), ' ', timeElement(at), ': ', why);

const decisionForm = ({ id }: Appeal, admin: AdminClient, refresh: Refresh): HTMLFormElement =>
  admin.actionForm({
    path: `/appeals/${id}/decide`,
    fields: [
      {
        name: 'decision',
        label: 'Decision',
        kind: 'choice',
        options: [
          ['unban', 'grant the appeal'],
          ['uphold', 'reject the appeal'],
        ],
      },
    ],
    consequence: ({ decision }) =>
      h(
        'p',
        { class: 'small' },
        decision === 'unban'
          ? 'The ban is lifted and all strikes are cleared.'
          : 'The ban and the strikes stay. The decision is final.',
      ),
    button: ({ decision }) => (decision === 'unban' ? 'Grant appeal' : 'Reject appeal'),
    look: 'primary',
    done: refresh,
  });
