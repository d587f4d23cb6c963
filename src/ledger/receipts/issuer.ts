import canonicalize from 'canonicalize';
import type { Clock } from '../../platform/clock.ts';
import { compiledStatement } from '../../platform/db/compiled-statement.ts';
import { pipelineWrite, type Transact, type Tx } from '../../platform/db/transaction.ts';
import { storeReceipt } from '../../platform/http/idempotency.ts';
import type { PaidResponse, Receipts } from '../../platform/http/paid-responses.ts';
import type { LogKeys } from '../log-keys.ts';
import type { NoteSigner } from '../proof/note.ts';
import { receiptHash, sha256Hex, signReceipt } from '../proof/receipt.ts';

/** Signing keys change a few times per year, so they are cached instead of queried for each receipt. */
const signerCacheMs = 10_000;

/** Signs receipts and stores their hashes for the log, before the response is sent. */
export class ReceiptIssuer implements Receipts {
  readonly #keys: LogKeys;
  readonly #transaction: Transact;
  readonly #clock: Clock;
  #signer: { signer: NoteSigner; readMs: number } | undefined;

  constructor(deps: { keys: LogKeys; transaction: Transact; clock: Clock }) {
    this.#keys = deps.keys;
    this.#transaction = deps.transaction;
    this.#clock = deps.clock;
  }

  async issue(paid: PaidResponse): Promise<string> {
    const note = makeReceipt(await this.#currentSigner(), paid, this.#clock.now());
    const receipt = Buffer.from(note).toString('base64');
    return this.#transaction(async (tx) => {
      const kept = paid.idempotency ? await storeReceipt(tx, paid.idempotency, receipt) : receipt;
      if (kept === receipt) {
        pipelineWrite(tx, insertLeaf(tx, { hash: receiptHash(note) }));
      }
      return kept;
    });
  }

  async #currentSigner(): Promise<NoteSigner> {
    const known = this.#signer;
    if (known && performance.now() - known.readMs < signerCacheMs) return known.signer;
    const [signer] = await this.#keys.signers();
    this.#signer = { signer, readMs: performance.now() };
    return signer;
  }
}

const insertLeaf = compiledStatement((tx: Tx, { hash }: { hash: Buffer }) =>
  tx.insertInto('receipt_leaf').values({ hash, index: null }),
);

/** The signed receipt of a response; everything except storing the row. */
export function makeReceipt(signer: NoteSigner, paid: PaidResponse, at: Date): string {
  const { method, path, query, body, status, answer, payment } = paid;
  return signReceipt(signer, {
    at: at.toISOString(),
    method,
    path,
    params: sha256Hex(canonicalize({ body, query }) ?? ''),
    status,
    answer: sha256Hex(answer),
    payment,
  });
}
