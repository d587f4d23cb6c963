import { unreadable } from '../decode.ts';
import type { DevTools } from './devtools.ts';
import { BrowserFailure } from './failure.ts';
import { decodeScreenshot } from './page-events.ts';

/** Limited because it is embedded in a JSON response. */
const maxBytes = 384 * 1_024;
/** Tried in order until the image fits. */
const qualities = [80, 50, 20];

/** The visible window as WebP. */
export async function takeScreenshot(devtools: DevTools, session: string): Promise<Buffer> {
  for (const quality of qualities) {
    const screenshot = decodeScreenshot(
      await devtools.send('Page.captureScreenshot', { format: 'webp', quality }, session),
    );
    if (screenshot === unreadable) break;
    const image = Buffer.from(screenshot.data, 'base64');
    if (image.length <= maxBytes) return image;
  }
  throw new BrowserFailure('too_heavy', `The screenshot has more than ${maxBytes / 1_024} KB`);
}
