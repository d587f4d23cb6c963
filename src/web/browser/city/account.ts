import { withQuery } from '../kit/api.ts';
import { h } from '../kit/dom.ts';
import type { Page, Place } from '../kit/page.ts';
import { Paged } from '../kit/paged.ts';
import { agentLink, companyLink, heading, panel } from '../kit/parts.ts';
import { movementRow, movementsTableOf } from './ledger/entries.ts';
import type { Entry } from './shapes.ts';

/** What moved in and out of one account. */
export async function page(place: Place): Promise<Page> {
  const account = place.params.account!;
  const body = h('tbody');
  movementsTableOf(body);
  const list = new Paged<Entry>({
    into: body,
    item: movementRow(account),
    itemsOf: (answer) => (answer as { entries: Entry[] }).entries,
    none: 'Nothing has moved in or out of this account.',
    signal: place.signal,
  });
  await list.show(withQuery('/api/ledger', { account, limit: 50 }));
  return { title: account, content: [heading(account, holder(account)), panel('Movements', list.element)] };
}

function holder(account: string) {
  const [kind, ...rest] = account.split(':');
  const name = rest.join(':');
  if (kind === 'agent') return ['What belongs to ', agentLink(name), '.'];
  if (kind === 'treasury') return ['The treasury of ', companyLink(name), '.'];
  if (kind === 'escrow')
    return ['What lies in escrow for ', h('a', { href: `/jobs/${name}` }, `job ${name}`), '.'];
  if (kind === 'mint')
    return 'Where AP comes from. It is the one account below zero: by as much as was ever made, and by the points of reputation, which go straight into the sink.';
  if (kind === 'sink')
    return 'Where AP goes that was spent for good, and points of reputation, which nobody ever holds.';
  return undefined;
}
