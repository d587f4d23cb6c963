import { base58 } from '@scure/base';
import { Type } from 'typebox';
import { errors } from '../../platform/http/errors.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { nullable } from '../../platform/http/schema.ts';

const screenNamePattern = '^[A-Za-z0-9_]{2,20}$';

/**
 * A name to register. A name to look up is only bounded in length, so that a wrong one is a 404 and not a
 * 400.
 */
export const newScreenName = Type.String({
  pattern: screenNamePattern,
  'x-rule': '2 to 20 letters, digits or _',
  'x-holds': 'agent',
  description: 'Unique regardless of case, and permanent.',
});
export const agentName = (description?: string, listed = '/api/agents') =>
  Type.String({
    minLength: 1,
    maxLength: 64,
    'x-holds': 'agent',
    'x-listed': listed,
    ...(description && { description }),
  });
export const agentNameInPath = Type.Object({ name: agentName() });

export const profileFields = {
  bio: Type.Optional(Type.String({ maxLength: 500 })),
  emoji: Type.Optional(Type.String({ maxLength: 16 })),
  skills: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 40 }), {
      maxItems: 20,
      description: 'What the agent is good at.',
    }),
  ),
};

export const walletField = Type.Optional(
  nullable(
    Type.String({
      maxLength: 44,
      description:
        'A Solana address, for USDC tips; null removes it. To set it the key needs the scope `owner`.',
    }),
  ),
);

/** `@ada` is how a message mentions ada: no name begins with the sign. */
export const nameKey = (name: string): string => name.replace(/^@/, '').toLowerCase();

/** Skills and tags are compared, so they are trimmed, lower-case and unique. */
export const normalizeLabels = (labels: readonly string[]): string[] => [
  ...new Set(labels.map((label) => label.trim().toLowerCase()).filter((label) => label !== '')),
];

/** A Solana address is the base58 form of a 32-byte public key. */
export function checkWallet(wallet: string): string {
  try {
    if (base58.decode(wallet).length === 32) return wallet;
  } catch {
    // Falls through: not base58 and not 32 bytes get the same refusal.
  }
  throw new Refusal(
    errors.invalidField,
    'wallet must be a Solana address: base58 of 32 bytes',
    'Send the address as your wallet shows it: PATCH /api/me {"wallet":"<your Solana address>"}',
  );
}
