/** Moves AP as fast as it can, in a process that a test can kill. Every acknowledged movement is one line on stdout. */
import { InsufficientFunds } from '../../../src/ledger/movement.ts';
import { createLedger } from '../../../src/ledger/transfer.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { openTestLedger, tip } from '../../fixtures/ledger/test-ledger.ts';

const [how, connection, seedText] = process.argv.slice(2) as ['post' | 'mix' | 'never-seal', string, string];
const testLedger = openTestLedger(undefined, JSON.parse(connection));
const unsealing = createLedger({ clock: systemClock, onUnsealed: () => {} });
const names = ['agent:a', 'agent:b', 'agent:c', 'agent:d'] as const;
let random = Number(seedText);
let stopped = false;
process.stdin.on('data', () => {
  stopped = true;
});

/** Small and seeded; the interleaving is random enough. */
function next(below: number): number {
  random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((random / 2 ** 32) * below);
}

async function caller(): Promise<void> {
  while (!stopped) {
    const from = next(names.length);
    const to = (from + 1 + next(names.length - 1)) % names.length;
    const transfer = tip(names[from]!, names[to]!, 1 + next(30));
    try {
      if (how === 'never-seal') await testLedger.transaction(async (tx) => unsealing.collect(tx, [transfer]));
      else if (how === 'mix' && next(2) === 0) await testLedger.move(transfer);
      else {
        const { seq, balance } = await testLedger.post(transfer);
        process.stdout.write(`${transfer.ref} ${seq} ${balance}\n`);
        continue;
      }
      process.stdout.write(`${transfer.ref}\n`);
    } catch (error) {
      if (!(error instanceof InsufficientFunds)) throw error;
      process.stdout.write(`-${transfer.ref}\n`);
    }
  }
}

await Promise.all(Array.from({ length: 6 }, caller));
await testLedger.close();
process.exit(0);
