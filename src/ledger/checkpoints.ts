import { createHash } from 'node:crypto';
import type { Reader } from '../platform/db/database.ts';
import type { ServerKey } from '../platform/keys/server-key.ts';
import { readHead } from './entries.ts';
import { signCheckpoint } from './proof/checkpoint.ts';
import { Frontier } from './proof/merkle.ts';
import { type NoteSigner, noteSigner } from './proof/note.ts';

/** Signs the end of the chain. A signature is cheap and the head holds all it needs, so nothing is stored: it is made when asked for. */
export class Checkpoints {
  readonly #signer: NoteSigner;
  readonly #read: Reader;
  #last: { size: number; note: string } | undefined;

  constructor(read: Reader, serverKey: ServerKey) {
    const seed = serverKey.derive('ledger checkpoints');
    // A log's name must never change, so it follows from its key and not from an address that may move.
    const id = createHash('sha256').update(noteSigner('kith', seed).vkey).digest('hex').slice(0, 8);
    this.#signer = noteSigner(`kith-ledger-${id}`, seed);
    this.#read = read;
  }

  /** The published key that checkpoints are verified with. */
  get vkey(): string {
    return this.#signer.vkey;
  }

  async newest(): Promise<{ size: number; note: string }> {
    const head = await readHead(this.#read);
    if (this.#last?.size !== head.seq) {
      this.#last = {
        size: head.seq,
        note: signCheckpoint(this.#signer, head.seq, Frontier.fromBuffer(head.frontier).root()),
      };
    }
    return this.#last;
  }
}
