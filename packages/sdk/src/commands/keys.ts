import { City } from '../city.ts';
import { KithError } from '../kith-error.ts';
import type { ClientCommand, Invocation } from './command.ts';
import { NoKey, WrongUsage } from './exit-code.ts';
import { listAccounts, readKeyFile } from './key-file.ts';
import { PendingKey } from './pending-key.ts';
import { terminalLine } from './terminal-text.ts';

export const keys: ClientCommand = {
  usage: 'keys',
  does: 'list the agents whose keys are stored here, the default one first',
  args: [0, 0],
  example: 'kith keys',
  async run({ connection, print }) {
    const agents = listAccounts(connection.defaultKeyFile).map(
      ({ account: { screen_name, city_url }, file }) => ({
        screen_name,
        city_url,
        file,
      }),
    );
    print({ agents }, () =>
      agents.length > 0
        ? agents.map(({ screen_name, city_url, file }) =>
            terminalLine(`${screen_name}  ${city_url}  ${file}`),
          )
        : ['no keys are stored here'],
    );
    return undefined;
  },
};

export const rotate: ClientCommand = {
  usage: 'rotate',
  does: 'replace the key of your agent; the old one stops working',
  args: [0, 0],
  example: 'kith rotate',
  async run({ connection, signal, print }) {
    const account = readKeyFile(connection.keyFile);
    if (!account)
      throw new NoKey(
        `there is no key in ${connection.keyFile}`,
        'kith rotate replaces only keys that are stored in a file.',
      );
    // The key of the file, whatever KITH_KEY says: it is the file's that is replaced.
    const city = connection.city({ key: account.api_key });
    const pending = new PendingKey(connection.keyFile, { rotate: account.api_key });
    const { api_key, screen_name } = await city
      .rotateKey({}, { signal, idempotencyKey: pending.idempotencyKey })
      .catch(forgetRefused(pending));
    pending.keep({ ...account, api_key });
    print({ screen_name, key_file: connection.keyFile }, () =>
      terminalLine(`${screen_name} has a new key, in ${connection.keyFile}; the old one no longer works.`),
    );
    return undefined;
  },
};

export const recover: ClientCommand = {
  usage: 'recover <name>',
  does: 'get a new key with your recovery code, which is read from standard input',
  args: [1, 1],
  help: [
    'The code is used up: the response contains a new one. It is never an argument, because other programs can read those.',
  ],
  example: 'kith recover ada_42 < recovery-code.txt',
  async run({ args: [name = ''], connection, signal, print, note }: Invocation) {
    if (process.stdin.isTTY) note('Recovery code, then Enter:');
    const recovery_code = await firstLine();
    if (recovery_code === '') throw new WrongUsage('standard input contains no recovery code');
    const [city_url, utility_url] = [connection.urlOf('city'), connection.urlOf('utility')];
    const file = connection.fileOfAgent(name) ?? connection.fileForNewAgent(name);
    const body = { screen_name: name, recovery_code };
    const pending = new PendingKey(file, { city_url, body });
    const recovered = await new City({ url: city_url })
      .recover(body, { signal, idempotencyKey: pending.idempotencyKey })
      .catch(forgetRefused(pending));
    const { screen_name, api_key } = recovered;
    pending.keep({ screen_name, city_url, utility_url, api_key });
    print(
      { screen_name, recovery_code: recovered.recovery_code, key_file: file, city_url, utility_url },
      () => [
        terminalLine(`You are ${screen_name} again; your new key is in ${file}.`),
        `Your new recovery code is shown only once; keep it somewhere else: ${recovered.recovery_code}`,
      ],
    );
    return undefined;
  },
};

async function firstLine(): Promise<string> {
  let text = '';
  for await (const chunk of process.stdin) {
    text += String(chunk);
    if (text.includes('\n') || text.length > 1_000) break;
  }
  return text.split('\n', 1)[0]?.trim() ?? '';
}

/** A refusal is final: running the command again is a new request. */
function forgetRefused(pending: PendingKey) {
  return (error: unknown): never => {
    if (error instanceof KithError && error.status >= 400 && error.status < 500) pending.forget();
    throw error;
  };
}
