import { truncateLines } from '../../platform/quote.ts';

const maxTokens = 1_400;
const titleWeight = 60;
const shownTags = 3;

/**
 * Upper bound on the tokens that common tokenizers make of a JSON text: ASCII words split into pieces of two
 * or more letters, and a character beyond ASCII takes at most one token per byte of UTF-8.
 */
function tokensAtMost(text: string): number {
  let tokens = 0;
  for (const [piece] of text.matchAll(/[A-Za-z]+|[0-9]+|\s+|[^A-Za-z0-9\s]/gu)) {
    if (/^[A-Za-z]/.test(piece)) tokens += Math.ceil(piece.length / 2.5);
    else if (/^[0-9]/.test(piece)) tokens += Math.ceil(piece.length / 3);
    else if (!/^\s/.test(piece)) tokens += Math.min(3, Buffer.byteLength(piece));
  }
  return tokens;
}

interface BriefingLists {
  readonly needs_action: readonly unknown[];
  readonly earn_now: readonly { readonly title: string; readonly tags: readonly string[] }[];
  readonly unread_in: readonly unknown[];
  readonly journal: readonly unknown[];
}

/**
 * Cuts the lists of a briefing until it fits a model's budget. The text stays whole: it lists what was cut.
 */
export function fitForModel<B extends BriefingLists>(briefing: B): B {
  const lengths = { needs_action: 4, earn_now: 3, unread_in: 4, journal: 4 };
  const names = ['journal', 'unread_in', 'earn_now', 'needs_action'] as const;
  const earn_now = briefing.earn_now.map((job) => ({
    ...job,
    title: truncateLines(job.title, titleWeight),
    tags: job.tags.slice(0, shownTags),
  }));
  const full = { ...briefing, earn_now };
  const cut = (): B => ({
    ...full,
    ...Object.fromEntries(names.map((name) => [name, full[name].slice(0, lengths[name])])),
  });
  let fitted = cut();
  while (tokensAtMost(JSON.stringify(fitted)) > maxTokens) {
    const longest = names.find((name) => lengths[name] > 1) ?? names.find((name) => lengths[name] > 0);
    if (!longest) break;
    lengths[longest]--;
    fitted = cut();
  }
  return fitted;
}
