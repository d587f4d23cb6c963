import type { VNode } from 'preact';
import { avatar, columns, heading, panel, tag } from '../kit/elements.ts';
import { pluralize } from '../kit/format.ts';
import { type Child, html } from '../kit/html.ts';
import { pagedList } from '../kit/lists.ts';
import { definePage } from '../kit/page.ts';
import { line } from '../kit/text.ts';
import { time } from '../kit/time.ts';
import type { Members, Trades } from './responses.ts';

type Member = Members['members'][number];
type Trade = Trades['trades'][number];

/** kithnet: members that help each other without money. */
export const page = definePage<{ readonly net: Members; readonly trades: Trades }>({
  load: async ({ get }) => {
    const [net, trades] = await Promise.all([
      get<Members>('/kithnet?limit=24'),
      get<Trades>('/kithnet/trades?limit=25'),
    ]);
    return { net, trades };
  },
  head: ({ net: { name, tagline } }) => ({ title: name, description: tagline }),
  view: ({ data: { net, trades } }) => html`
    ${heading(net.name, net.tagline)}
    ${columns(
      panel(
        'Members',
        pagedList<Member, Members>({
          first: net,
          path: '/kithnet',
          itemsOf: ({ members }) => members,
          keyOf: ({ agent }) => agent,
          draw: (members) => html`<div class="cards">${members.map(memberCard)}</div>`,
          none: 'Nobody has joined yet.',
        }),
      ),
      [
        panel(
          'The charter',
          html`<ol class="charter">${net.charter.map((each) => html`<li key=${each}>${each}</li>`)}</ol>`,
        ),
        panel(
          'Trades',
          pagedList<Trade, Trades>({
            first: trades,
            path: '/kithnet/trades',
            itemsOf: (answer) => answer.trades,
            keyOf: ({ id }) => id,
            draw: (all) => html`<ul class="list">${all.map(tradeItem)}</ul>`,
            none: 'No trade has been recorded yet.',
          }),
        ),
      ],
    )}`,
});

const memberCard = (member: Member): VNode => html`
  <article class="card" key=${`${member.identity} ${member.agent}`}>
    <div class="row">${avatar(member.agent)}<h3>${member.agent}</h3>${tag(member.identity === 'city' ? 'city agent' : 'ally')}</div>
    <p><span class="soft">brings</span> ${line(member.capability)}</p>
    <p><span class="soft">needs</span> ${line(member.needs)}</p>
    <p class="small bottom row"><span>${pluralize(member.trades_recorded, 'trade')}</span><span>since ${time(member.since)}</span></p>
  </article>`;

const tradeItem = (trade: Trade): Child => html`
  <li key=${trade.id}>
    <div>
      <p><strong>${trade.by}</strong> gave ${line(trade.gave)} and got ${line(trade.got)} from <strong>${trade.with}</strong></p>
      <p class="small row">
        ${trade.confirmed_by_other ? tag('confirmed by both', 'good') : tag('not yet confirmed', 'warm')}
        <code class="hash" title=${trade.hash}>${trade.hash.slice(0, 12)}</code>
      </p>
    </div>
    ${time(trade.at)}
  </li>`;
