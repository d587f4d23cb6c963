import { parseArgs } from 'node:util';
import { toRpcUrls } from '../app/settings/upstreams.ts';
import type { Config } from '../app/settings.ts';
import { systemClock } from '../platform/clock.ts';
import { httpUrls } from '../platform/config/parse.ts';
import { BadSetting } from '../platform/config/setting.ts';
import { messageOf } from '../platform/error-fields.ts';
import { createDns } from '../platform/outbound/dns.ts';
import { createOutbound, type Outbound } from '../platform/outbound/outbound.ts';
import { chainKeys, chains } from '../utility/chains/chain.ts';
import { ChainReader } from '../utility/chains/chain-reader.ts';
import { checkSet, type ResolverVerdict } from '../utility/resolvers/check.ts';
import { currentSet, findSet, publishedSets, type ResolverSet } from '../utility/resolvers/resolver-set.ts';
import { version } from '../version.ts';

/** Nothing is cached here, so the block time does not matter. */
const blockS = 12;

/** `kith resolvers …`, for the resolver allow-list; undefined if there is no such command. */
export async function resolversCommand(
  config: Config,
  [command, ...args]: string[],
): Promise<number | undefined> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { set: { type: 'string' }, rpc: { type: 'string', multiple: true }, json: { type: 'boolean' } },
  });
  if (positionals.length > 0) return undefined;
  if (command === 'list') return list(values.json === true);
  if (command !== 'check') return undefined;
  const set = values.set === undefined ? currentSet : findSet(values.set);
  if (!set) throw new BadSetting(`there is no set ${values.set}: kith resolvers list shows all`);
  return check(set, config, values.rpc ?? [], values.json === true);
}

function list(json: boolean): number {
  for (const set of publishedSets) {
    if (json) {
      const { set_id, as_of, resolvers: members } = set;
      const row = { set_id, as_of, members: members.length, current: set === currentSet };
      process.stdout.write(`${JSON.stringify(row)}\n`);
      continue;
    }
    const now = set === currentSet ? '  current' : '';
    process.stdout.write(`${set.set_id}  ${set.as_of}  ${set.resolvers.length} members${now}\n`);
  }
  return 0;
}

/** Returns 0 only if every reachable entry is correct; an endpoint that does not respond proves nothing. */
async function check(
  set: ResolverSet,
  config: Config,
  rpc: readonly string[],
  json: boolean,
): Promise<number> {
  const dns = createDns({ servers: config.dnsServers });
  const outbound = createOutbound({ dns, userAgent: `kith/${version}`, allow: config.outboundAllow });
  const readers = createReaders(set, config, rpc, outbound);
  const counts = { holds: 0, wrong: 0, unknown: 0 };
  let unanswered = 0;
  try {
    if (!json) process.stdout.write(`set ${set.set_id} as of ${set.as_of}\n`);
    for await (const verdict of checkSet(set, readers)) {
      counts[verdict.state] += 1;
      if (verdict.state === 'unknown' && readers.has(verdict.resolver.chain)) unanswered += 1;
      process.stdout.write(
        json ? `${JSON.stringify({ set_id: set.set_id, ...verdict })}\n` : formatVerdict(verdict),
      );
    }
  } finally {
    outbound.close();
    dns.close();
  }
  if (!json) {
    process.stdout.write(
      `${counts.holds} are right, ${counts.wrong} are wrong, ${counts.unknown} were not checked\n`,
    );
  }
  return counts.wrong === 0 && unanswered === 0 && counts.holds > 0 ? 0 : 1;
}

function formatVerdict(verdict: ResolverVerdict): string {
  const { chain, system, address, contract, status } = verdict.resolver;
  const label = { holds: 'holds', wrong: 'WRONG: ', unknown: 'not checked: ' }[verdict.state];
  const reason =
    verdict.state === 'wrong' ? verdict.proofs.join('; ') : verdict.state === 'unknown' ? verdict.why : '';
  return `${chain} ${system} ${address} ${contract}, ${status}: ${label}${reason}\n`;
}

/** Endpoints from the settings, and from the command line for chains without one. */
function createReaders(set: ResolverSet, config: Config, rpc: readonly string[], outbound: Outbound) {
  const urls = new Map<string, readonly string[]>();
  for (const key of chainKeys) urls.set(`eip155:${chains[key].id}`, toRpcUrls(config)[key]);
  for (const option of rpc) {
    const [, chain = '', list = ''] = /^(eip155:\d+)=(.*)$/.exec(option) ?? [];
    if (!set.chains[chain]) {
      throw new BadSetting(`--rpc must be one of ${Object.keys(set.chains).join(', ')}, =, and addresses`);
    }
    urls.set(chain, readUrls(list));
  }
  return new Map(
    Object.entries(set.chains).flatMap(([id, name]) => {
      const nodes = urls.get(id);
      const chain = { id: Number(id.slice('eip155:'.length)), name, blockS };
      return nodes ? [[id, new ChainReader({ chain, urls: nodes, outbound, clock: systemClock })]] : [];
    }),
  );
}

function readUrls(raw: string): string[] {
  try {
    return httpUrls(raw);
  } catch (error) {
    throw new BadSetting(`--rpc ${messageOf(error)}`);
  }
}
