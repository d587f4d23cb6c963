import { Type } from 'typebox';
import { asRecord, jsonDecoder, unreadable } from '../../platform/decode.ts';
import { messageOf } from '../../platform/error-fields.ts';
import type { LocalChain } from './local-chain.ts';

/** SOL balance reported for every account: this chain charges no fees. */
const fakeLamports = 1_000_000_000;

/** Solana's own limit per call. */
const maxSignatures = 1_000;

type Params = readonly unknown[];
const decodeCall = jsonDecoder(
  Type.Object({
    id: Type.Unknown(),
    method: Type.String(),
    params: Type.Optional(Type.Array(Type.Unknown())),
  }),
);

/** The JSON-RPC methods of a Solana node that payers, the facilitator and kith call. */
export class ChainRpc {
  readonly #methods: Readonly<Record<string, (params: Params) => unknown>>;

  constructor(chain: LocalChain) {
    const inContext = (value: unknown) => ({ context: { apiVersion: '2.1.0', slot: chain.slot }, value });
    this.#methods = {
      getHealth: () => 'ok',
      getSlot: () => chain.slot,
      getLatestBlockhash: () =>
        inContext({ blockhash: chain.blockhash(), lastValidBlockHeight: chain.slot + 150 }),
      isBlockhashValid: ([hash]) => inContext(chain.isBlockhashValid(String(hash))),
      getBalance: () => inContext(fakeLamports),
      getTokenAccountBalance: ([at]) => {
        const amount = chain.tokensOf(String(at));
        if (amount === undefined) throw new Error('could not find account');
        const usdc = Number(amount) / 1e6;
        return inContext({
          amount: String(amount),
          decimals: 6,
          uiAmount: usdc,
          uiAmountString: String(usdc),
        });
      },
      getAccountInfo: ([at]) => {
        const found = chain.account(String(at));
        if (!found) return inContext(null);
        return inContext({
          data: [found.data.toString('base64'), 'base64'],
          executable: false,
          lamports: fakeLamports,
          owner: found.owner,
          rentEpoch: 0,
          space: found.data.length,
        });
      },
      simulateTransaction: ([base64, options]) => {
        const verifySignatures = asRecord(options).sigVerify === true;
        const err = chain.simulate(String(base64), { verifySignatures });
        return inContext({
          err,
          logs: [],
          unitsConsumed: 5_000,
          accounts: null,
          returnData: null,
          innerInstructions: [],
        });
      },
      sendTransaction: ([base64]) => chain.send(String(base64)),
      getSignatureStatuses: ([signatures]) =>
        inContext([signatures].flat().map((each) => statusOf(chain.find(String(each))))),
      getSignaturesForAddress: ([at, options]) => {
        const { limit, before } = asRecord(options);
        const all = chain.transactionsOf(String(at));
        const first = all.findIndex(({ signature }) => signature === before) + 1;
        return all
          .slice(first, first + Math.min(Number(limit ?? maxSignatures), maxSignatures))
          .map(({ signature, slot, err, at: blockTime }) => ({
            signature,
            slot,
            err,
            blockTime,
            memo: null,
          }));
      },
      getTransaction: ([signature]) => {
        const found = chain.find(String(signature));
        if (!found) return null;
        return { slot: found.slot, blockTime: found.at, version: 0, transaction: [found.base64, 'base64'] };
      },
    };
  }

  answer(body: string): object {
    const request = decodeCall(body);
    if (request === unreadable)
      return { jsonrpc: '2.0', id: null, error: { code: -32_600, message: 'not a JSON-RPC call' } };
    const { id, method, params } = request;
    const call = this.#methods[method];
    if (!call)
      return {
        jsonrpc: '2.0',
        id,
        error: { code: -32_601, message: `the local chain does not implement ${method}` },
      };
    try {
      return { jsonrpc: '2.0', id, result: call(params ?? []) };
    } catch (error) {
      return { jsonrpc: '2.0', id, error: { code: -32_002, message: messageOf(error) } };
    }
  }
}

function statusOf(found: ReturnType<LocalChain['find']>): object | null {
  if (!found) return null;
  const { slot, err } = found;
  const status = err ? { Err: err } : { Ok: null };
  return { slot, err, confirmations: null, confirmationStatus: 'finalized', status };
}
