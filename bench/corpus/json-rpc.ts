import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { systemClock } from '../../src/platform/clock.ts';
import { parseNetwork } from '../../src/platform/outbound/address.ts';
import { createDns } from '../../src/platform/outbound/dns.ts';
import { createOutbound } from '../../src/platform/outbound/outbound.ts';
import { SkillCall } from '../../src/utility/catalogue/call.ts';
import { bindSkills } from '../../src/utility/catalogue/skill.ts';
import { chains as knownChains } from '../../src/utility/chains/chain.ts';
import { ChainReader } from '../../src/utility/chains/chain-reader.ts';
import { RpcNode } from '../../src/utility/chains/rpc-node.ts';
import { evmAddressIntel } from '../../src/utility/skills/evm-address-intel.ts';
import { txStatus } from '../../src/utility/skills/tx-status.ts';
import { type Exchange, type Recorded, recordedNode } from './recorded-node.ts';
import { type MeasureOptions, type Score, Tally } from './score.ts';

type Run = (skill: string, params: Record<string, string>) => Promise<Record<string, unknown>>;
type Peer = typeof import('./peers/viem.ts') | undefined;
type Fields = Readonly<Record<string, string | null | undefined>>;

/** Responses of real nodes, replayed by a node on loopback and read by the skills themselves. */
export async function measure(corpora: string, { peers }: MeasureOptions): Promise<Score[]> {
  const peer = peers ? await import('./peers/viem.ts') : undefined;
  const exchanges = globSync('*/*.io', { cwd: path.join(corpora, 'json-rpc') })
    .sort()
    .flatMap((file) => exchangesOf(readFileSync(path.join(corpora, 'json-rpc', file), 'utf8')));
  const node = await recordedNode(exchanges);
  const dns = createDns({ servers: ['127.0.0.1:9'] });
  const outbound = createOutbound({ dns, userAgent: 'kith/bench', allow: [parseNetwork('127.0.0.0/8')] });
  const id = Number(node.resultOf('eth_chainId', []));
  const deps = { outbound, clock: systemClock };
  const reader = new ChainReader({ chain: { ...knownChains.base, id }, urls: [node.url], ...deps });
  const chains = { eth: reader, base: reader, arbitrum: reader, optimism: reader, polygon: reader };
  const skills = bindSkills([txStatus, evmAddressIntel], { chains });
  const run: Run = async (id, params) => {
    const call = new SkillCall({ signal: AbortSignal.timeout(10_000), maxAgeS: 0 });
    return (await skills.find((each) => each.id === id)?.run({ ...params, chain: 'base' }, call)) ?? {};
  };
  try {
    return [
      await measureAnswers(exchanges, new RpcNode({ url: node.url, chainId: id, ...deps })),
      await measureTransactions(node, run, peer),
      await measureAccounts(node, run, peer),
    ];
  } finally {
    outbound.close();
    dns.close();
    node.close();
  }
}

function exchangesOf(text: string): Exchange[] {
  const lines = (mark: string) =>
    text.split('\n').flatMap((line) => (line.startsWith(mark) ? [JSON.parse(line.slice(mark.length))] : []));
  const answers = lines('<<');
  return lines('>>').map(({ method, params = [] }, at) => ({ method, params, answer: answers[at] }));
}

/** Every recorded response: its result unchanged, or its error with the reason. */
async function measureAnswers(exchanges: readonly Exchange[], node: RpcNode): Promise<Score> {
  const tally = new Tally();
  for (const { method, params, answer } of exchanges) {
    const [outcome] = await node.ask(
      [{ method, params, acceptedError: 'fail' }],
      AbortSignal.timeout(10_000),
    );
    const right = answer.error
      ? outcome?.ok === false && outcome.reason.length > 0
      : outcome?.ok === true && isDeepStrictEqual(outcome.result, answer.result);
    tally.case(right, () => `${method} ${JSON.stringify([params, outcome, answer]).slice(0, 600)}`);
  }
  return tally.score('recorded answers read', 1);
}

async function measureTransactions(node: Recorded, run: Run, peer: Peer): Promise<Score> {
  const tally = new Tally();
  for (const [hash] of node.paramsOf('eth_getTransactionReceipt') as [string][]) {
    const receipt = node.resultOf('eth_getTransactionReceipt', [hash]) as Fields | null;
    const sent = node.resultOf('eth_getTransactionByHash', [hash]) as Fields | null;
    const answer = await run('tx-status', { hash });
    const got = [
      // Receipts from before Byzantium have no status to compare with.
      receipt && receipt.status === undefined ? null : answer.status,
      answer.block,
      lower(answer.from),
      lower(answer.to),
      lower(answer.contract_address),
      answer.nonce,
      answer.value_wei,
      answer.gas_used,
      answer.fee_wei,
    ];
    const wanted = receipt && sent ? readFacts(receipt, sent) : ['not_found', ...Array(8).fill(null)];
    tally.case(isDeepStrictEqual(got, wanted), () => JSON.stringify({ hash, got, wanted }));
    if (peer) tally.peer('viem', isDeepStrictEqual(await peer.transactionByViem(node.url, hash), wanted));
  }
  return tally.score('transactions: status, parties, gas and cost', 1);
}

/** The fields of the receipt and of the transaction. */
function readFacts(receipt: Fields, sent: Fields): unknown[] {
  const whole = (value: string | null | undefined) => BigInt(value ?? '0x0');
  const blobs = whole(receipt.blobGasUsed) * whole(receipt.blobGasPrice);
  return [
    receipt.status === undefined ? null : receipt.status === '0x1' ? 'success' : 'failed',
    Number(receipt.blockNumber),
    receipt.from,
    receipt.to ?? null,
    receipt.contractAddress ?? null,
    Number(sent.nonce),
    whole(sent.value).toString(),
    Number(receipt.gasUsed),
    (whole(receipt.gasUsed) * whole(receipt.effectiveGasPrice) + blobs).toString(),
  ];
}

async function measureAccounts(node: Recorded, run: Run, peer: Peer): Promise<Score> {
  const tally = new Tally();
  const asked = node.paramsOf('eth_getCode') as [string, string?][];
  for (const [address] of asked.filter(([, block]) => block === 'latest')) {
    const code = String(node.resultOf('eth_getCode', [address, 'latest'])).slice(2);
    const delegated = code.startsWith('ef0100') ? `0x${code.slice(6)}` : null;
    const answer = await run('evm-address-intel', { address });
    const got = [answer.type, answer.bytecode_size, lower(answer.delegated_to)];
    const wanted = [code !== '' && !delegated ? 'contract' : 'eoa', code.length / 2, delegated];
    tally.case(isDeepStrictEqual(got, wanted), () => JSON.stringify({ address, got, wanted }));
    if (peer) tally.peer('viem', isDeepStrictEqual(await peer.accountByViem(node.url, address), wanted));
  }
  return tally.score('accounts: kind, code and delegation', 1);
}

const lower = (value: unknown): unknown => (typeof value === 'string' ? value.toLowerCase() : value);
