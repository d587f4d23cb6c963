import type { UtilityTypes } from '../index.ts';
import type { ClientCommand, Invocation } from './command.ts';
import { WrongUsage } from './exit-code.ts';
import { terminalLine } from './terminal-text.ts';
import { StoredWebhookSecrets } from './webhook-secrets.ts';

type Watched = Pick<UtilityTypes.Watch, 'watch_id' | 'kind' | 'target' | 'status' | 'next_check_at'>;

const watchCells = (
  { watch_id, kind, target, status, next_check_at }: Watched,
  { time }: Pick<Invocation['screen'], 'time'>,
) => [watch_id, status, `${kind} ${target}`, `next check ${time(next_check_at)}`].map(terminalLine);

export const watch: ClientCommand = {
  usage: 'watch add|list|show|check|test|remove …',
  does: 'check a target around the clock, and report its changes',
  args: [1, 3],
  isList: true,
  options: { notify: { type: 'string' }, chain: { type: 'string' } },
  help: [
    'add <kind> <target>  endpoint, page, dns, token-supply or wallet; --notify URL is called on change, --chain NAME',
    'list                 your watches',
    'show <id>            one, with its changes',
    'check <id>           check now, at most once per minute',
    'test <id>            send a test webhook to its --notify address',
    'remove <id>',
  ],
  example: 'kith watch add page https://example.org/ --notify https://my.example/hook',
  async run({ args: [what, ...rest], options, connection, signal, print, screen, program }) {
    const { watches } = connection.utility();
    const secrets = new StoredWebhookSecrets(connection.defaultKeyFile);
    const [id = '', target = ''] = rest;
    if (what === 'add' && rest.length === 2) {
      const input = {
        kind: id,
        target,
        ...(options.notify !== undefined && { notify: String(options.notify) }),
        ...(options.chain !== undefined && { chain: String(options.chain) }),
      } as UtilityTypes.CreateWatchInput;
      const created = await watches.create(input, { signal });
      secrets.keep(created.watch_id, created.secret);
      print(created, () => [
        terminalLine(
          `${created.watch_id} watches ${created.kind} ${created.target}; next check ${screen.time(created.next_check_at)}`,
        ),
        `Its webhooks are signed with this secret, shown only once; ${program} listen uses it: ${created.secret}`,
      ]);
    } else if (what === 'list' && rest.length === 0) {
      const all = await watches.list({ signal });
      print(all, () =>
        all.watches.length > 0
          ? screen.rows(all.watches.map((each) => watchCells(each, screen)))
          : ['no watches'],
      );
    } else if (what === 'show' && rest.length === 1) {
      const one = await watches.get(id, {}, { signal });
      print(one, () => [
        watchCells(one, screen).join('  '),
        ...one.changes.map(({ at, summary }) => terminalLine(`  ${screen.time(at)}  ${summary}`)),
      ]);
    } else if (what === 'check' && rest.length === 1) {
      const checked = await watches.check(id, { signal });
      print(checked, () => watchCells(checked, screen).join('  '));
    } else if (what === 'test' && rest.length === 1) {
      const webhook = await watches.test(id, { signal });
      print(webhook, () => `sent the test webhook ${webhook.webhook_id}`);
    } else if (what === 'remove' && rest.length === 1) {
      const deleted = await watches.delete(id, { signal });
      secrets.forget(id);
      print(deleted, () => `removed ${id}`);
    } else {
      throw new WrongUsage(
        'watch add <kind> <target>, list, show <id>, check <id>, test <id>, or remove <id>',
      );
    }
    return undefined;
  },
};
