import { OutboundError, type OutboundReason } from '../../../platform/outbound/error.ts';
import type { Outbound } from '../../../platform/outbound/outbound.ts';
import { readUrl } from '../../catalogue/params.ts';
import type { WatchKind } from './kind.ts';

const timeoutMs = 10_000;
/** Of a body that nobody reads. */
const maxBytes = 1_024;

/** Down is what a visitor would find; other failures say only that it cannot be checked from here. */
const down = new Set<OutboundReason>([
  'name_not_found',
  'connect_failed',
  'tls_failed',
  'timeout',
  'bad_response',
  'too_many_redirects',
  'too_large',
  'bad_encoding',
]);

export function endpointKind({ outbound }: { outbound: Outbound }): WatchKind {
  return {
    onChain: false,
    target: (sent) => readUrl(sent, 'target').href,
    read: async ({ target }, signal, baseline) => {
      try {
        const { status } = await outbound.fetch(target, {
          signal,
          timeoutMs,
          maxBytes,
          onOversize: 'truncate',
        });
        const up = status < 500;
        const reason = up ? null : `it answers ${status}`;
        return { up, status, status_class: `${Math.floor(status / 100)}xx`, reason };
      } catch (error) {
        // At first it must answer, or a mistyped address would be watched forever.
        if (!baseline || !(error instanceof OutboundError) || !down.has(error.reason)) throw error;
        return { up: false, status: null, status_class: null, reason: error.message };
      }
    },
    differs: (current, seen) => {
      if (current.up === seen.up && current.status_class === seen.status_class) return undefined;
      if (!seen.up) return `down: ${seen.reason}`;
      if (!current.up) return `up again: it answers ${seen.status}`;
      return `it answers ${seen.status} instead of ${current.status}`;
    },
    shown: (reading) => reading,
  };
}
