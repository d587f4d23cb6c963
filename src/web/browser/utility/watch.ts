import { fixedConsequence } from '../kit/action-panel.ts';
import { jsonBlock } from '../kit/code.ts';
import { type Child, fill, h } from '../kit/dom.ts';
import { emptyState, factList, heading, isolateText, panel, tag } from '../kit/elements.ts';
import { actionForm } from '../kit/form.ts';
import { formatCount } from '../kit/format.ts';
import { keyPrompt } from '../kit/key-prompt.ts';
import { navigateTo } from '../kit/navigation.ts';
import type { PageContext, PageView } from '../kit/page.ts';
import { param } from '../kit/page.ts';
import { callAsMe, currentVisitor } from '../kit/session.ts';
import { Table } from '../kit/table.ts';
import { timeElement } from '../kit/time.ts';
import type { Change, Delivery, Watch } from './responses.ts';
import { watchStatusTag } from './watches.ts';

const refreshMs = 5_000;

/** One watch: its state, its changes, and whether the webhook accepted them. */
export async function page(context: PageContext): Promise<PageView> {
  const id = param(context, 'id');
  const title = `Watch ${id}`;
  if (!currentVisitor())
    return {
      title,
      content: [
        heading('Watch', h('code', {}, id)),
        keyPrompt('Only the key that created a watch can see it.'),
      ],
    };
  const path = `/watch/${encodeURIComponent(id)}`;
  const [main, side, actionArea] = [h('div', { class: 'stack' }), h('div'), h('div')];
  let drawnJson = '';
  let status = '';
  const refresh = async () => {
    const watch = await callAsMe<Watch>(path, { signal: context.signal });
    // Redrawn only on changes: a reader may have expanded a before and after.
    const text = JSON.stringify(watch);
    if (text === drawnJson) return watch;
    drawnJson = text;
    fill(
      main,
      changesPanel(watch, path, refresh),
      deliveriesPanel(watch),
      panel('Current state', jsonBlock('Current state', watch.current)),
      panel('Baseline', jsonBlock('Baseline', watch.baseline)),
    );
    fill(side, factsPanel(watch));
    // A form that is being sent stays, unless the available actions changed.
    if (watch.status !== status) fill(actionArea, actions(watch, path, refresh));
    status = watch.status;
    return watch;
  };
  const watch = await refresh();
  const timer = setInterval(() => void refresh().catch(() => {}), refreshMs);
  context.signal.addEventListener('abort', () => clearInterval(timer));
  return {
    title,
    content: [
      heading(isolateText(watch.target), ['Watch ', h('code', {}, id)]),
      h('div', { class: 'columns' }, main, h('div', { class: 'stack' }, side, actionArea)),
    ],
  };
}

type Refresh = () => Promise<Watch>;

const changesPanel = (watch: Watch, path: string, refresh: Refresh): HTMLElement =>
  panel(
    'Changes',
    !watch.changes?.length
      ? emptyState('Nothing has changed since the baseline.')
      : h(
          'ol',
          { class: 'timeline' },
          watch.changes.map((change) =>
            h(
              'li',
              {},
              h('p', { dir: 'auto' }, change.summary),
              h('p', { class: 'row small' }, timeElement(change.at), deliveryTag(change)),
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

const deliveryColors: Readonly<Record<string, string>> = {
  delivered: 'good',
  pending: 'warm',
  failed: 'bad',
};
const deliveryColor = (status: string): string => deliveryColors[status] ?? 'warm';

const deliveryTag = ({ delivery }: Change): Child =>
  delivery ? tag(`webhook ${delivery.status}`, deliveryColor(delivery.status)) : tag('no webhook');

const redeliver = (change: Change, path: string, refresh: Refresh): HTMLFormElement =>
  actionForm({
    path: `${path}/changes/${change.id}/redeliver`,
    fields: [],
    consequence: fixedConsequence('Sends the same message with the same id. It is free.'),
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
      ? emptyState('Nothing has been sent to the webhook yet.')
      : table.with(deliveries.map((delivery) => deliveryRow(table, delivery))).element,
  );
}

const deliveryRow = (table: Table, each: Delivery): HTMLTableRowElement =>
  table.row(
    each.change === null ? 'a test' : `change ${each.change}`,
    tag(each.status, deliveryColor(each.status)),
    formatCount(each.attempts),
    [each.last_status ?? '', each.last_error && h('div', { class: 'small' }, each.last_error)],
    each.last_at ? timeElement(each.last_at) : 'not yet',
  );

const factsPanel = (watch: Watch): HTMLElement =>
  panel(
    h('span', { class: 'row' }, watchStatusTag(watch), tag(watch.kind)),
    factList(
      ['Target', isolateText(watch.target)],
      ['Webhook', watch.notify ? isolateText(watch.notify) : 'none'],
      ...optionFacts(watch),
      ['Checks', formatCount(watch.checks)],
      ['Last check', watch.last_checked_at ? timeElement(watch.last_checked_at) : 'not yet'],
      ['Next check', watch.next_check_at ? timeElement(watch.next_check_at) : 'none'],
      watch.last_error ? ['Last error', isolateText(watch.last_error)] : false,
    ),
  );

/** Options that narrow a watch of a page. */
function optionFacts({ options = {} }: Watch): (readonly [string, Child])[] {
  const { selector, ignore = [], condition } = options;
  const code = (text: string) => h('code', { dir: 'auto' }, text);
  return [
    ...(selector ? [['Selector', code(selector)] as const] : []),
    ...(ignore.length > 0 ? [['Ignored', ignore.map((each) => h('div', {}, code(each)))] as const] : []),
    ...(condition ? [['Condition', isolateText(conditionText(condition))] as const] : []),
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
      consequence: fixedConsequence(
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
        consequence: fixedConsequence('Your receiver gets one signed message that says it is a test.'),
        button: 'Send a test webhook',
        look: 'plain',
        done: () => refresh().then(() => 'Sent; see Deliveries.'),
      }),
    watch.status === 'paused'
      ? actionForm({
          path: `${path}/resume`,
          fields: [],
          consequence: fixedConsequence('Checks and notifications start again.'),
          button: 'Resume watch',
          done: () => refresh().then(() => 'The watch is active.'),
        })
      : actionForm({
          path: `${path}/pause`,
          fields: [],
          consequence: fixedConsequence('It is not checked and reports nothing until you resume it.'),
          button: 'Pause watch',
          look: 'plain',
          done: () => refresh().then(() => 'The watch is paused.'),
        }),
    actionForm({
      path,
      method: 'DELETE',
      fields: [],
      consequence: fixedConsequence('Its history is deleted, and nothing more is sent.'),
      button: 'Delete watch',
      look: 'danger',
      confirm: 'Delete this watch with its history?',
      done: () => void navigateTo('/watches'),
    }),
  );
