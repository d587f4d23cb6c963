import type { Box } from '../../../../src/video/picture/frame.ts';

export const within = (inner: Box, outer: Box): boolean =>
  inner.x >= outer.x - 1 &&
  inner.y >= outer.y - 1 &&
  inner.x + inner.w <= outer.x + outer.w + 1 &&
  inner.y + inner.h <= outer.y + outer.h + 1;

export const overlap = (a: Box, b: Box): boolean =>
  a.x + a.w > b.x + 1 && b.x + b.w > a.x + 1 && a.y + a.h > b.y + 1 && b.y + b.h > a.y + 1;

export const formatBox = (box: Box): string => [box.x, box.y, box.w, box.h].map(Math.round).join(' ');
