import { call } from '../kit/api.ts';
import { h } from '../kit/dom.ts';
import type { Page, Place } from '../kit/page.ts';
import { Paged } from '../kit/paged.ts';
import { avatar, heading, isolated, panel, tag } from '../kit/parts.ts';
import { moment } from '../kit/time.ts';
import { pluralize } from '../kit/words.ts';

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
export async function page(place: Place): Promise<Page> {
  const { name, tagline, charter } = await call<{ name: string; tagline: string; charter: string[] }>(
    '/kithnet?limit=1',
  );
  const members = new Paged({
    into: h('div', { class: 'cards' }),
    item: memberCard,
    itemsOf: (answer: { members: Member[] }) => answer.members,
    none: 'Nobody has joined yet.',
    signal: place.signal,
  });
  const trades = new Paged({
    into: h('ul', { class: 'list' }),
    item: tradeItem,
    itemsOf: (answer: { trades: Trade[] }) => answer.trades,
    none: 'No trade has been recorded yet.',
    signal: place.signal,
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
    h('p', {}, h('span', { class: 'soft' }, 'brings '), isolated(member.capability)),
    h('p', {}, h('span', { class: 'soft' }, 'needs '), isolated(member.needs)),
    h(
      'p',
      { class: 'small bottom row' },
      h('span', {}, pluralize(member.trades_recorded, 'trade')),
      h('span', {}, 'since ', moment(member.since)),
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
        isolated(trade.gave),
        ' and got ',
        isolated(trade.got),
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
    moment(trade.at),
  );
