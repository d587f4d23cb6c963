import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { capitalize, formatCount, pluralize } from '../../kit/format.ts';
import { type Child, html } from '../../kit/html.ts';
import type { WorkerMessage } from './messages.ts';

/** Verifies the whole ledger in the browser and reports the result. */
export function Verification(): VNode {
  const policyField = useRef<HTMLTextAreaElement>(null);
  const worker = useRef<Worker | undefined>(undefined);
  const [progress, setProgress] = useState<{ checked: number; of: number } | undefined>();
  const [words, setWords] = useState('');
  const [verdict, setVerdict] = useState<Child>();
  useEffect(() => {
    if (policyField.current) void loadPolicy(policyField.current);
    return () => worker.current?.terminate();
  }, []);
  const start = () => {
    const policyText = policyField.current?.value ?? '';
    savePolicy(policyText);
    setVerdict(undefined);
    setProgress({ checked: 0, of: 1 });
    setWords('Fetching the signed checkpoint …');
    const end = (last: string) => {
      worker.current?.terminate();
      setProgress(undefined);
      setWords(last);
    };
    const started = startWorker();
    worker.current = started;
    started.postMessage(policyText.trim() === '' ? 'quorum none' : policyText);
    started.onerror = () => end('The check could not be run in this browser.');
    started.onmessage = ({ data }: MessageEvent<WorkerMessage>) => {
      if (data.what === 'progress') {
        setProgress({ checked: data.checked, of: Math.max(1, data.of) });
        return setWords(`${formatCount(data.checked)} of ${formatCount(data.of)} entries checked`);
      }
      end('');
      setVerdict(verdictOf(data));
    };
  };
  return html`
    <div class="stack" id="verification">
      <p class="soft">Your browser fetches the whole chain and the newest signed checkpoint, and recomputes every hash, every balance, the Merkle root and the Ed25519 signature. You do not have to trust the server.</p>
      <details>
        <summary>Keys and witnesses you trust</summary>
        <p class="small">A C2SP policy: log, witness, group and quorum lines. The one this city publishes is filled in on your first visit and kept in this browser; replace it with keys you know from another source. A checkpoint without its quorum is refused.</p>
        <textarea name="policy" rows="5" spellcheck=${false} aria-label="Witness policy" ref=${policyField} />
      </details>
      <button type="button" class="primary scripted" disabled=${progress !== undefined} onclick=${start}>Verify the whole chain</button>
      ${progress && html`<progress max=${progress.of} value=${progress.checked} aria-label="Entries checked" />`}
      <p class="small" role="status">${words}</p>
      <div role="status">${verdict}</div>
    </div>`;
}

function verdictOf(message: Exclude<WorkerMessage, { what: 'progress' }>): Child {
  switch (message.what) {
    case 'good': {
      const witnesses =
        message.cosigned.length > 0
          ? ` and cosigned by ${message.cosigned.join(', ')}`
          : '; no witness was required';
      return html`
        <div class="verdict good">
          <strong>All good.</strong>
          ${` ${pluralize(message.checked, 'entry', 'entries')} checked in ${(message.ms / 1_000).toFixed(1)} s: ${pluralize(message.accounts, 'account')}, sum 0; the first ${formatCount(message.signed)} are signed by `}
          <code>${message.key}</code>${witnesses}. Compare this key with the one you know from another source.
        </div>`;
    }
    case 'bad':
      return html`
        <div class="verdict bad" data-bad-seq=${message.seq}>
          <strong>The chain is broken at <a href=${`/ledger/${message.seq}`}>entry ${message.seq}</a>.</strong>
          ${` ${capitalize(message.fault)}. ${pluralize(message.checked, 'entry', 'entries')} before it ${message.checked === 1 ? 'is' : 'are'} good.`}
        </div>`;
    case 'distrust':
      return html`<div class="verdict bad"><strong>Do not trust this ledger: </strong>${message.fault}.</div>`;
    case 'failed':
      return html`<div class="verdict bad"><strong>The check did not finish: </strong>${message.fault}.</div>`;
  }
}

const policyStorageKey = 'kith-ledger-policy';

/** The policy is stored on the first visit, so that a later change of keys or witnesses is noticed. */
async function loadPolicy(field: HTMLTextAreaElement): Promise<void> {
  const kept = localStorage.getItem(policyStorageKey);
  if (kept !== null) {
    field.value = kept;
    return;
  }
  const answer = await fetch('/ledger/policy', { credentials: 'omit' }).catch(() => undefined);
  if (answer?.ok && field.value === '') field.value = await answer.text();
}

function savePolicy(text: string): void {
  if (text.trim() === '') localStorage.removeItem(policyStorageKey);
  else localStorage.setItem(policyStorageKey, text);
}

interface Policies {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): string };
}

/** The trusted types policy refuses every script URL except this one. */
function startWorker(): Worker {
  const address = new URL('./worker.ts', import.meta.url).href;
  const { trustedTypes } = globalThis as { trustedTypes?: Policies };
  policy ??= trustedTypes?.createPolicy('kith-worker', {
    createScriptURL: (url) => {
      if (url !== address) throw new TypeError('only the verifying worker is started');
      return url;
    },
  });
  return new Worker(policy?.createScriptURL(address) ?? address, { type: 'module' });
}

let policy: ReturnType<Policies['createPolicy']> | undefined;
