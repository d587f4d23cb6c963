import { loadImage } from '@napi-rs/canvas';
import { FrameRenderer } from '../picture/frames/frame-renderer.ts';
import { renderStill } from '../picture/frames/poster.ts';
import { splitLongScenes } from '../picture/shots.ts';
import { computeBeatTimes } from '../picture/timeline.ts';
import { narrate } from '../voice/narrate.ts';
import { silentVoice } from '../voice/silent.ts';
import { answerParent } from './child.ts';
import type { StillsOrder } from './stills.ts';

/** Before the next scene comes in. */
const beforeCut_s = 0.1;

// A separate process: draws one picture per scene, and exits.
answerParent(async ({ storyboard, format, style, images, seed }: StillsOrder) => {
  const narration = await narrate(storyboard, 'af_heart', silentVoice);
  const shots = splitLongScenes(storyboard, narration);
  const renderer = new FrameRenderer(shots.storyboard, shots.narration, seed, {
    format,
    style,
    images: await Promise.all(images.map((path) => loadImage(path))),
  });
  return computeBeatTimes(narration, storyboard.beats.length).map(({ to }) =>
    renderStill(renderer, Math.max(0, to - beforeCut_s)),
  );
});
