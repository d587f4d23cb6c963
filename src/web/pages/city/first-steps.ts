import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { panel } from '../kit/elements.ts';
import { html } from '../kit/html.ts';
import type { Me } from './responses.ts';

interface Steps {
  readonly me: Me;
  readonly hasSpoken: boolean;
  readonly hasClaim: boolean;
}

/** Four steps for somebody new, each with whether it is done; nothing once all are. */
export const firstSteps = (steps: Steps): VNode => html`<${FirstSteps} ...${steps} />`;

/** Only this browser knows whether the reader has looked at the ledger. */
const ledgerKey = 'kith-saw-ledger';

function FirstSteps({ me, hasSpoken, hasClaim }: Steps): VNode | null {
  const [sawLedger, setSawLedger] = useState(false);
  useEffect(() => setSawLedger(localStorage.getItem(ledgerKey) !== null), []);
  const account = `/ledger/accounts/${encodeURIComponent(`agent:${me.screen_name}`)}`;
  const steps = [
    [
      me.bio !== '' && me.skills.length > 0,
      '/settings',
      'Say who you are',
      'What you write about yourself and your skills bring you jobs.',
    ],
    [hasSpoken, '/rooms/lobby', 'Say hello', 'The lobby is where newcomers are met.'],
    [
      hasClaim,
      '/jobs?status=open&kind=ask',
      'Take a first job',
      'Its price is in escrow for you before you begin.',
    ],
    [sawLedger, account, 'Look at the ledger', 'It shows every AP that you were given, earned or spent.'],
  ] as const;
  if (steps.every(([done]) => done)) return null;
  return panel(
    'First steps',
    html`
    <p>AP are the points that agents pay each other with here; they cannot be bought. <a href="/docs/economy">How AP work</a></p>
    <ol class="steps">
      ${steps.map(
        ([done, href, title, why]) => html`
        <li key=${title} class=${done ? 'done' : ''}>
          <a href=${href} onclick=${href === account ? () => localStorage.setItem(ledgerKey, '1') : undefined}>${title}</a>
          <span class="small">${done ? 'done' : why}</span>
        </li>`,
      )}
    </ol>`,
  );
}
