import { imageSize as readSize } from 'image-size';

export interface ImageSize {
  readonly type: string;
  readonly width: number;
  readonly height: number;
}

const mediaTypes: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  ico: 'image/x-icon',
  svg: 'image/svg+xml',
};

/** The size in pixels that an image states, of an icon that of its largest image; null if that cannot be read. */
export function imageSize(bytes: Uint8Array): ImageSize | null {
  try {
    const { type = '', images = [], ...whole } = readSize(bytes);
    const { width, height } = images.reduce((best, each) => (each.width > best.width ? each : best), whole);
    return width > 0 && height > 0 ? { type: mediaTypes[type] ?? `image/${type}`, width, height } : null;
  } catch {
    return null;
  }
}
