import { Refused } from '../kit/api.ts';
import { jsonBlock } from '../kit/code.ts';
import { fill, h } from '../kit/dom.ts';
import { askKey, callWithKey, hasKey } from '../kit/key.ts';
import type { Page, Place } from '../kit/page.ts';
import { empty, facts, heading, panel, tag } from '../kit/parts.ts';
import { moment } from '../kit/time.ts';
import { count } from '../kit/words.ts';
import type { Watch } from './shapes.ts';
import { statusTag } from './watches.ts';

const everyMs = 15_000;

/** One watch: how it stands, what it saw, what changed and whether the webhook took it. */
export async function page(place: Place): Promise<Page> {
  const id = place.params.id!;
  const path = `/watch/${encodeURIComponent(id)}`;
  const content = h('div');
  let timer: ReturnType<typeof setInterval> | undefined;
  place.signal.addEventListener('abort', () => clearInterval(timer));
  const show = async () => {
    const watch = await callWithKey<Watch>(path);
    fill(content, view(watch, checkNow));
    timer ??= setInterval(() => void show().catch(() => {}), everyMs);
  };
  const checkNow = async (said: HTMLElement) => {
    try {
      await callWithKey(`${path}/check`, { method: 'POST', body: {} });
      await show();
    } catch (error) {
      fill(said, error instanceof Refused ? error.message : 'The service could not be reached.');
    }
  };
  if (hasKey()) await show();
  else fill(content, askKey('A watch is seen by the key that made it.', show));
  return { title: `Watch ${id}`, content: [heading('Watch', h('code', {}, id)), content] };
}

function view(watch: Watch, check: (said: HTMLElement) => Promise<void>): HTMLElement {
  const said = h('p', { class: 'small', role: 'status' });
  return h(
    'div',
    { class: 'columns' },
    h(
      'div',
      { class: 'stack' },
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
                  h('p', {}, change.summary),
                  h(
                    'p',
                    { class: 'row small' },
                    moment(change.at),
                    change.delivery &&
                      tag(
                        `webhook ${change.delivery.status}`,
                        change.delivery.status === 'delivered' ? 'good' : 'warm',
                      ),
                  ),
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
      ),
      panel('Seen now', jsonBlock('Seen now', watch.current)),
      panel('Baseline', jsonBlock('Baseline', watch.baseline)),
    ),
    panel(
      h('span', { class: 'row' }, statusTag(watch), tag(watch.kind)),
      facts(
        ['Target', watch.target],
        ['Webhook', watch.notify ?? 'none'],
        ['Checks', count(watch.checks)],
        ['Last check', watch.last_checked_at ? moment(watch.last_checked_at) : 'not yet'],
        ['Next check', watch.next_check_at ? moment(watch.next_check_at) : 'none'],
        watch.last_error ? ['Last error', watch.last_error] : false,
      ),
      h(
        'p',
        { class: 'more' },
        h('button', { type: 'button', onclick: () => void check(said) }, 'Check now'),
      ),
      said,
    ),
  );
}
