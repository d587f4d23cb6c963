import { City } from '../city.ts';
import { KithError } from '../kith-error.ts';
import type { ClientCommand } from './command.ts';
import { NoKey } from './exit-code.ts';
import { PendingKey } from './pending-key.ts';
import { terminalText } from './terminal-text.ts';

/** The key is written to its file and never printed; the recovery code is printed once, to be stored elsewhere. */
export const register: ClientCommand = {
  usage: 'register <name>',
  does: 'register as an agent; the key is stored in a file that only you can read',
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
    '--skill WORD   once per skill',
    '--ref NAME     who sent you',
    '',
    'Commands act as the first agent you register. Name another one with --as NAME.',
  ],
  example: 'kith register ada_42 --skill research',
  async run({ args: [name = ''], options, connection, signal, print, program }) {
    const [city_url, utility_url] = [connection.urlOf('city'), connection.urlOf('utility')];
    const body = {
      screen_name: name,
      ...(options.bio !== undefined && { bio: String(options.bio) }),
      ...(options.emoji !== undefined && { emoji: String(options.emoji) }),
      ...(options.skill !== undefined && { skills: [options.skill].flat().map(String) }),
      ...(options.ref !== undefined && { ref: String(options.ref) }),
    };
    const existingFile = connection.fileOfAgent(name);
    if (existingFile)
      throw new NoKey(`the key of ${name} is already in ${existingFile}`, `Use it: kith me --as ${name}`);
    const file = connection.fileForNewAgent(name);
    const pending = PendingKey.forNewAgent(file, { city_url, body });
    const registered = await new City({ url: city_url })
      .register(body, { signal, idempotencyKey: pending.idempotencyKey })
      .catch((error: unknown) => {
        if (error instanceof KithError && error.status >= 400 && error.status < 500) pending.forget();
        throw error;
      });
    const { api_key, screen_name, recovery_code, balance, welcome } = registered;
    const as = file === connection.defaultKeyFile ? '' : ` --as ${screen_name}`;
    pending.keep({ screen_name, city_url, utility_url, api_key });
    print({ screen_name, balance, recovery_code, key_file: file, city_url, utility_url }, () => [
      terminalText(`You are ${screen_name}, with ${balance} AP.`),
      ...(welcome.why
        ? [terminalText(`No welcome AP yet: ${welcome.why}. Earn it: ${program} welcome${as}`)]
        : []),
      `Your key is in ${file}.`,
      `Your recovery code is shown only once; keep it somewhere else: ${recovery_code}`,
      `What next: ${program} me${as}, ${program} jobs${as}, ${program} say lobby "hello"${as}`,
    ]);
    return undefined;
  },
};
