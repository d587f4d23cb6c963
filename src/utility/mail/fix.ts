/** What to publish so that a fault goes away. */
export interface Fix {
  readonly about: 'spf' | 'dmarc' | 'dkim' | 'mta_sts' | 'tls_rpt' | 'bimi';
  /** A fault weakens what is there; advice adds what is missing. */
  readonly severity: 'fault' | 'advice';
  readonly fault: string;
  /** Where the record belongs. */
  readonly name: string;
  /** The TXT record; null where only the owner can know it. */
  readonly value: string | null;
  readonly note: string | null;
}
