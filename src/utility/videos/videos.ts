import { join } from 'node:path';
import { type BoundRoute, bind } from '../../platform/http/route.ts';
import type { ServerKey } from '../../platform/keys/server-key.ts';
import type { TaskKind } from '../../platform/scheduler/task-kind.ts';
import { WebhookSecrets } from '../webhooks/signature.ts';
import {
  type CreateVideoDependencies,
  createVideo,
  registerVideoSales,
  videoOffer,
} from './create-routes.ts';
import { expiryTask } from './expiry-task.ts';
import { videoFile } from './file-routes.ts';
import { JobScripts } from './job-scripts.ts';
import { Stills } from './previews.ts';
import { renderSampleTask } from './render-samples.ts';
import { type RenderWorkDependencies, renderTask } from './render-task.ts';
import { listSamples } from './sample-routes.ts';
import { sampleTask } from './sample-tasks.ts';
import { previewStill } from './still-routes.ts';
import { cancelVideo, listVideos, showVideo } from './video-routes.ts';
import { voiceSample } from './voice-sample-routes.ts';
import { VoiceSamples } from './voice-samples.ts';

export interface VideoSettings {
  readonly videoPriceUsd: string;
  readonly videoDays: number;
  readonly recordDays: number;
  readonly renders: number;
  readonly niceness: number;
  readonly ffmpeg: string | undefined;
  readonly encyclopaediaUrl: string;
  readonly wikidataUrl: string;
  readonly requireAnswer: boolean;
  readonly moderationUrl: string | undefined;
  readonly moderationKey: string | undefined;
  /** Whether sample videos are made for the site. */
  readonly samples: boolean;
  readonly dataDir: string;
  readonly voices: RenderWorkDependencies['voices'];
}

type VideoDependencies = Omit<
  CreateVideoDependencies,
  'videoPriceUsd' | 'scripts' | 'secrets' | 'requireAnswer' | 'moderationUrl' | 'moderationKey'
> &
  Pick<RenderWorkDependencies, 'log' | 'blobs'> &
  Pick<ConstructorParameters<typeof JobScripts>[0], 'model' | 'pages'> & {
    readonly video: VideoSettings;
    readonly serverKey: ServerKey;
  };

/** Assembles the routes, tasks and offer of videos. */
export function createVideos(options: VideoDependencies): {
  routes: BoundRoute[];
  work: TaskKind[];
  offer: ReturnType<typeof videoOffer> & { method: string };
} {
  const { video } = options;
  const scripts = new JobScripts({ ...options, ...video });
  const secrets = new WebhookSecrets(options.serverKey);
  const deps = { ...options, ...video, scripts, secrets, workDir: join(video.dataDir, 'videos') };
  registerVideoSales(deps);
  const samples = new VoiceSamples({ dir: video.voices.dir, niceness: video.niceness, clock: options.clock });
  return {
    routes: [
      ...bind([createVideo(deps), showVideo, cancelVideo, listVideos], deps),
      ...bind([listSamples], deps),
      ...bind([videoFile], deps),
      ...bind([previewStill], { stills: new Stills(deps) }),
      ...bind([voiceSample], { samples }),
    ],
    work: [
      renderTask(deps),
      expiryTask({ ...deps, recordDays: video.recordDays }),
      renderSampleTask(deps),
      ...(video.samples ? [sampleTask(deps)] : []),
    ],
    offer: { ...videoOffer(video.videoPriceUsd), method: 'POST' },
  };
}
