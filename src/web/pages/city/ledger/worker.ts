import { linesOfTiles } from './bundles.ts';
import { EntryChain } from './chain.ts';
import { openCheckpoint, requireQuorum } from './checkpoint.ts';
import type { WorkerMessage } from './messages.ts';
import { readPolicy } from './policy.ts';
import { UntrustedCheckpoint } from './untrusted-checkpoint.ts';

/** Verifies the complete chain and the newest checkpoint off the main thread, with WebCrypto only. */
const batchSize = 1_024;
const send = (message: WorkerMessage) => postMessage(message);

async function verify(policyText: string): Promise<void> {
  const startedMs = performance.now();
  const answer = await fetch('/ledger/checkpoint', { credentials: 'omit', cache: 'no-store' });
  if (!answer.ok) throw new Error(`the checkpoint was refused (${answer.status})`);
  const key = answer.headers.get('x-ledger-key') ?? '';
  const note = await answer.text();
  const policy = readPolicy(policyText);
  const checkpoint = await openCheckpoint(note, ...(policy.logs.length > 0 ? policy.logs : [key]));
  const cosigned = await requireQuorum(note, policy);
  const chain = new EntryChain(checkpoint);
  const progress = () =>
    send({ what: 'progress', checked: chain.seq, of: Math.max(checkpoint.size, chain.seq) });
  progress();
  const lines: string[] = [];
  const flush = async (most: number) => {
    while (lines.length > 0 && lines.length >= most) {
      const bad = await chain.add(lines.splice(0, batchSize));
      if (bad) return bad;
      progress();
    }
    return undefined;
  };
  for await (const line of linesOfTiles(checkpoint.size)) {
    lines.push(line);
    if (lines.length < batchSize) continue;
    const bad = await flush(batchSize);
    if (bad) return send({ what: 'bad', ...bad, checked: bad.seq - 1 });
  }
  const bad = (await flush(0)) ?? chain.end();
  if (bad) return send({ what: 'bad', ...bad, checked: chain.seq });
  if (chain.sum !== 0) throw new UntrustedCheckpoint('the balances do not add up to zero');
  const ms = performance.now() - startedMs;
  send({
    what: 'good',
    checked: chain.seq,
    signed: checkpoint.size,
    accounts: chain.accounts,
    ms,
    key,
    cosigned,
  });
}

addEventListener('message', ({ data }: MessageEvent<string>) => {
  verify(data).catch((error: unknown) => {
    const fault = error instanceof Error ? error.message : String(error);
    send({ what: error instanceof UntrustedCheckpoint ? 'distrust' : 'failed', fault });
  });
});
