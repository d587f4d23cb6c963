import { isWellFormedSecret } from '../../../platform/keys/secret.ts';
import { defineKind, ends, letters, type PrefixedKind } from './kind.ts';

// The checksum decides: a placeholder in a document is not a key.
const kithKey = (name: string, prefix: string): PrefixedKind =>
  defineKind(name, `${prefix}_`, `${letters}{33}${ends}`, (found) => isWellFormedSecret(prefix, found));

export const kithKinds: readonly PrefixedKind[] = [
  kithKey('a kith_sk_ key of kith', 'kith_sk'),
  kithKey('a kith_ally_ key of kith', 'kith_ally'),
  kithKey('a kith_rc_ recovery code of kith', 'kith_rc'),
];
