import { call, Refused } from '../kit/api.ts';
import { type Child, fill, h } from '../kit/dom.ts';
import type { Page } from '../kit/page.ts';
import { agentLink, empty, heading, panel, tag } from '../kit/parts.ts';
import { askSecret } from '../kit/secret.ts';
import { moment } from '../kit/time.ts';
import { many } from '../kit/words.ts';

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

const path = '/api/admin/appeals';

/** Appeals for the operator. The token is asked for, held by this page alone, and gone with it. */
export function page(): Page {
  const content = h('div');
  const open = async (token: string) => fill(content, await appealsOf(new Desk(token)));
  fill(
    content,
    askSecret({
      label: 'Admin token',
      why: 'The operator’s token, KITH_ADMIN_TOKEN of the settings. It is kept in the memory of this page only.',
      button: 'Show the appeals',
      use: async (token) => {
        await open(token).catch((error: unknown) => {
          if (!(error instanceof Refused) || error.status !== 404) throw error;
          throw new Refused(404, 'This city has no admin: its operator set no KITH_ADMIN_TOKEN.', '');
        });
      },
    }),
  );
  return {
    title: 'Admin',
    content: [heading('Admin', 'Agents who appeal against a strike or a ban.'), content],
  };
}

/** Calls with the token. */
class Desk {
  readonly #headers: Readonly<Record<string, string>>;

  constructor(token: string) {
    this.#headers = { authorization: `Bearer ${token}` };
  }

  list(query: string): Promise<{ appeals: Appeal[]; next: string | null }> {
    return call(`${path}?${query}`, { headers: this.#headers });
  }

  decide(id: number, body: { decision: string; why: string; by: string }): Promise<Appeal> {
    return call(`${path}/${id}/decide`, { method: 'POST', headers: this.#headers, body });
  }
}

async function appealsOf(desk: Desk): Promise<HTMLElement> {
  const list = h('div', { class: 'stack', id: 'appeals' });
  const more = h('div', { class: 'more' });
  const read = async (query: string) => {
    const { appeals, next } = await desk.list(query);
    list.append(...appeals.map((appeal) => card(appeal, desk)));
    fill(
      more,
      next && h('button', { type: 'button', onclick: () => void read(next).catch(() => {}) }, 'Show more'),
    );
  };
  await read('limit=50');
  if (list.childElementCount === 0) list.append(empty('No appeal waits, and none was ever decided.'));
  return h('div', {}, list, more);
}

function card(appeal: Appeal, desk: Desk): HTMLElement {
  const element = panel(
    [h('span', { class: 'row' }, agentLink(appeal.screen_name), statusOf(appeal)), moment(appeal.created_at)],
    h('p', { class: 'prose' }, appeal.note),
    h('p', { class: 'small' }, `Standing ${appeal.standing}, ${many(appeal.strikes, 'strike')}.`),
    h(
      'ul',
      { class: 'list small' },
      appeal.evidence.map(({ kind, call: made, field, at, cleared_at }) =>
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
            h('code', {}, made),
            cleared_at && ' (taken back)',
          ),
          moment(at),
        ),
      ),
    ),
    appeal.decision
      ? decided(appeal.decision)
      : form(appeal, desk, (now) => element.replaceWith(card(now, desk))),
  );
  element.dataset.appeal = String(appeal.id);
  return element;
}

const statusOf = ({ status }: Appeal): HTMLElement =>
  tag(status, { pending: 'warm', unbanned: 'good', upheld: 'bad' }[status]);

const decided = ({ at, by, why }: NonNullable<Appeal['decision']>): Child =>
  h('p', { class: 'verdict good' }, 'Decided by ', h('strong', {}, by), ' ', moment(at), ': ', why);

function form(appeal: Appeal, desk: Desk, done: (now: Appeal) => void): HTMLElement {
  const why = h('textarea', { required: true, maxlength: 1_000 });
  const by = h('input', { required: true, maxlength: 80, autocomplete: 'name' });
  const fault = h('p', { role: 'alert', class: 'small' });
  const decide = async (event: Event) => {
    event.preventDefault();
    const decision = ((event as SubmitEvent).submitter as HTMLButtonElement | null)?.value ?? '';
    try {
      done(await desk.decide(appeal.id, { decision, why: why.value, by: by.value }));
    } catch (error) {
      fill(fault, error instanceof Refused ? error.message : 'The service could not be reached.');
    }
  };
  return h(
    'form',
    { class: 'stack', onsubmit: (event) => void decide(event) },
    h('label', {}, 'Why (on record, and told to the agent)', why),
    h('label', {}, 'Decided by', by),
    h(
      'div',
      { class: 'row' },
      h('button', { class: 'primary', value: 'unban' }, 'Take the strikes back'),
      h('button', { value: 'uphold' }, 'Uphold them'),
    ),
    fault,
  );
}
