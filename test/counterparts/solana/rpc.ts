import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { SolanaLedger } from './ledger.ts';

export interface SolanaRpc {
  readonly url: string;
  /** Down: connections are cut, as by a dead node. */
  down: boolean;
  /** Lagging: signatures are listed by a node that is behind the others. */
  lagging: boolean;
  close(): Promise<void>;
}

type Params = readonly string[];
type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Solana's own limit per call. */
const maxSignatures = 1_000;
const lagSlots = 200;
interface SignatureOptions {
  readonly limit?: number;
  readonly before?: string;
  readonly minContextSlot?: number;
}

/** The JSON-RPC API of a Solana node, as far as payer, facilitator and kith use it. */
export async function startSolanaRpc(ledger: SolanaLedger): Promise<SolanaRpc> {
  const inContext = (value: unknown) => ({ context: { apiVersion: '2.1.0', slot: ledger.slot }, value });
  const methods: Record<string, (params: Params) => unknown> = {
    getLatestBlockhash: () =>
      inContext({ blockhash: ledger.blockhash(), lastValidBlockHeight: ledger.slot + 150 }),
    isBlockhashValid: ([hash]) => inContext(hash === ledger.blockhash()),
    getAccountInfo: ([at]) => {
      const found = ledger.account(at!);
      if (!found) return inContext(null);
      const { data, lamports, owner } = found;
      const content = Buffer.from(data).toString('base64');
      return inContext({
        data: [content, 'base64'],
        executable: false,
        lamports: Number(lamports),
        owner,
        rentEpoch: 0,
        space: data.length,
      });
    },
    simulateTransaction: ([base64, options]) => {
      const { sigVerify } = (options ?? {}) as unknown as { sigVerify?: boolean };
      const { err, logs, units } = ledger.simulate(base64!, sigVerify === true);
      return inContext({
        err,
        logs,
        unitsConsumed: units,
        accounts: null,
        returnData: null,
        innerInstructions: [],
      });
    },
    sendTransaction: ([base64]) => ledger.send(base64!),
    getSignatureStatuses: ([signatures]) =>
      inContext(
        (signatures as unknown as string[]).map((signature) => {
          const found = ledger.landed.find((each) => each.signature === signature);
          if (!found) return null;
          const { slot, err } = found;
          return {
            slot,
            err,
            confirmations: null,
            confirmationStatus: 'finalized',
            status: err ? { Err: err } : { Ok: null },
          };
        }),
      ),
    getSignaturesForAddress: ([at, options]) => {
      const { limit = maxSignatures, before, minContextSlot = 0 } = (options ?? {}) as SignatureOptions;
      if (limit > maxSignatures) throw new Error(`Invalid limit; max ${maxSignatures}`);
      const slot = rpc.lagging ? ledger.slot - lagSlots : ledger.slot;
      if (minContextSlot > slot) throw new Error('Minimum context slot has not been reached');
      const all = ledger.landed.filter((each) => each.slot <= slot && each.accounts.includes(at!));
      const first = before === undefined ? 0 : all.findIndex(({ signature }) => signature === before) + 1;
      return all
        .slice(first, first + limit)
        .map(({ signature, slot, err, at: blockTime }) => ({ signature, slot, err, blockTime, memo: null }));
    },
    getTransaction: ([signature]) => {
      const found = ledger.landed.find((each) => each.signature === signature);
      if (!found) return null;
      return { slot: found.slot, blockTime: found.at, version: 0, transaction: [found.base64, 'base64'] };
    },
  };

  const answer = (said: string): unknown => {
    const { id, method, params } = JSON.parse(said) as { id: unknown; method: string; params: Params };
    const call = methods[method];
    if (!call) return { jsonrpc: '2.0', id, error: { code: -32601, message: `no method ${method}` } };
    try {
      return { jsonrpc: '2.0', id, result: call(params ?? []) };
    } catch (error) {
      return { jsonrpc: '2.0', id, error: { code: -32002, message: (error as Error).message } };
    }
  };
  const rpc: Mutable<SolanaRpc> = {
    url: '',
    down: false,
    lagging: false,
    close: () => closed(server),
  };
  const server = createServer(async (request, response) => {
    if (rpc.down) return void request.socket.destroy();
    const said = await text(request);
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer(said)));
  });
  rpc.url = await listening(server);
  return rpc;
}

export async function listening(server: Server, port = 0): Promise<string> {
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export async function closed(server: Server): Promise<void> {
  const done = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await done;
}
