import type { Format } from '../storyboard.ts';

export const fps = 30;

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/**
 * Size of a video's frames and the areas in them. Sides are multiples of four, as the backgrounds require.
 */
export interface Frame {
  readonly width: number;
  readonly height: number;
  /** Clear of the players' own buttons, names and bars: everything to be read must be inside. */
  readonly safeArea: Box;
  /** Captions, in the same place in every scene. */
  readonly captionBand: Box;
  /** The area for a scene: everything above the captions. */
  readonly sceneArea: Box;
}

export const frames: Readonly<Record<Format, Frame>> = {
  '9:16': {
    width: 1080,
    height: 1920,
    safeArea: { x: 70, y: 130, w: 940, h: 1430 },
    captionBand: { x: 70, y: 1350, w: 940, h: 200 },
    sceneArea: { x: 70, y: 150, w: 940, h: 1170 },
  },
  '1:1': {
    width: 1080,
    height: 1080,
    safeArea: { x: 50, y: 46, w: 980, h: 984 },
    captionBand: { x: 50, y: 882, w: 980, h: 140 },
    sceneArea: { x: 50, y: 60, w: 980, h: 806 },
  },
  '16:9': {
    width: 1920,
    height: 1080,
    safeArea: { x: 90, y: 50, w: 1740, h: 980 },
    captionBand: { x: 260, y: 868, w: 1400, h: 150 },
    sceneArea: { x: 110, y: 70, w: 1700, h: 780 },
  },
};

export const upright = frames['9:16'];

export const bottom = (box: Box): number => box.y + box.h;
export const centre = (box: Box): { x: number; y: number } => ({
  x: box.x + box.w / 2,
  y: box.y + box.h / 2,
});
export const inset = (box: Box, by: number, byY = by): Box => ({
  x: box.x + by,
  y: box.y + byY,
  w: box.w - 2 * by,
  h: box.h - 2 * byY,
});
/** The largest square in the middle of a box. */
export const squareIn = (box: Box, most = Number.POSITIVE_INFINITY): Box => {
  const side = Math.min(box.w, box.h, most);
  const { x, y } = centre(box);
  return { x: x - side / 2, y: y - side / 2, w: side, h: side };
};
