import { availableParallelism, totalmem } from 'node:os';
import path from 'node:path';
import { count, httpUrl, niceness, text, usd, zeroOrOne } from '../../platform/config/parse.ts';
import type { SettingValues } from '../../platform/config/setting.ts';
import type { VideoSettings } from '../../utility/videos/videos.ts';
import { cacheHome, optional, setting } from './define.ts';
import type { retention } from './retention.ts';
import type { storage } from './storage.ts';
import type { upstreams } from './upstreams.ts';

/** Voices, scripts and renders. */
export const video = {
  voiceDir: setting(
    'KITH_VOICE_DIR',
    text,
    path.join(cacheHome(), 'kith', 'voices'),
    'Directory of what renders need and download once, the voices (140 MB) and FFmpeg (167 MB), and of cached speech.',
    { fallbackText: 'kith/voices in the cache directory of the user' },
  ),
  moderationUrl: optional(
    'KITH_MODERATION_URL',
    httpUrl,
    'URL of a service that judges what a video is asked for, in the form of OpenAI: https://api.openai.com/v1/moderations. The built-in rules judge first.',
    { fallbackText: 'none' },
  ),
  moderationKey: optional('KITH_MODERATION_KEY', text, 'Key of the moderation service.', {
    fallbackText: 'none',
    secret: true,
  }),
  encyclopaediaUrl: setting(
    'KITH_ENCYCLOPAEDIA_URL',
    httpUrl,
    'https://en.wikipedia.org',
    'URL of a MediaWiki in English whose articles are the source of scripts that neither a model nor the almanac can write.',
  ),
  wikidataUrl: setting(
    'KITH_WIKIDATA_URL',
    httpUrl,
    'https://www.wikidata.org',
    'URL of a Wikibase with structured facts about these articles: population, area, dates.',
  ),
  videoRequireAnswer: setting(
    'KITH_VIDEO_REQUIRE_ANSWER',
    zeroOrOne,
    true,
    '1 refuses a video about a topic that no source covers, even a free one; 0 renders the free one and does not count it.',
    { fallbackText: '1' },
  ),
  videoSamples: setting(
    'KITH_VIDEO_SAMPLES',
    zeroOrOne,
    hasRoomForSamples(),
    '1 renders three public sample videos after the first start, in about four minutes of one core at the lowest priority and after ordered videos. 0 renders none.',
    { fallbackText: '1 with at least two cores and 2 GB of memory, otherwise 0' },
  ),
  videoPriceUsd: setting(
    'KITH_VIDEO_PRICE_USD',
    usd,
    '0.50',
    'Price in USD of a video after the free one per key.',
  ),
  videoDays: setting('KITH_VIDEO_DAYS', count, 30, 'Days after which a finished video is deleted.'),
  videoRenders: setting(
    'KITH_VIDEO_RENDERS',
    count,
    availableParallelism(),
    'Videos rendered at once on one machine, regardless of the number of processes.',
    { fallbackText: 'one per core' },
  ),
  videoNiceness: setting(
    'KITH_VIDEO_NICENESS',
    niceness,
    19,
    'Niceness of render processes, from 0 (normal priority, for a machine that only renders) to 19 (lowest).',
  ),
  videoFfmpeg: optional(
    'KITH_VIDEO_FFMPEG',
    text,
    'Path or name of an ffmpeg with libx264 that encodes videos instead of the library that is downloaded.',
  ),
};

/** Samples are optional: off by default on a machine that rendering could slow down. */
function hasRoomForSamples(): boolean {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  return availableParallelism() >= 2 && memory >= 2e9;
}

/** Of other groups: how long records are kept, where data lies, and how to reach the internet. */
type SharedSettings = Pick<typeof retention, 'videoRecordDays'> &
  Pick<typeof storage, 'dataDir'> &
  Pick<typeof upstreams, 'dnsServers' | 'outboundAllow'>;

export const videoSettings = (config: SettingValues<typeof video & SharedSettings>): VideoSettings => ({
  videoPriceUsd: config.videoPriceUsd,
  videoDays: config.videoDays,
  recordDays: config.videoRecordDays,
  renders: config.videoRenders,
  niceness: config.videoNiceness,
  ffmpeg: config.videoFfmpeg,
  moderationUrl: config.moderationUrl,
  moderationKey: config.moderationKey,
  encyclopaediaUrl: config.encyclopaediaUrl,
  wikidataUrl: config.wikidataUrl,
  requireAnswer: config.videoRequireAnswer,
  samples: config.videoSamples,
  dataDir: path.resolve(config.dataDir),
  voices: { dir: path.resolve(config.voiceDir) },
});
