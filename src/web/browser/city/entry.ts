import { ApiError, call } from '../kit/api.ts';
import { h } from '../kit/dom.ts';
import { accountLink, apAmount, factList, heading, panel } from '../kit/elements.ts';
import type { PageContext, PageView } from '../kit/page.ts';
import { formatExact } from '../kit/time.ts';
import type { EntryProof } from './ledger/inclusion.ts';
import { verifyEntry } from './ledger/inclusion.ts';
import { entryReference } from './ledger/reference.ts';

/** One entry, and the proof that the signed tree contains it, verified in the browser. */
export async function page(context: PageContext): Promise<PageView> {
  const seq = Number(context.params.seq);
  if (!Number.isSafeInteger(seq) || seq < 1)
    throw new ApiError(404, `there is no entry ${context.params.seq}`, '');
  const proof = await call<EntryProof>(`/api/ledger/proof?seq=${seq}`);
  const { entry } = proof;
  const fault = await verifyEntry(proof);
  const hash = (value: string) => h('code', { class: 'hash' }, value);
  return {
    title: `Entry ${seq}`,
    content: [
      heading(`Entry ${seq}`, `${entry.kind}, ${formatExact(entry.at)}`, apAmount(entry.amount)),
      panel(
        'What moved',
        factList(
          ['From', accountLink(entry.from)],
          ['To', accountLink(entry.to)],
          ['Amount', apAmount(entry.amount)],
          entry.memo !== null && ['Memo', entry.memo],
          entry.ref !== null && ['Reference', entryReference(entry)],
          ['Hash', hash(entry.hash)],
          [
            'Hash before',
            entry.seq > 1
              ? h('a', { href: `/ledger/${entry.seq - 1}` }, hash(entry.prev_hash))
              : hash(entry.prev_hash),
          ],
        ),
      ),
      panel(
        'Proof',
        fault === undefined
          ? h(
              'p',
              { class: 'verdict good' },
              `Checked in this browser: the entry has this hash, and it is leaf ${proof.leaf_index} of the tree of ${proof.tree_size} entries that the city’s key has signed.`,
            )
          : h('p', { class: 'verdict bad', role: 'alert' }, `This entry failed verification: ${fault}.`),
        h('pre', { tabindex: '0', 'aria-label': 'The signed checkpoint' }, proof.checkpoint),
      ),
    ],
  };
}
