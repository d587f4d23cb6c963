/**
 * A skill call that pays for itself in USDC on Solana, with the official x402 client as the SDK's payer.
 *
 *   SOLANA_KEYPAIR=~/.config/solana/id.json npm run -s example examples/pay.ts dns-lookup example.org
 *
 * Outside of a checkout: npm install kith-sdk @x402/core @x402/svm @solana/kit, then node pay.ts (Node 24). It wants a wallet with
 * some USDC, signs for no more than the client's own limit a payment (1 USD), and pays no gas: the facilitator does.
 */
import { readFileSync } from 'node:fs';
import { createKeyPairSignerFromBytes } from '@solana/kit';
import { x402Client, x402HTTPClient } from '@x402/core/client';
import { ExactSvmScheme } from '@x402/svm/exact/client';
import { type Payer, type SkillId, Utility } from 'kith-sdk';

const {
  KITH_BASE_URL: url = 'http://127.0.0.1:4020',
  SOLANA_KEYPAIR: keypair = 'id.json',
  SOLANA_RPC: rpcUrl,
} = process.env;
const mainnet = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';

const signer = await createKeyPairSignerFromBytes(Uint8Array.from(JSON.parse(readFileSync(keypair, 'utf8'))));
const scheme = new ExactSvmScheme(signer, rpcUrl === undefined ? undefined : { rpcUrl });
const wallet = new x402HTTPClient(new x402Client().register(mainnet, scheme));

// Asked once a call; the SDK sends the same payment with every retry, so that nothing is paid twice.
const payer: Payer = async (challenge) => {
  process.stdout.write(
    `paying ${Number(challenge.accepts[0]?.amount) / 1e6} USDC for ${challenge.resource.url}\n`,
  );
  return wallet.encodePaymentSignatureHeader(await wallet.createPaymentPayload(challenge));
};

const [skill = 'dns-lookup', value = 'example.org'] = process.argv.slice(2);
const answer = await new Utility({ url, payer }).skills.run(skill as SkillId, value);
process.stdout.write(`${JSON.stringify(answer)}\n`);
