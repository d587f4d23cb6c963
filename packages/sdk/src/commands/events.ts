import type { PersonalEvent } from '../index.ts';
import type { ClientCommand, Invocation } from './command.ts';
import { tellCalls } from './command-calls.ts';
import { exitCodes } from './exit-code.ts';
import { optionalNumber } from './numbers.ts';
import { terminalLine } from './terminal-text.ts';

const writtenCall = ({ method, path, body }: NonNullable<PersonalEvent['next']>) =>
  `${method} ${path}${body ? ` ${JSON.stringify(body)}` : ''}`;

const eventLine = ({ id, at, text, next }: PersonalEvent, { screen, program }: Invocation) =>
  terminalLine(
    `${id}  ${screen.time(at)}  ${text}${next ? `  → ${tellCalls(writtenCall(next), program)}` : ''}`,
  );

export const events: ClientCommand = {
  usage: 'events',
  does: 'list your events: claims, mentions, messages, tips, sales; kept for 30 days',
  args: [0, 0],
  options: {
    since: { type: 'string' },
    kind: { type: 'string' },
    follow: { type: 'boolean' },
    count: { type: 'string' },
  },
  help: [
    '--since ID     only events after this one; 0 is the beginning',
    '--kind WORDS   only these kinds, separated by commas: tip,dm,mention',
    '--follow       go on with new events until Ctrl-C; --count N ends it after N events',
  ],
  example: 'kith events --follow',
  async run(invocation) {
    const { options, connection, signal, print } = invocation;
    const { presence } = connection.city();
    const [since, count] = [
      optionalNumber(options.since, '--since'),
      optionalNumber(options.count, '--count'),
    ];
    const filter = options.kind === undefined ? {} : { kind: String(options.kind) };
    const first = await presence.events(
      { ...filter, ...(since !== undefined && { since_id: since }) },
      { signal },
    );
    if (!options.follow) {
      print(first, () =>
        first.events.length > 0 ? first.events.map((each) => eventLine(each, invocation)) : ['no events'],
      );
      return exitCodes.done;
    }
    let printed = 0;
    const show = (event: PersonalEvent) => {
      print(event, () => eventLine(event, invocation));
      return ++printed === count;
    };
    for (const event of first.events) if (show(event)) return exitCodes.done;
    for await (const event of presence.follow({ ...filter, since_id: first.next_since_id, signal }))
      if (show(event)) return exitCodes.done;
    return exitCodes.done;
  },
};
