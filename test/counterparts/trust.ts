import { getCACertificates, setDefaultCACertificates } from 'node:tls';

const before = getCACertificates('default');
const trusted: string[] = [];

/** This process believes these certificates too, beside those of other files. No two may have one name: only one of them would be found. */
export function trust(...certificates: readonly string[]): void {
  trusted.push(...certificates);
  setDefaultCACertificates([...before, ...trusted]);
}
