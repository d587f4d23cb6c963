import { isWellFormedSecret } from '../../../platform/keys/secret.ts';
import { ends, kind, letters, type PrefixedKind } from './kind.ts';

// The checksum decides: a placeholder in a document is not a key.
const ours = (name: string, prefix: string): PrefixedKind =>
  kind(name, `${prefix}_`, `${letters}{33}${ends}`, (found) => isWellFormedSecret(prefix, found));

export const ourKinds: readonly PrefixedKind[] = [
  ours('a kith_sk_ key of kith', 'kith_sk'),
  ours('a kith_ally_ key of kith', 'kith_ally'),
  ours('a kith_rc_ recovery code of kith', 'kith_rc'),
];
