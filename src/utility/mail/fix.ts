/** A record to publish to correct a fault. */
export interface RecordFix {
  readonly about: 'spf' | 'dmarc' | 'dkim' | 'mta_sts' | 'tls_rpt' | 'bimi';
  /** A fault weakens an existing record; advice adds a missing one. */
  readonly severity: 'fault' | 'advice';
  readonly fault: string;
  /** DNS name of the record. */
  readonly name: string;
  /** Content of the TXT record; null if only the owner can know it. */
  readonly value: string | null;
  readonly note: string | null;
}
