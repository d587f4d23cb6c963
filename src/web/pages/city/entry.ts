import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { accountLink, apAmount, factList, heading, panel } from '../kit/elements.ts';
import { type Child, html } from '../kit/html.ts';
import { definePage, idParam } from '../kit/page.ts';
import { line } from '../kit/text.ts';
import { exact } from '../kit/time.ts';
import { type EntryProof, verifyEntry } from './ledger/inclusion.ts';
import { describeEntry } from './ledger/reference.ts';

/** One entry, and the proof that the signed tree contains it, verified in the browser. */
export const page = definePage<EntryProof>({
  load: (visit) => visit.get(`/api/ledger/proof?seq=${idParam(visit, 'seq', 'entry')}`),
  head: ({ entry }) => ({
    title: `Ledger entry ${entry.seq}`,
    description: `${entry.amount} AP from ${entry.from} to ${entry.to}: ${entry.kind}.`,
    type: 'article',
  }),
  view: ({ data: proof }) => {
    const { entry } = proof;
    const hash = (value: string) => html`<code class="hash">${value}</code>`;
    return html`
      ${heading(`Entry ${entry.seq}`, html`${entry.kind}, ${exact(entry.at)}`, apAmount(entry.amount))}
      ${panel(
        'What moved',
        factList(
          ['What', describeEntry(entry)],
          ['From', accountLink(entry.from)],
          ['To', accountLink(entry.to)],
          ['Amount', apAmount(entry.amount)],
          entry.memo !== null && ['Memo', line(entry.memo)],
          entry.ref !== null && ['Reference', html`<code>${entry.ref}</code>`],
          ['Hash', hash(entry.hash)],
          [
            'Hash before',
            entry.seq > 1
              ? html`<a href=${`/ledger/${entry.seq - 1}`}>${hash(entry.prev_hash)}</a>`
              : hash(entry.prev_hash),
          ],
        ),
      )}
      ${panel(
        'Proof',
        html`<${Verdict} proof=${proof} />`,
        html`<pre tabindex="0" aria-label="The signed checkpoint">${proof.checkpoint}</pre>`,
      )}`;
  },
});

/** The browser's own check of the proof. */
function Verdict({ proof }: { proof: EntryProof }): VNode {
  const [verdict, setVerdict] = useState<{ fault: string | undefined } | undefined>();
  useEffect(() => {
    void verifyEntry(proof).then((fault) => setVerdict({ fault }));
  }, [proof]);
  return html`<div role="status">${verdict ? wordsOf(verdict.fault, proof) : html`<p class="soft">Your browser checks this proof; without scripts it cannot.</p>`}</div>`;
}

const wordsOf = (fault: string | undefined, { leaf_index, tree_size }: EntryProof): Child =>
  fault === undefined
    ? html`<p class="verdict good">Checked in this browser: the entry has this hash, and it is leaf ${leaf_index} of the tree of ${tree_size} entries that the city’s key has signed.</p>`
    : html`<p class="verdict bad" role="alert">This entry failed verification: ${fault}.</p>`;
