import { explain } from '../kit/act.ts';
import { jsonBlock } from '../kit/code.ts';
import { type Child, fill, h } from '../kit/dom.ts';
import { actionForm } from '../kit/form.ts';
import { goTo } from '../kit/go.ts';
import { keyPrompt } from '../kit/key.ts';
import type { Page, Place } from '../kit/page.ts';
import { param } from '../kit/page.ts';
import { empty, facts, heading, isolated, panel, tag } from '../kit/parts.ts';
import { callAsMe, signedIn } from '../kit/session.ts';
import { Table } from '../kit/table.ts';
import { moment } from '../kit/time.ts';
import { count } from '../kit/words.ts';
import type { Change, Delivery, Watch } from './shapes.ts';
import { statusTag } from './watches.ts';

const everyMs = 5_000;

/** One watch: its state, its changes, and whether the webhook accepted them. */
export async function page(place: Place): Promise<Page> {
  const id = param(place, 'id');
  const title = `Watch ${id}`;
  if (!signedIn())
    return {
      title,
      content: [
        heading('Watch', h('code', {}, id)),
        keyPrompt('Only the key that created a watch can see it.'),
      ],
    };
  const path = `/watch/${encodeURIComponent(id)}`;
  const [main, side, acts] = [h('div', { class: 'stack' }), h('div'), h('div')];
  let drawn = '';
  let status = '';
  const refresh = async () => {
    const watch = await callAsMe<Watch>(path, { signal: place.signal });
    // Redrawn only on changes: a reader may have expanded a before and after.
    const text = JSON.stringify(watch);
    if (text === drawn) return watch;
    drawn = text;
    fill(
      main,
      changesPanel(watch, path, refresh),
      deliveriesPanel(watch),
      panel('Current state', jsonBlock('Current state', watch.current)),
      panel('Baseline', jsonBlock('Baseline', watch.baseline)),
    );
    fill(side, factsPanel(watch));
    // A form that is being sent stays, unless the available actions changed.
    if (watch.status !== status) fill(acts, actions(watch, path, refresh));
    status = watch.status;
    return watch;
  };
  const watch = await refresh();
  const timer = setInterval(() => void refresh().catch(() => {}), everyMs);
  place.signal.addEventListener('abort', () => clearInterval(timer));
  return {
    title,
    content: [
      heading(isolated(watch.target), ['Watch ', h('code', {}, id)]),
      h('div', { class: 'columns' }, main, h('div', { class: 'stack' }, side, acts)),
    ],
  };
}

type Refresh = () => Promise<Watch>;

const changesPanel = (watch: Watch, path: string, refresh: Refresh): HTMLElement =>
  panel(
    'Changes',
    !watch.changes?.length
      ? empty('Nothing has changed since the baseline.')
      : h(
          'ol',
          { class: 'timeline' },
          watch.changes.map((change) =>
            h(
              'li',
              {},
              h('p', { dir: 'auto' }, change.summary),
              h('p', { class: 'row small' }, moment(change.at), deliveryTag(change)),
              change.delivery?.status === 'failed' && redeliver(change, path, refresh),
              h(
                'details',
                {},
                h('summary', {}, 'Before and after'),
                jsonBlock('Before', change.before),
                jsonBlock('After', change.after),
              ),
            ),
          ),
        ),
  );

const looks: Readonly<Record<string, string>> = { delivered: 'good', pending: 'warm', failed: 'bad' };
const deliveryLook = (status: string): string => looks[status] ?? 'warm';

const deliveryTag = ({ delivery }: Change): Child =>
  delivery ? tag(`webhook ${delivery.status}`, deliveryLook(delivery.status)) : tag('no webhook');

const redeliver = (change: Change, path: string, refresh: Refresh): HTMLFormElement =>
  actionForm({
    path: `${path}/changes/${change.id}/redeliver`,
    fields: [],
    consequence: explain('Sends the same message with the same id. It is free.'),
    button: 'Send the webhook again',
    look: 'plain',
    done: () => refresh().then(() => 'Queued for delivery.'),
  });

