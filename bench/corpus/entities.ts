import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { parse } from 'yaml';
import { findTextEntities } from '../../src/utility/text/entities/entities.ts';
import { type MeasureOptions, type Score, Tally } from './score.ts';

interface Case {
  readonly text: string;
  readonly expected: readonly (string | Record<string, unknown>)[];
}

/** The sets whose entity types our response has; only the entity's name if a case also has its position. */
const sets = {
  urls: ['urls', 'urls_with_indices', 'urls_with_directional_markers', 'tco_urls_with_params'],
  hashtags: ['hashtags', 'hashtags_from_astral', 'hashtags_with_indices'],
  mentions: ['mentions', 'mentions_with_indices'],
} as const;

export async function measure(corpora: string, { peers }: MeasureOptions): Promise<Score[]> {
  const twitter = peers ? (await import('twitter-text')).default : undefined;
  const linkifyUrls = peers ? (await import('./peers/links.ts')).linkifyUrls : undefined;
  const twitterText = {
    urls: twitter?.extractUrls,
    hashtags: twitter?.extractHashtags,
    mentions: twitter?.extractMentions,
  };
  const { tests } = parse(readFileSync(path.join(corpora, 'text-entities-extract.yml'), 'utf8')) as {
    tests: Record<string, Case[]>;
  };
  return Object.entries(sets).map(([kind, names]) => {
    const tally = new Tally();
    for (const { text, expected } of names.flatMap((name) => tests[name] ?? [])) {
      const got = findTextEntities({ text })[kind as keyof typeof sets];
      const wanted = expected.map((each) =>
        typeof each === 'string' ? each : (each.url ?? each.hashtag ?? each.screen_name),
      );
      tally.case(isDeepStrictEqual(got, wanted), () => JSON.stringify({ text, got, wanted }));
      const peer = twitterText[kind as keyof typeof sets];
      if (peer) tally.peer('twitter-text', isDeepStrictEqual(peer(text), wanted));
      if (kind === 'urls' && linkifyUrls)
        tally.peer('linkify-it', isDeepStrictEqual(linkifyUrls(text), wanted));
    }
    // A host without a dot counts after a scheme: people write http://localhost.
    return tally.score(kind, kind === 'urls' ? 0.98 : 1);
  });
}
