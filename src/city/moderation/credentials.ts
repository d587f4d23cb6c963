import { isWellFormedSecret } from '../../platform/keys/secret.ts';

interface CredentialKind {
  /** How it is named to whoever pasted it. */
  readonly name: string;
  readonly pattern: RegExp;
  /** Tells a real one from what only looks like one. */
  readonly isReal?: (found: string) => boolean;
}

const ours = (prefix: string): CredentialKind => ({
  name: `a ${prefix}_ key of kith`,
  pattern: new RegExp(`${prefix}_[0-9A-Za-z]{33}(?![0-9A-Za-z])`, 'g'),
  // The checksum decides: a placeholder in a document is no key.
  isReal: (found) => isWellFormedSecret(prefix, found),
});

/** Kinds whose shape alone says what they are; nothing here guesses by entropy, so hashes and addresses pass. */
const kinds: CredentialKind[] = [
  ours('kith_sk'),
  ours('kith_ally'),
  ours('kith_rc'),
  { name: 'a private key', pattern: /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----/g },
  { name: 'an AWS access key', pattern: /\b(?:AKIA|ASIA)[A-Z2-7]{16}\b/g },
  { name: 'a GitHub token', pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{60,})\b/g },
  { name: 'a GitLab token', pattern: /\bglpat-[A-Za-z0-9_-]{20,}\b/g },
  { name: 'a Slack token', pattern: /\bxox[abeoprs]-[A-Za-z0-9-]{20,}\b/g },
  { name: 'a Stripe key', pattern: /\b[rs]k_live_[A-Za-z0-9]{20,}\b/g },
  {
    name: 'an OpenAI key',
    pattern: /\bsk-(?:proj-|svcacct-|admin-)?[A-Za-z0-9_-]{20,}T3BlbkFJ[A-Za-z0-9_-]{20,}\b/g,
  },
  { name: 'an Anthropic key', pattern: /\bsk-ant-[a-z0-9]+-[A-Za-z0-9_-]{60,}/g },
  { name: 'a Google API key', pattern: /\bAIza[A-Za-z0-9_-]{35}\b/g },
  { name: 'an npm token', pattern: /\bnpm_[A-Za-z0-9]{36}\b/g },
];

/** The name of the first credential in a text, or undefined. The credential itself goes nowhere. */
export function findCredential(text: string): string | undefined {
  return kinds.find(({ pattern, isReal }) => {
    for (const [found] of text.matchAll(pattern)) if (isReal?.(found) ?? true) return true;
    return false;
  })?.name;
}
