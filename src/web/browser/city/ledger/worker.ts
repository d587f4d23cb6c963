import { Chain } from './chain.ts';
import { Distrust, openCheckpoint } from './checkpoint.ts';
import type { Told } from './messages.ts';

/** Verifies the whole chain and the newest checkpoint, beside the page, with nothing but WebCrypto. */
const batchSize = 1_024;
const tell = (told: Told) => postMessage(told);

async function verify(): Promise<void> {
  const began = performance.now();
  const answer = await fetch('/api/ledger/checkpoint', { credentials: 'omit', cache: 'no-store' });
  if (!answer.ok) throw new Error(`the checkpoint was refused (${answer.status})`);
  const key = answer.headers.get('x-ledger-key') ?? '';
  const checkpoint = await openCheckpoint(await answer.text(), key);
  const chain = new Chain(checkpoint);
  const progress = () =>
    tell({ what: 'progress', checked: chain.seq, of: Math.max(checkpoint.size, chain.seq) });
  progress();
  const lines: string[] = [];
  const flush = async (most: number) => {
    while (lines.length > 0 && lines.length >= most) {
      const bad = await chain.take(lines.splice(0, batchSize));
      if (bad) return bad;
      progress();
    }
    return undefined;
  };
  for await (const line of exported()) {
    lines.push(line);
    if (lines.length < batchSize) continue;
    const bad = await flush(batchSize);
    if (bad) return tell({ what: 'bad', ...bad, checked: bad.seq - 1 });
  }
  const bad = (await flush(0)) ?? chain.end();
  if (bad) return tell({ what: 'bad', ...bad, checked: chain.seq });
  if (chain.sum !== 0) throw new Distrust('the balances do not add up to zero');
  const ms = performance.now() - began;
  tell({ what: 'good', checked: chain.seq, signed: checkpoint.size, accounts: chain.accounts, ms, key });
}

async function* exported(): AsyncGenerator<string> {
  const answer = await fetch('/api/ledger/export', { credentials: 'omit', cache: 'no-store' });
  if (!answer.ok || !answer.body) throw new Error(`the export was refused (${answer.status})`);
  const reader = answer.body.pipeThrough(new TextDecoderStream('utf-8', { fatal: true })).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const lines = (rest + value).split('\n');
    rest = lines.pop()!;
    yield* lines;
  }
  if (rest !== '') yield rest;
}

verify().catch((error: unknown) => {
  const fault = error instanceof Error ? error.message : String(error);
  tell({ what: error instanceof Distrust ? 'distrust' : 'failed', fault });
});
