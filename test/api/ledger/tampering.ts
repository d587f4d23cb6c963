import assert from 'node:assert/strict';
import { type Audit, audit } from '../../../src/ledger/audit.ts';
import { readCheckpoint } from '../../../src/ledger/proof/checkpoint.ts';
import type { LedgerEntry } from '../../../src/ledger/proof/entry.ts';
import { verifyExport } from '../../../src/ledger/proof/verify.ts';
import { entriesOf, grant, openTestLedger, type TestLedger, tip } from '../../fixtures/ledger/test-ledger.ts';
import { startApp, type TestApp } from '../../harness/app.ts';

/** More than one block of 256, whose Merkle node is stored, and well into the next. */
export const size = 300;
export const olderSize = 280;

const tables = ['ledger_entry', 'ledger_head', 'ledger_node', 'ledger_checkpoint', 'account'];

/** A valid ledger with the checkpoints signed for it, to be tampered with. */
export class Victim {
  app: TestApp;
  readonly testLedger: TestLedger;
  readonly olderNote: string;
  readonly note: string;
  readonly vkey: string;
  readonly entries: LedgerEntry[];

  private constructor(
    app: TestApp,
    testLedger: TestLedger,
    published: { olderNote: string; note: string; vkey: string; entries: LedgerEntry[] },
  ) {
    this.app = app;
    this.testLedger = testLedger;
    this.olderNote = published.olderNote;
    this.note = published.note;
    this.vkey = published.vkey;
    this.entries = published.entries;
  }

  static async open(): Promise<Victim> {
    // Only the city: a worker would seal, and so rewrite, what a test has changed.
    const app = await startApp(undefined, { env: { KITH_ROLES: 'city' } });
    const testLedger = openTestLedger(undefined, app.database);
    await fill(testLedger, olderSize - 1);
    const olderNote = (await app.city.get('/api/ledger/checkpoint')).text;
    await fill(testLedger, size - olderSize - 1);
    const { text: note, headers } = await app.city.get('/api/ledger/checkpoint');
    const entries = entriesOf((await app.city.get('/api/ledger/export')).text);
    assert.equal(entries.length, size);
    assert.deepEqual([readCheckpoint(olderNote).size, readCheckpoint(note).size], [olderSize, size]);
    await app.database.sql(tables.map((name) => `CREATE TABLE good_${name} AS TABLE ${name}`).join(';'));
    return new Victim(app, testLedger, { olderNote, note, vkey: headers['x-ledger-key'] ?? '', entries });
  }

  async close(): Promise<void> {
    await this.testLedger.close();
    await this.app.stop();
  }

  audit(): Promise<Audit> {
    return audit(this.testLedger.transaction);
  }

  /** Changes the stored rows, runs the checks, and restores everything. */
  async tampered(statement: string, values: unknown[], check: () => Promise<void>): Promise<void> {
    const { database } = this.app;
    await database.sql(statement, values);
    try {
      await check();
    } finally {
      await database.sql(
        tables
          .map(
            (name) => `DELETE FROM ${name}; INSERT INTO ${name} OVERRIDING SYSTEM VALUE TABLE good_${name}`,
          )
          .join(';'),
      );
    }
  }

  /** The three verifiers of the chain: the server for any caller, an outsider with the export, the operator. */
  async whoNotices() {
    const { json } = await this.app.city.get(`/api/ledger?verify=10000&limit=1`);
    const exported = await this.app.city.get('/api/ledger/export').then(
      ({ text }) => verifyExport([text], { checkpoint: this.note, vkey: this.vkey }),
      // A stream that breaks off is not a verified export either.
      () => ({ ok: false, first_bad_seq: null }),
    );
    const audited = await this.audit();
    return {
      verify: json.verified as { ok: boolean; first_bad_seq: number | null },
      exported,
      audited,
      all: !json.verified.ok && !exported.ok && !audited.ok,
    };
  }
}

async function fill(testLedger: TestLedger, count: number): Promise<void> {
  for (let i = 0; i < count; i++)
    void testLedger.post(
      i % 3 === 0
        ? { ...grant(`agent:a${i % 7}`, 50), memo: i % 2 ? 'naïve “quoted” \\ 😀' : null }
        : tip(`agent:a${(i - (i % 3)) % 7}`, 'agent:z', 1 + (i % 9)),
    );
  await testLedger.post(grant('agent:z', 1));
}
