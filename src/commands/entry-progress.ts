import { ProgressLine } from './progress.ts';

const newline = 0x0a;
const reportInterval = 5_000;

/** Passes the lines of an export through and displays the count, since a ledger of millions takes minutes. */
export async function* withEntryProgress(
  chunks: AsyncIterable<Uint8Array>,
  total?: number,
  progress = new ProgressLine(),
): AsyncGenerator<Uint8Array> {
  let entries = 0;
  let next = reportInterval;
  try {
    for await (const chunk of chunks) {
      for (const byte of chunk) if (byte === newline) entries++;
      if (entries >= next) {
        next = entries + reportInterval;
        const count = total === undefined ? 'the entries' : `${total.toLocaleString('en')} entries`;
        progress.show(`verifying ${count}`, total ? Math.min(1, entries / total) : undefined, entries);
      }
      yield chunk;
    }
  } finally {
    progress.end();
  }
}
