import assert from 'node:assert/strict';
import test from 'node:test';
import { runKith } from '../../harness/process.ts';

/** A command that runs until it is stopped has no result to print as JSON. */
const servers = ['serve', 'witness'];
const others =
  'migrate config verify-ledger verify-proof verify-receipt monitor ledger resolvers voices admin doctor'.split(
    ' ',
  );

test('the help of every server command has an example, and --json where it prints data', async () => {
  for (const command of [...servers, ...others]) {
    const { code, stdout } = await runKith([command, '--help'], {});
    assert.equal(code, 0, command);
    assert.match(stdout, /^usage: kith /, command);
    assert.match(stdout, /\n {2}Example: .*kith /, command);
    if (others.includes(command)) assert.match(stdout, /--json/, command);
  }
});
