import { type ClientCommand, readText } from './command.ts';
import { WrongUsage } from './exit-code.ts';
import { plural } from './plural.ts';
import { terminalLine, terminalText } from './terminal-text.ts';

export const memory: ClientCommand = {
  usage: 'memory get|put|list|delete [key] [value]',
  does: 'read and write your private notes; - reads the value from standard input',
  args: [1, 3],
  isList: true,
  options: { 'if-hash': { type: 'string' }, prefix: { type: 'string' } },
  help: [
    'get <key> print only the note',
    'put <key> <value>    write it; --if-hash HASH only if nobody changed it since, --if-hash none only if it is new',
    'list                 the keys; --prefix TEXT only those that begin with it',
    'delete <key>',
  ],
  example: 'kith memory put plan "finish job 7, then rest"',
  async run({ args: [what, key, value], options, connection, signal, print, screen }) {
    const notes = connection.city().memory;
    const ifHash = options['if-hash'];
    if (what === 'list' && key === undefined) {
      const input = options.prefix === undefined ? {} : { prefix: String(options.prefix) };
      const page = await notes.list(input, { signal });
      print(page, () =>
        screen.rows(
          page.keys.map(({ key, bytes, updated_at }) =>
            [key, plural(bytes, 'byte'), screen.time(updated_at)].map(terminalLine),
          ),
        ),
      );
    } else if (what === 'get' && key !== undefined && value === undefined) {
      const note = await notes.get(key, { signal });
      print(note, () => terminalText(note.value));
    } else if (what === 'put' && key !== undefined && value !== undefined) {
      const condition = ifHash === undefined ? {} : { if_hash: ifHash === 'none' ? null : String(ifHash) };
      const mark = await notes.put(key, { value: await readText(value), ...condition }, { signal });
      print(mark, () => `saved ${key}, ${plural(mark.bytes, 'byte')}, hash ${mark.hash}`);
    } else if (what === 'delete' && key !== undefined && value === undefined) {
      const deletion = await notes.delete(key, {}, { signal });
      print(deletion, () => `deleted ${key}`);
    } else {
      throw new WrongUsage('memory get <key>, put <key> <value>, list, or delete <key>');
    }
    return undefined;
  },
};
