import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import {
  address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  type KeyPairSigner,
  partiallySignTransaction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';
import { getTransferCheckedInstruction } from '@solana-program/token';
import { LocalChain } from '../../../src/dev/chain/local-chain.ts';
import { MovableClock } from '../../../src/dev/clock-move.ts';
import { usdcMint } from '../../../src/payments/currency.ts';
import { deriveTokenAccount } from '../../../src/payments/signed-payment.ts';
import { noSolana } from '../../counterparts/solana/binary.ts';
import { SolanaLedger } from '../../counterparts/solana/ledger.ts';

interface Payment {
  readonly from: KeyPairSigner;
  readonly to: string;
  readonly amount: bigint;
  readonly decimals?: number;
  /** The account that is debited; the payer's own by default. */
  readonly source?: string;
  readonly signers?: readonly KeyPairSigner[];
}

async function signed(payment: Payment, feePayer: KeyPairSigner, blockhash: string): Promise<string> {
  const { from, to, amount, decimals = 6, source = from.address, signers = [feePayer, from] } = payment;
  const transfer = getTransferCheckedInstruction({
    source: address(await deriveTokenAccount(source, usdcMint)),
    mint: address(usdcMint),
    destination: address(await deriveTokenAccount(to, usdcMint)),
    authority: from,
    amount,
    decimals,
  });
  const lifetime = { blockhash: blockhash as Blockhash, lastValidBlockHeight: 1_000n };
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (each) => setTransactionMessageFeePayer(feePayer.address, each),
    (each) => setTransactionMessageLifetimeUsingBlockhash(lifetime, each),
    (each) => appendTransactionMessageInstructions([transfer], each),
  );
  const keys = signers.map(({ keyPair }) => keyPair);
  return getBase64EncodedWireTransaction(await partiallySignTransaction(keys, compileTransaction(message)));
}

async function chains() {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'kith-chain-'));
  const file = path.join(dir, 'chain.jsonl');
  const clock = new MovableClock();
  const [payer, thief, fees, payee] = await Promise.all([1, 2, 3, 4].map(() => generateKeyPairSigner()));
  if (!payer || !thief || !fees || !payee) throw new Error('no keys');
  const open = async () => {
    const chain = new LocalChain({ clock, file });
    await chain.fund(payer.address, 5_000n);
    await chain.fund(thief.address, 0n);
    await chain.fund(payee.address, 0n);
    chain.replay();
    return chain;
  };
  return { payer, thief, fees, payee, clock, open, end: () => rmSync(dir, { recursive: true }) };
}

test('the local chain validates payments as the real token program does', { skip: noSolana }, async () => {
  const { payer, thief, fees, payee, open, end } = await chains();
  const local = await open();
  const real = new SolanaLedger();
  real.airdrop(fees.address, 10_000_000_000n);
  real.placeMint();
  await real.fund(payer.address, 5_000n);
  await real.fund(thief.address, 0n);
  await real.fund(payee.address, 0n);
  const stranger = await generateKeyPairSigner();
  const payments: Record<string, Payment> = {
    good: { from: payer, to: payee.address, amount: 3_000n },
    'more than there is': { from: payer, to: payee.address, amount: 2_001n },
    'other decimals': { from: payer, to: payee.address, amount: 1n, decimals: 9 },
    "out of another's account": { from: thief, to: thief.address, amount: 1n, source: payer.address },
    'to oneself': { from: payer, to: payer.address, amount: 500n },
    'to a wallet without an account': { from: payer, to: stranger.address, amount: 1n },
    'the rest': { from: payer, to: payee.address, amount: 2_000n },
  };
  for (const [what, payment] of Object.entries(payments)) {
    const [here, there] = await Promise.all(
      [local.blockhash(), real.blockhash()].map((blockhash) => signed(payment, fees, blockhash)),
    );
    const expected = real.simulate(there!, true).err;
    assert.equal(local.simulate(here!, { verifySignatures: true }) === null, expected === null, what);
    real.send(there!);
    const landed = local.find(local.send(here!));
    assert.equal(landed?.err === null, expected === null, what);
    // The token program's own errors have the same number.
    const codeOf = (err: unknown) => /"Custom":(\d+)/.exec(JSON.stringify(err))?.[1];
    assert.equal(codeOf(landed?.err), codeOf(expected), what);
    for (const wallet of [payer, payee, thief]) {
      assert.equal(await local.balanceOf(wallet.address), await real.balanceOf(wallet.address), what);
    }
  }
  assert.equal(await local.balanceOf(payee.address), 5_000n);
  end();
});

test('a payment is accepted once, fully signed, and with a recent blockhash', async () => {
  const { payer, fees, payee, clock, open, end } = await chains();
  const chain = await open();
  const pay = { from: payer, to: payee.address, amount: 1_000n };
  const half = await signed({ ...pay, signers: [payer] }, fees, chain.blockhash());
  assert.throws(() => chain.send(half), /SignatureFailure/);
  assert.equal(chain.simulate(half, { verifySignatures: false }), null);
  const bytes = Buffer.from(await signed(pay, fees, chain.blockhash()), 'base64');
  // A byte of the payer's signature, which is the second of the two.
  bytes.writeUInt8(bytes.readUInt8(70) ^ 1, 70);
  assert.throws(() => chain.send(bytes.toString('base64')), /SignatureFailure/);

  const late = await signed(pay, fees, chain.blockhash());
  clock.forwardTo(new Date(clock.now().getTime() + 90_000));
  assert.throws(() => chain.send(late), /BlockhashNotFound/);

  const whole = await signed(pay, fees, chain.blockhash());
  const signature = chain.send(whole);
  assert.equal(chain.send(whole), signature);
  assert.equal(chain.simulate(whole, { verifySignatures: true }), 'AlreadyProcessed');
  assert.equal(await chain.balanceOf(payee.address), 1_000n);

  const next = await open();
  assert.equal(await next.balanceOf(payee.address), 1_000n);
  assert.equal(await next.balanceOf(payer.address), 4_000n);
  assert.equal(next.find(signature)?.base64, whole);
  assert.equal(next.send(whole), signature);
  assert.equal(await next.balanceOf(payee.address), 1_000n);
  end();
});
