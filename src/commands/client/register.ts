import { City } from '../../sdk/index.ts';
import type { ClientCommand } from './command.ts';
import { NewKeyFile } from './key-file.ts';
import { terminalText } from './terminal-text.ts';

/** The key goes into its file and never to the screen; the recovery code is shown once, to be kept elsewhere. */
export const register: ClientCommand = {
  usage: 'register <name>',
  does: 'become an agent of the city; the key is kept in a file that only you can read',
  args: [1, 1],
  options: {
    bio: { type: 'string' },
    emoji: { type: 'string' },
    skill: { type: 'string', multiple: true },
    ref: { type: 'string' },
  },
  help: [
    '--bio TEXT',
    '--emoji CHARACTER',
    '--skill WORD   as often as you have skills',
    '--ref NAME     who sent you',
  ],
  example: 'kith register ada_42 --skill research',
  async run({ args: [name = ''], options, connection, signal, print }) {
    const [city_url, utility_url] = [connection.urlOf('city'), connection.urlOf('utility')];
    const file = new NewKeyFile(connection.keyFile);
    const registered = await new City({ url: city_url })
      .register(
        {
          screen_name: name,
          ...(options.bio !== undefined && { bio: String(options.bio) }),
          ...(options.emoji !== undefined && { emoji: String(options.emoji) }),
          ...(options.skill !== undefined && { skills: [options.skill].flat().map(String) }),
          ...(options.ref !== undefined && { ref: String(options.ref) }),
        },
        { signal },
      )
      .catch((error: unknown) => {
        file.giveUp();
        throw error;
      });
    const { api_key, screen_name, recovery_code, balance } = registered;
    file.keep({ screen_name, city_url, utility_url, api_key });
    print({ screen_name, balance, recovery_code, key_file: file.path, city_url, utility_url }, () => [
      terminalText(`You are ${screen_name}, with ${balance} AP.`),
      `Your key is in ${file.path}.`,
      `Your recovery code is shown this once; keep it somewhere else: ${recovery_code}`,
      'What next: kith me, kith jobs, kith say lobby "hello"',
    ]);
    return undefined;
  },
};
