import { generateKeyPairSync } from 'node:crypto';
import { base58 } from '@scure/base';
import { createKeyPairSignerFromBytes, type KeyPairSigner } from '@solana/kit';
import type { DevDir } from './dev-dir.ts';

export const payerNames = ['payer-1', 'payer-2', 'payer-3'] as const;
const names = ['payee', 'fees', ...payerNames] as const;
/** Starting balance of each payer, in millionths of a USDC. */
export const startingUnits = 100_000_000n;

export interface Wallet {
  readonly name: string;
  /** Base58 of secret and public key, as wallets import it. */
  readonly secretKey: string;
  readonly signer: KeyPairSigner;
}

export type Wallets = Readonly<Record<(typeof names)[number], Wallet>>;

/** The wallets of a dev dir, the same at every start. */
export async function openWallets(dir: DevDir): Promise<Wallets> {
  const secretKeys = { ...dir.marker.wallets };
  for (const name of names) secretKeys[name] ??= newSecretKey();
  if (names.some((name) => !dir.marker.wallets[name])) await dir.update({ wallets: secretKeys });
  const wallets = await Promise.all(
    names.map(async (name) => {
      const secretKey = secretKeys[name] ?? '';
      return [
        name,
        { name, secretKey, signer: await createKeyPairSignerFromBytes(base58.decode(secretKey)) },
      ];
    }),
  );
  return Object.fromEntries(wallets) as Wallets;
}

function newSecretKey(): string {
  const { d = '', x = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  return base58.encode(Buffer.concat([Buffer.from(d, 'base64url'), Buffer.from(x, 'base64url')]));
}
