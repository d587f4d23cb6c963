import { getCACertificates, setDefaultCACertificates } from 'node:tls';

const before = getCACertificates('default');
const trusted: string[] = [];

/**
 * Makes this process trust these certificates, in addition to those of other files. No two may have the same subject,
 * because only one of them would be found.
 */
export function trust(...certificates: readonly string[]): void {
  trusted.push(...certificates);
  setDefaultCACertificates([...before, ...trusted]);
}
