import type { VNode } from 'preact';
import { jsonBlock } from '../kit/code.ts';
import { emptyState, factList, heading, panel, table, tag } from '../kit/elements.ts';
import { actionButton } from '../kit/form.ts';
import { formatCount } from '../kit/format.ts';
import { type Child, html } from '../kit/html.ts';
import { definePage, param, type Visit } from '../kit/page.ts';
import { line } from '../kit/text.ts';
import { time } from '../kit/time.ts';
import type { Change, Watch } from './responses.ts';
import { watchStatusTag } from './watches.ts';

const pathOf = (visit: Visit): string => `/watch/${encodeURIComponent(param(visit, 'id'))}`;

/** One watch: its state, its changes, and whether the webhook accepted them. */
export const page = definePage<Watch>({
  load: (visit) => visit.get(pathOf(visit)),
  head: ({ target }) => ({ title: `Watch of ${target}` }),
  refreshMs: () => 5_000,
  view: ({ data: watch, visit }) => html`
    ${heading(line(watch.target), html`Watch <code>${param(visit, 'id')}</code>`)}
    <div class="columns">
      <div class="stack">
        ${changesPanel(watch, visit)}
        ${deliveriesPanel(watch)}
        ${panel('Current state', jsonBlock('Current state', watch.current))}
        ${panel('Baseline', jsonBlock('Baseline', watch.baseline))}
      </div>
      <div class="stack">${factsPanel(watch)}${actions(watch, visit)}</div>
    </div>`,
});

const changesPanel = ({ changes }: Watch, visit: Visit): VNode =>
  panel(
    'Changes',
    !changes?.length
      ? emptyState('Nothing has changed since the baseline.')
      : html`
        <ol class="timeline">${changes.map(
          (change) => html`
          <li key=${change.id}>
            <p>${line(change.summary)}</p>
            <p class="row small">${time(change.at)}${deliveryTag(change)}</p>
            ${change.delivery?.status === 'failed' && redeliver(change, visit)}
            <details>
              <summary>Before and after</summary>
              ${jsonBlock('Before', change.before)}
              ${jsonBlock('After', change.after)}
            </details>
          </li>`,
        )}</ol>`,
  );

const deliveryColors: Readonly<Record<string, string>> = {
  delivered: 'good',
  pending: 'warm',
  failed: 'bad',
};
const deliveryColor = (status: string): string => deliveryColors[status] ?? 'warm';

const deliveryTag = ({ delivery }: Change): VNode =>
  delivery ? tag(`webhook ${delivery.status}`, deliveryColor(delivery.status)) : tag('no webhook');

const redeliver = ({ id }: Change, visit: Visit): VNode =>
  actionButton({
    path: `${pathOf(visit)}/changes/${id}/redeliver`,
    consequence: 'Sends the same message with the same id. It is free.',
    button: 'Send the webhook again',
    look: 'plain',
    done: () => visit.reload().then(() => 'Queued for delivery.'),
  });

const deliveriesPanel = ({ deliveries = [], notify }: Watch): Child =>
  notify &&
  panel(
    'Deliveries',
    deliveries.length === 0
      ? emptyState('Nothing has been sent to the webhook yet.')
      : table(
          'Deliveries',
          [
            { name: 'For', place: 'opens' },
            { name: 'Status', place: 'ends' },
            { name: 'Attempts', number: true },
            { name: 'Last response' },
            { name: 'Last attempt' },
          ],
          deliveries.map((each, nth) => [
            each.change ?? `test ${nth}`,
            each.change === null ? 'a test' : `change ${each.change}`,
            tag(each.status, deliveryColor(each.status)),
            formatCount(each.attempts),
            html`${each.last_status}${each.last_error && html`<div class="small">${line(each.last_error)}</div>`}`,
            each.last_at ? time(each.last_at) : 'not yet',
          ]),
        ),
  );

const factsPanel = (watch: Watch): VNode =>
  panel(
    html`<span class="row">${watchStatusTag(watch)}${tag(watch.kind)}</span>`,
    factList(
      ['Target', line(watch.target)],
      ['Webhook', watch.notify ? line(watch.notify) : 'none'],
      ...optionFacts(watch),
      ['Checks', formatCount(watch.checks)],
      ['Last check', watch.last_checked_at ? time(watch.last_checked_at) : 'not yet'],
      ['Next check', watch.next_check_at ? time(watch.next_check_at) : 'none'],
      watch.last_error ? ['Last error', line(watch.last_error)] : false,
    ),
  );

/** Options that narrow a watch of a page. */
function optionFacts({ options = {} }: Watch): (readonly [string, Child])[] {
  const { selector, ignore = [], condition } = options;
  const code = (text: string) => html`<code dir="auto">${text}</code>`;
  return [
    ...(selector ? [['Selector', code(selector)] as const] : []),
    ...(ignore.length > 0
      ? [['Ignored', ignore.map((each) => html`<div>${code(each)}</div>`)] as const]
      : []),
    ...(condition ? [['Condition', line(conditionText(condition))] as const] : []),
  ];
}

function conditionText({ text, above, below }: NonNullable<NonNullable<Watch['options']>['condition']>) {
  if (text !== undefined) return `the page shows “${text}”`;
  const bounds = [above !== undefined && `above ${above}`, below !== undefined && `below ${below}`];
  return `the first number is ${bounds.filter(Boolean).join(' or ')}`;
}

function actions(watch: Watch, visit: Visit): VNode {
  const path = pathOf(visit);
  const isPaused = watch.status === 'paused';
  const done = (words: string) => () => visit.reload().then(() => words);
  return panel(
    'Actions',
    actionButton(
      {
        path: `${path}/check`,
        consequence: isPaused
          ? 'The target is checked now, and the watch is active again. It is free.'
          : 'The target is checked now, at most once per minute. It is free.',
        button: 'Check now',
        look: 'plain',
        done: done('Checked.'),
      },
      'check',
    ),
    watch.notify &&
      actionButton(
        {
          path: `${path}/test`,
          consequence: 'Your receiver gets one signed message that says it is a test.',
          button: 'Send a test webhook',
          look: 'plain',
          done: done('Sent; see Deliveries.'),
        },
        'test',
      ),
    isPaused
      ? actionButton(
          {
            path: `${path}/resume`,
            consequence: 'Checks and notifications start again.',
            button: 'Resume watch',
            done: done('The watch is active.'),
          },
          'resume',
        )
      : actionButton(
          {
            path: `${path}/pause`,
            consequence: 'It is not checked and reports nothing until you resume it.',
            button: 'Pause watch',
            look: 'plain',
            done: done('The watch is paused.'),
          },
          'pause',
        ),
    actionButton(
      {
        path,
        method: 'DELETE',
        consequence: 'Its history is deleted, and nothing more is sent.',
        button: 'Delete watch',
        look: 'danger',
        confirm: 'Delete this watch with its history?',
        done: () => {
          location.assign('/watches');
          return null;
        },
      },
      'delete',
    ),
  );
}
