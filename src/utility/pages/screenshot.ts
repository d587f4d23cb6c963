import { createHash } from 'node:crypto';
import { Type } from 'typebox';
import { viewport } from '../../platform/chromium/flags.ts';
import { nullable } from '../../platform/http/schema.ts';
import type { Page } from './pages.ts';

/** Part of the response of every skill that takes `screenshot`. */
export const screenshotField = Type.Optional(
  nullable(
    Type.Object(
      {
        url: Type.String({ description: 'The image as a data URL.' }),
        media_type: Type.String(),
        width: Type.Integer(),
        height: Type.Integer(),
        bytes: Type.Integer({ description: 'Size of the image in bytes, at most 393,216.' }),
        sha256: Type.String({ description: 'SHA-256 of the image in hex.' }),
      },
      { description: 'With screenshot=1: the visible part of the page; null for anything but a web page.' },
    ),
  ),
);

/** The requested screenshot in its response format. */
export function presentScreenshot({ screenshot }: Page, requested: '0' | '1' | undefined) {
  if (requested !== '1') return {};
  if (!screenshot) return { screenshot: null };
  const mediaType = 'image/webp';
  return {
    screenshot: {
      url: `data:${mediaType};base64,${screenshot.toString('base64')}`,
      media_type: mediaType,
      ...viewport,
      bytes: screenshot.length,
      sha256: createHash('sha256').update(screenshot).digest('hex'),
    },
  };
}
