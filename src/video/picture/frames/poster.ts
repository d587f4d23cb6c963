import { type Canvas, createCanvas } from '@napi-rs/canvas';
import type { Frame } from '../frame.ts';
import type { FrameRenderer } from './frame-renderer.ts';

/** The preview frame of a video: its first scene once everything in it is visible. */
export function renderPoster(renderer: FrameRenderer): Buffer {
  const { time, parts } = renderer.scenes[0]!;
  const settled = Math.max(...parts.map(({ enter }) => enter.at + (enter.for ?? 0.5)));
  const t = Math.min(settled + 0.4, time.to - 0.1, renderer.duration);
  return toCanvas(renderer.still(Math.max(0, t)), renderer.frameSize).toBuffer('image/jpeg', 88);
}

/** Width of the stills of a preview. */
const stillWidth = 540;

/** The video at a second as a small JPEG. */
export function renderStill(renderer: FrameRenderer, t: number): Buffer {
  const { width, height } = renderer.frameSize;
  const whole = toCanvas(renderer.still(t), renderer.frameSize);
  const small = createCanvas(stillWidth, Math.round((height * stillWidth) / width));
  small.getContext('2d').drawImage(whole, 0, 0, small.width, small.height);
  return small.toBuffer('image/jpeg', 82);
}

/** Converts a frame (Y, then U and V) to an RGB canvas. */
function toCanvas(frame: Buffer, { width, height }: Frame): Canvas {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const image = context.createImageData(width, height);
  const { data } = image;
  const size = width * height;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const chroma = (y >> 1) * (width >> 1) + (x >> 1);
      const luma = (frame[y * width + x]! - 16) * 1.16438;
      const u = frame[size + chroma]! - 128;
      const v = frame[size + (size >> 2) + chroma]! - 128;
      const at = (y * width + x) * 4;
      data[at] = luma + 1.79274 * v;
      data[at + 1] = luma - 0.21325 * u - 0.53291 * v;
      data[at + 2] = luma + 2.1124 * u;
      data[at + 3] = 255;
    }
  }
  context.putImageData(image, 0, 0);
  return canvas;
}
