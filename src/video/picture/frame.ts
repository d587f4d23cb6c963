/** Of every video: what phones hold upright. */
export const width = 1080;
export const height = 1920;
export const fps = 30;

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** Where nothing of the players' own buttons, names and bars lies: all that must be read stands in here. */
export const safeArea: Box = { x: 70, y: 130, w: 940, h: 1430 };

/** The words as they are spoken stand here, the same in every scene. */
export const captionBand: Box = { x: 70, y: 1350, w: 940, h: 200 };

/** What is left for a scene: everything above the captions. */
export const sceneArea: Box = { x: 70, y: 150, w: 940, h: 1170 };

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
