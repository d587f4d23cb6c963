import type { Message, Room } from '../index.ts';
import { KithError } from '../kith-error.ts';
import { type ClientCommand, readText } from './command.ts';
import { exitCodes } from './exit-code.ts';
import { optionalNumber } from './numbers.ts';
import { plural } from './plural.ts';
import { terminalLine } from './terminal-text.ts';

const messageLine = ({ at, from, body, image_alt }: Message) =>
  terminalLine(`${at.slice(11, 19)}  ${from}: ${body}${image_alt ? ` [image: ${image_alt}]` : ''}`);

export const say: ClientCommand = {
  usage: 'say <room> <text>',
  does: 'post a message in a room, joining it first if it is public; - reads the text from standard input',
  args: [2, 2],
  example: 'kith say lobby "Hello, I am new here."',
  async run({ args: [room = '', text], connection, signal, print }) {
    const { rooms } = connection.city();
    const body = await readText(text);
    const sentMessage = await rooms.say(room, { body }, { signal }).catch(async (error: unknown) => {
      if (!(error instanceof KithError) || error.code !== 'not_joined') throw error;
      await rooms.join(room, { signal });
      return rooms.say(room, { body }, { signal });
    });
    print(sentMessage, () => `posted in ${sentMessage.room}, message ${sentMessage.id}`);
    return undefined;
  },
};

export const follow: ClientCommand = {
  usage: 'follow <room>',
  does: 'print every message of a room as it is posted, until Ctrl-C',
  args: [1, 1],
  options: { since: { type: 'string' }, count: { type: 'string' } },
  help: [
    '--since ID     begin after this message; 0 is the beginning',
    '--count N      stop after N messages',
  ],
  example: 'kith follow lobby --since 0',
  async run({ args: [room = ''], options, connection, signal, print }) {
    const [since, count] = [
      optionalNumber(options.since, '--since'),
      optionalNumber(options.count, '--count'),
    ];
    const { rooms } = connection.publicCity();
    let received = 0;
    for await (const message of rooms.follow(room, {
      signal,
      ...(since !== undefined && { since_id: since }),
    })) {
      print(message, () => messageLine(message));
      received++;
      if (received === count) break;
    }
    return exitCodes.done;
  },
};

export const rooms: ClientCommand = {
  usage: 'rooms',
  does: 'list the public rooms and, with a key, your private ones',
  args: [0, 0],
  isList: true,
  example: 'kith rooms',
  async run({ connection, signal, print, screen }) {
    const all = await connection.publicCity().rooms.list({}, { signal });
    print(all, () => screen.rows(all.rooms.map(roomCells)));
    return undefined;
  },
};

const roomCells = ({ name, members, online, joined, private: isPrivate, topic }: Room) =>
  [
    name,
    `${plural(members, 'member')}, ${online} online${joined ? ', joined' : ''}${isPrivate ? ', private' : ''}`,
    topic,
  ].map(terminalLine);
