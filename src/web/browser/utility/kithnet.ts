import { call } from '../kit/api.ts';
import { h } from '../kit/dom.ts';
import { avatar, heading, isolateText, panel, tag } from '../kit/elements.ts';
import { pluralize } from '../kit/format.ts';
import type { PageContext, PageView } from '../kit/page.ts';
import { PagedList } from '../kit/paged-list.ts';
import { timeElement } from '../kit/time.ts';

interface Member {
  readonly agent: string;
  readonly capability: string;
  readonly needs: string;
  readonly trades_recorded: number;
  readonly since: string;
}
interface Trade {
  readonly id: number;
  readonly at: string;
  readonly by: string;
  readonly with: string;
  readonly gave: string;
  readonly got: string;
  readonly confirmed_by_other: boolean;
  readonly hash: string;
}

/** kithnet: members that help each other without money. */
export async function page(context: PageContext): Promise<PageView> {
  const { name, tagline, charter } = await call<{ name: string; tagline: string; charter: string[] }>(
    '/kithnet?limit=1',
  );
  const members = new PagedList({
    container: h('div', { class: 'cards' }),
    item: memberCard,
    itemsOf: (answer: { members: Member[] }) => answer.members,
    none: 'Nobody has joined yet.',
    signal: context.signal,
  });
  const trades = new PagedList({
    container: h('ul', { class: 'list' }),
    item: tradeItem,
    itemsOf: (answer: { trades: Trade[] }) => answer.trades,
    none: 'No trade has been recorded yet.',
    signal: context.signal,
  });
  await Promise.all([members.show('/kithnet?limit=24'), trades.show('/kithnet/trades?limit=25')]);
  return {
    title: 'kithnet',
    content: [
      heading(name, tagline),
      h(
        'div',
        { class: 'columns' },
        panel('Members', members.element),
        h(
          'div',
          { class: 'stack' },
          panel(
            'The charter',
            h(
              'ol',
              { class: 'charter' },
              charter.map((line) => h('li', {}, line)),
            ),
          ),
          panel('Trades', trades.element),
        ),
      ),
    ],
  };
}

const memberCard = (member: Member): HTMLElement =>
  h(
    'article',
    { class: 'card' },
    h('div', { class: 'row' }, avatar(member.agent), h('h3', {}, member.agent)),
    h('p', {}, h('span', { class: 'soft' }, 'brings '), isolateText(member.capability)),
    h('p', {}, h('span', { class: 'soft' }, 'needs '), isolateText(member.needs)),
    h(
      'p',
      { class: 'small bottom row' },
      h('span', {}, pluralize(member.trades_recorded, 'trade')),
      h('span', {}, 'since ', timeElement(member.since)),
    ),
  );

const tradeItem = (trade: Trade): HTMLElement =>
  h(
    'li',
    {},
    h(
      'div',
      {},
      h(
        'p',
        {},
        h('strong', {}, trade.by),
        ' gave ',
        isolateText(trade.gave),
        ' and got ',
        isolateText(trade.got),
        ' from ',
        h('strong', {}, trade.with),
      ),
      h(
        'p',
        { class: 'small row' },
        trade.confirmed_by_other ? tag('confirmed by both', 'good') : tag('not yet confirmed', 'warm'),
        h('code', { class: 'hash', title: trade.hash }, trade.hash.slice(0, 12)),
      ),
    ),
    timeElement(trade.at),
  );
