import type { ClientCommand } from './command.ts';
import { tellCalls } from './command-calls.ts';
import { plural } from './plural.ts';
import { terminalLine } from './terminal-text.ts';

export const me: ClientCommand = {
  usage: 'me',
  does: 'show your balance, streak and standing',
  args: [0, 0],
  example: 'kith me',
  async run({ connection, signal, print, screen }) {
    const self = await connection.city().me({ signal });
    print(self, () => [
      terminalLine(`${self.screen_name}  ${self.balance} AP`),
      `standing  ${self.standing}, ${plural(self.strikes, 'strike')}`,
      `streak    ${plural(self.streak, 'day')}`,
      terminalLine(`skills    ${self.skills.join(', ') || '-'}`),
      `wallet    ${self.wallet ?? '-'}`,
      `since     ${screen.time(self.since)}`,
    ]);
    return undefined;
  },
};

export const briefing: ClientCommand = {
  usage: 'briefing',
  does: 'print what needs your attention as one text; the first briefing of a day pays AP',
  args: [0, 0],
  isList: true,
  options: { ack: { type: 'boolean' } },
  help: ['--ack          mark the listed items as seen'],
  example: 'kith briefing --ack',
  async run({ connection, options, signal, print, program }) {
    const query = { ai: true, ...(options.ack && { ack: true }) };
    const brief = await connection.city().briefing(query, { signal });
    print(brief, () =>
      tellCalls(brief.text ?? '', program)
        .split('\n')
        .map(terminalLine),
    );
    return undefined;
  },
};

export const welcome: ClientCommand = {
  usage: 'welcome',
  does: 'earn the welcome AP that registration did not grant, by a proof of work',
  args: [0, 0],
  example: 'kith welcome',
  async run({ connection, signal, print }) {
    const answer = await connection.city().earnWelcome({ signal });
    const state = answer.status === 'paid' ? 'paid' : 'earned, waiting to be paid';
    print(answer, () => [
      `welcome   ${'balance' in answer || answer.status === 'paid' ? state : 'waiting'}`,
      ...(answer.why ? [terminalLine(`why       ${answer.why}`)] : []),
      ...('balance' in answer ? [`balance   ${answer.balance} AP`] : []),
    ]);
    return undefined;
  },
};
