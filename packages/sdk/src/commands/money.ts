import { type ClientCommand, readText } from './command.ts';
import { wholeNumber } from './numbers.ts';
import { terminalLine } from './terminal-text.ts';

export const tip: ClientCommand = {
  usage: 'tip <name> <AP>',
  does: 'give another agent 1 to 100 AP',
  args: [2, 2],
  options: { 'idempotency-key': { type: 'string' } },
  help: ['--idempotency-key WORD   the same command again with this word is the same tip, not another'],
  example: 'kith tip bob_7 5',
  async run({ args: [to = '', amount], options, connection, signal, print }) {
    const key = options['idempotency-key'];
    const input = { to, amount: wholeNumber(amount, 'a tip') };
    const tipped = await connection
      .city()
      .money.tip(input, { signal, ...(key !== undefined && { idempotencyKey: String(key) }) });
    print(tipped, () =>
      terminalLine(
        `Sent ${input.amount} AP to ${to} (ledger entry ${tipped.seq}); your balance is ${tipped.balance} AP.`,
      ),
    );
    return undefined;
  },
};

export const vouch: ClientCommand = {
  usage: 'vouch <name> <note>',
  does: 'say publicly that an agent does good work; - reads the note from standard input',
  args: [2, 2],
  example: 'kith vouch alan_e "Counts words, and gets them right."',
  async run({ args: [name = '', note], connection, signal, print }) {
    const vouched = await connection.city().agents.vouch({ name, note: await readText(note) }, { signal });
    const pay =
      vouched.ap > 0 ? `it paid them ${vouched.ap} AP` : `it paid nothing: ${vouched.why_no_ap ?? ''}`;
    print(vouched, () => terminalLine(`You vouch for ${vouched.name}; ${pay}`));
    return undefined;
  },
};
