import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProgressLine } from '../../../src/commands/progress.ts';
import { withEntryProgress } from '../../../src/commands/verify-ledger.ts';

function recorded(isTTY: boolean) {
  const written: string[] = [];
  const write = (text: string | Uint8Array) => written.push(String(text)) > 0;
  return { progress: new ProgressLine({ isTTY, write }), written };
}

test('a terminal gets one updating line, other outputs one line per step', () => {
  for (const isTTY of [true, false]) {
    const { progress, written } = recorded(isTTY);
    for (let i = 0; i <= 1_000; i++) progress.show('fetching the weights', i / 1_000);
    for (let i = 0; i <= 1_000; i++) progress.show('fetching the runtime', i / 1_000);
    progress.end();
    const text = written.join('');
    if (isTTY) {
      // Once per percent, and the line is cleared at the end.
      assert.equal(text.match(/ %/g)?.length, 202);
      assert.match(
        text,
        /\r {2}0 % {2}fetching the weights\r {2}1 %[\s\S]*\r100 % {2}fetching the runtime\r +\r$/,
      );
      assert.ok(!text.includes('\n'));
    } else {
      assert.equal(text, 'fetching the weights …\nfetching the runtime …\n');
    }
  }
});

test('entries are counted as they are read and passed on unchanged', async () => {
  const { progress, written } = recorded(true);
  const chunk = Buffer.from('{"seq":1}\n'.repeat(4_000));
  const read: Uint8Array[] = [];
  const source = (async function* () {
    for (let i = 0; i < 5; i++) yield chunk;
  })();
  for await (const each of withEntryProgress(source, 20_000, progress)) read.push(each);
  assert.equal(Buffer.concat(read).length, chunk.length * 5);
  assert.match(written.join(''), /\r 40 % {2}verifying 20,000 entries[\s\S]*\r 80 %/);
});
