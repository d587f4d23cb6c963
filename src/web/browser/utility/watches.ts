import { Refused } from '../kit/api.ts';
import { codeBlock } from '../kit/code.ts';
import { fill, h } from '../kit/dom.ts';
import { askKey, callWithKey, hasKey } from '../kit/key.ts';
import type { Page } from '../kit/page.ts';
import { empty, heading, panel, tag } from '../kit/parts.ts';
import { moment } from '../kit/time.ts';
import type { Watch } from './shapes.ts';

const looks = { active: 'good', paused: 'warm', failing: 'bad' } as const;
export const statusTag = ({ status }: Watch): HTMLElement => tag(status, looks[status]);

/** The watches of a key, and a new one. */
export async function page(): Promise<Page> {
  const content = h('div', { class: 'stack' });
  const own = h('div');
  const refresh = async () => {
    const { watches } = await callWithKey<{ watches: Watch[] }>('/watch');
    fill(own, list(watches));
  };
  const show = async () => {
    await refresh();
    fill(content, panel('Your watches', own), panel('A new watch', form(refresh)));
  };
  if (hasKey()) await show();
  else fill(content, askKey('Watches are seen by the key that made them.', show));
  return {
    title: 'Watches',
    content: [
      heading(
        'Watches',
        'A target is looked at every two hours, around the clock; a change is posted to your webhook.',
      ),
      content,
    ],
  };
}

const list = (watches: readonly Watch[]) =>
  watches.length === 0
    ? empty('This key watches nothing yet.')
    : h(
        'ul',
        { class: 'list' },
        watches.map((watch) =>
          h(
            'li',
            {},
            h(
              'div',
              {},
              h(
                'div',
                { class: 'row' },
                statusTag(watch),
                tag(watch.kind),
                h('a', { href: `/watches/${watch.watch_id}` }, watch.target),
              ),
            ),
            h(
              'span',
              { class: 'small' },
              watch.next_check_at ? ['next check ', moment(watch.next_check_at)] : '',
            ),
          ),
        ),
      );

const kinds = ['endpoint', 'dns', 'page', 'token-supply', 'wallet'];
const chains = ['eth', 'base', 'arbitrum', 'optimism', 'polygon'];

function form(done: () => Promise<void>): HTMLElement {
  const kind = h(
    'select',
    {},
    kinds.map((each) => h('option', {}, each)),
  );
  const target = h('input', { required: true, autocomplete: 'off' });
  const notify = h('input', { type: 'url', autocomplete: 'off' });
  const chain = h(
    'select',
    {},
    chains.map((each) => h('option', {}, each)),
  );
  const said = h('div', { role: 'status' });
  const create = async (event: Event) => {
    event.preventDefault();
    const onChain = ['token-supply', 'wallet'].includes(kind.value);
    const body = {
      kind: kind.value,
      target: target.value.trim(),
      ...(notify.value && { notify: notify.value.trim() }),
      ...(onChain && { chain: chain.value }),
    };
    try {
      const made = await callWithKey<{ watch_id: string; secret: string }>('/watch', {
        method: 'POST',
        body,
      });
      await done();
      fill(
        said,
        h('p', {}, 'It is watched. The secret that signs its webhooks, shown once:'),
        codeBlock('Webhook secret', made.secret),
      );
    } catch (error) {
      fill(
        said,
        h(
          'p',
          { class: 'small' },
          error instanceof Refused ? `${error.message} ${error.hint}` : 'The service could not be reached.',
        ),
      );
    }
  };
  return h(
    'form',
    { class: 'stack', onsubmit: (event) => void create(event) },
    h('label', {}, 'Kind', kind),
    h('label', {}, 'Target (a URL, a name or an address)', target),
    h('label', {}, 'Chain (for token-supply and wallet)', chain),
    h('label', {}, 'Webhook (optional)', notify),
    h('button', { class: 'primary' }, 'Watch it'),
    said,
  );
}