function deliveriesPanel({ deliveries = [], notify }: Watch): Child {
  if (!notify) return null;
  const table = new Table('Deliveries', [
    { name: 'For', place: 'opens' },
    { name: 'Status', place: 'ends' },
    { name: 'Attempts', number: true },
    { name: 'Last response' },
    { name: 'Last attempt' },
  ]);
  return panel(
    'Deliveries',
    deliveries.length === 0
      ? empty('Nothing has been sent to the webhook yet.')
      : table.with(deliveries.map((each) => deliveryRow(table, each))).element,
  );
}

const deliveryRow = (table: Table, each: Delivery): HTMLTableRowElement =>
  table.row(
    each.change === null ? 'a test' : `change ${each.change}`,
    tag(each.status, deliveryLook(each.status)),
    count(each.attempts),
    [each.last_status ?? '', each.last_error && h('div', { class: 'small' }, each.last_error)],
    each.last_at ? moment(each.last_at) : 'not yet',
  );

const factsPanel = (watch: Watch): HTMLElement =>
  panel(
    h('span', { class: 'row' }, statusTag(watch), tag(watch.kind)),
    facts(
      ['Target', isolated(watch.target)],
      ['Webhook', watch.notify ? isolated(watch.notify) : 'none'],
      ...optionFacts(watch),
      ['Checks', count(watch.checks)],
      ['Last check', watch.last_checked_at ? moment(watch.last_checked_at) : 'not yet'],
      ['Next check', watch.next_check_at ? moment(watch.next_check_at) : 'none'],
      watch.last_error ? ['Last error', isolated(watch.last_error)] : false,
    ),
  );

/** Options that narrow a watch of a page. */
function optionFacts({ options = {} }: Watch): (readonly [string, Child])[] {
  const { selector, ignore = [], condition } = options;
  const code = (text: string) => h('code', { dir: 'auto' }, text);
  return [
    ...(selector ? [['Selector', code(selector)] as const] : []),
    ...(ignore.length > 0 ? [['Ignored', ignore.map((each) => h('div', {}, code(each)))] as const] : []),
    ...(condition ? [['Condition', isolated(conditionText(condition))] as const] : []),
  ];
}

function conditionText({ text, above, below }: NonNullable<NonNullable<Watch['options']>['condition']>) {
  if (text !== undefined) return `the page shows “${text}”`;
  const bounds = [above !== undefined && `above ${above}`, below !== undefined && `below ${below}`];
  return `the first number is ${bounds.filter(Boolean).join(' or ')}`;
}

const actions = (watch: Watch, path: string, refresh: Refresh): HTMLElement =>
  panel(
    'Actions',
    actionForm({
      path: `${path}/check`,
      fields: [],
      consequence: explain(
        watch.status === 'paused'
          ? 'The target is checked now, and the watch is active again. It is free.'
          : 'The target is checked now, at most once per minute. It is free.',
      ),
      button: 'Check now',
      look: 'plain',
      done: () => refresh().then(() => 'Checked.'),
    }),
    watch.notify &&
      actionForm({
        path: `${path}/test`,
        fields: [],
        consequence: explain('Your receiver gets one signed message that says it is a test.'),
        button: 'Send a test webhook',
        look: 'plain',
        done: () => refresh().then(() => 'Sent; see Deliveries.'),
      }),
    watch.status === 'paused'
      ? actionForm({
          path: `${path}/resume`,
          fields: [],
          consequence: explain('Checks and notifications start again.'),
          button: 'Resume watch',
          done: () => refresh().then(() => 'The watch is active.'),
        })
      : actionForm({
          path: `${path}/pause`,
          fields: [],
          consequence: explain('It is not checked and reports nothing until you resume it.'),
          button: 'Pause watch',
          look: 'plain',
          done: () => refresh().then(() => 'The watch is paused.'),
        }),
    actionForm({
      path,
      method: 'DELETE',
      fields: [],
      consequence: explain('Its history is deleted, and nothing more is sent.'),
      button: 'Delete watch',
      look: 'danger',
      confirm: 'Delete this watch with its history?',
      done: () => void goTo('/watches'),
    }),
  );
