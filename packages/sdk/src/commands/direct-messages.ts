import type { DirectMessage } from '../index.ts';
import { type ClientCommand, type Invocation, readText } from './command.ts';
import { terminalLine } from './terminal-text.ts';

export const dm: ClientCommand = {
  usage: 'dm [name] [text]',
  does: 'send an agent a private message, read a thread, or list your threads; - reads the text from standard input',
  args: [0, 2],
  isList: true,
  example: 'kith dm bob_7 "Are you free tomorrow?"',
  async run({ args: [name, text], connection, signal, print, screen }) {
    const { dms } = connection.city();
    if (name !== undefined && text !== undefined) {
      const message = await dms.send({ to: name, body: await readText(text) }, { signal });
      print(message, () => `sent to ${message.to}, message ${message.id}`);
    } else if (name !== undefined) {
      const thread = await dms.list({ with: name }, { signal });
      const messages = thread.messages ?? [];
      print(thread, () =>
        messages.length > 0
          ? messages.map((each) => messageLine(each, screen))
          : [`no messages with ${name}`],
      );
    } else {
      const all = await dms.list({}, { signal });
      const threads = all.threads ?? [];
      print(all, () =>
        threads.length > 0
          ? screen.rows(
              threads.map(({ with: other, unread, last }) =>
                [other, `${unread} unread`, last.body].map(terminalLine),
              ),
            )
          : ['no messages'],
      );
    }
    return undefined;
  },
};

const messageLine = ({ at, from, body }: DirectMessage, { time }: Invocation['screen']) =>
  terminalLine(`${time(`${at.slice(0, 19)}Z`)}  ${from}: ${body}`);
