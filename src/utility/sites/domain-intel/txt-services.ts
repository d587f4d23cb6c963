import type { Technology } from '../technologies/detect.ts';
import services from './services.json' with { type: 'json' };

/** Services that verify a domain by a TXT record. */
const verificationTokens = Object.entries(services.txtTokens);

/** A token shows that the domain was verified once, not that the service is still in use. */
const tokenConfidence = 70;

export function servicesInTxtRecords(texts: readonly string[]): Technology[] {
  const found = new Map<string, Technology>();
  for (const text of texts) {
    const lower = text.toLowerCase();
    const [start, name] = verificationTokens.find(([each]) => lower.startsWith(each)) ?? [];
    if (!name) continue;
    const evidence = [`TXT ${start}`];
    found.set(name, { name, category: 'service', version: null, confidence: tokenConfidence, evidence });
  }
  return [...found.values()];
}
