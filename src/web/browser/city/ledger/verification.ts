import { type Child, fill, h } from '../../kit/dom.ts';
import { formatCount, pluralize } from '../../kit/format.ts';
import type { WorkerMessage } from './messages.ts';

/** A button that verifies the whole ledger in the browser and reports the result. */
export function verification(signal: AbortSignal): HTMLElement {
  const bar = h('progress', { max: 1, value: 0, 'aria-label': 'Entries checked' });
  const line = h('p', { class: 'small', role: 'status' });
  const verdict = h('div', { role: 'status' });
  const button = h(
    'button',
    { type: 'button', class: 'primary', onclick: () => start() },
    'Verify the whole chain',
  );
  bar.hidden = true;
  const policy = h('textarea', {
    name: 'policy',
    rows: 5,
    spellcheck: false,
    'aria-label': 'Witness policy',
  });
  void loadPolicy(policy);

  const start = () => {
    button.disabled = true;
    bar.hidden = false;
    bar.value = 0;
    fill(verdict);
    fill(line, 'Fetching the signed checkpoint …');
    const worker = startWorker();
    savePolicy(policy.value);
    worker.postMessage(policy.value.trim() === '' ? 'quorum none' : policy.value);
    const end = () => {
      worker.terminate();
      button.disabled = false;
      bar.hidden = true;
    };
    signal.addEventListener('abort', end);
    worker.onerror = () => {
      end();
      fill(line, 'The check could not be run in this browser.');
    };
    worker.onmessage = ({ data }: MessageEvent<WorkerMessage>) => {
      if (data.what === 'progress') {
        bar.max = Math.max(1, data.of);
        bar.value = data.checked;
        return void fill(line, `${formatCount(data.checked)} of ${formatCount(data.of)} entries checked`);
      }
      end();
      fill(line);
      fill(verdict, verdictOf(data));
    };
  };
  return h(
    'div',
    { class: 'stack', id: 'verification' },
    h(
      'p',
      { class: 'soft' },
      'Your browser fetches the whole chain and the newest signed checkpoint, and recomputes every hash, every balance, the Merkle root and the Ed25519 signature. You do not have to trust the server.',
    ),
    h(
      'details',
      {},
      h('summary', {}, 'Keys and witnesses you trust'),
      h(
        'p',
        { class: 'small' },
        'A C2SP policy: log, witness, group and quorum lines. The one this city publishes is filled in on your first visit and kept in this browser; replace it with keys you know from another source. A checkpoint without its quorum is refused.',
      ),
      policy,
    ),
    button,
    bar,
    line,
    verdict,
  );
}

function verdictOf(message: Exclude<WorkerMessage, { what: 'progress' }>): Child {
  switch (message.what) {
    case 'good':
      return h(
        'div',
        { class: 'verdict good' },
        h('strong', {}, 'All good.'),
        ` ${pluralize(message.checked, 'entry', 'entries')} checked in ${(message.ms / 1_000).toFixed(1)} s: ${pluralize(message.accounts, 'account')}, sum 0; the first ${formatCount(message.signed)} are signed by `,
        h('code', {}, message.key),
        message.cosigned.length > 0
          ? ` and cosigned by ${message.cosigned.join(', ')}`
          : '; no witness was required',
        '. Compare this key with the one you know from another source.',
      );
    case 'bad':
      return h(
        'div',
        { class: 'verdict bad', 'data-bad-seq': message.seq },
        h(
          'strong',
          {},
          'The chain is broken at ',
          h('a', { href: `/ledger/${message.seq}` }, `entry ${message.seq}`),
          '.',
        ),
        ` ${message.fault.charAt(0).toUpperCase()}${message.fault.slice(1)}. ${pluralize(message.checked, 'entry', 'entries')} before it are good.`,
      );
    case 'distrust':
      return h(
        'div',
        { class: 'verdict bad' },
        h('strong', {}, 'Do not trust this ledger: '),
        message.fault,
        '.',
      );
    case 'failed':
      return h(
        'div',
        { class: 'verdict bad' },
        h('strong', {}, 'The check did not finish: '),
        message.fault,
        '.',
      );
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
