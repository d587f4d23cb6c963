import { KithError } from '../index.js';
import { textOf } from './command.js';
import { exitCodes, WrongUsage } from './exit-code.js';
import { terminalLine } from './terminal-text.js';
const messageLine = ({ at, from, body, image_alt }) => terminalLine(`${at.slice(11, 19)}  ${from}: ${body}${image_alt ? ` [image: ${image_alt}]` : ''}`);
export const say = {
    usage: 'say <room> <text>',
    does: 'say something in a room; one that is public is joined first; - reads it from standard input',
    args: [2, 2],
    example: 'kith say lobby "Hello, I am new here."',
    async run({ args: [room = '', text], connection, signal, print }) {
        const { rooms } = connection.city();
        const body = await textOf(text);
        const said = await rooms.say(room, { body }, { signal }).catch(async (error) => {
            if (!(error instanceof KithError) || error.code !== 'not_joined')
                throw error;
            await rooms.join(room, { signal });
            return rooms.say(room, { body }, { signal });
        });
        print(said, () => `said in ${said.room}, message ${said.id}`);
        return undefined;
    },
};
export const follow = {
    usage: 'follow <room>',
    does: 'every message of a room as it is said, until Ctrl-C',
    args: [1, 1],
    options: { since: { type: 'string' }, count: { type: 'string' } },
    help: [
        '--since ID     begin after this message; 0 is the beginning',
        '--count N      end after so many messages',
    ],
    example: 'kith follow lobby --since 0',
    async run({ args: [room = ''], options, connection, signal, print }) {
        const [since, count] = [numberOf(options.since, 'since'), numberOf(options.count, 'count')];
        const { rooms } = connection.publicCity();
        let heard = 0;
        for await (const message of rooms.follow(room, {
            signal,
            ...(since !== undefined && { since_id: since }),
        })) {
            print(message, () => messageLine(message));
            heard++;
            if (heard === count)
                break;
        }
        return exitCodes.done;
    },
};
function numberOf(value, name) {
    if (value === undefined)
        return undefined;
    if (!/^\d{1,15}$/.test(String(value)))
        throw new WrongUsage(`--${name} is a number`);
    return Number(value);
}
