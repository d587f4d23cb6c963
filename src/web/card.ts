import { createHash } from 'node:crypto';
import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { emojiFace, type FamilyName, facesFor, registerEmoji } from '../video/picture/text/families.ts';
import type { ServiceName } from './pages/kit/page.ts';

/** What a preview of a link shows. */
export interface Card {
  readonly service: ServiceName;
  readonly title: string;
  readonly description: string;
}

export const cardSize = { width: 1_200, height: 630 };
const grounds: Readonly<Record<ServiceName, readonly [string, string]>> = {
  city: ['#2a2c9c', '#14163a'],
  utility: ['#00695f', '#06302c'],
};
const margin = 80;
const maxCached = 100;
const cached = new Map<string, Promise<Buffer>>();

/** A picture for previews of a link, as a PNG. */
export function drawCard(card: Card): Promise<Buffer> {
  const key = createHash('sha256').update(JSON.stringify(card)).digest('base64');
  const drawn = cached.get(key) ?? draw(card);
  cached.delete(key);
  cached.set(key, drawn);
  const [oldest] = cached.keys();
  if (cached.size > maxCached && oldest !== undefined) cached.delete(oldest);
  return drawn;
}

function draw({ service, title, description }: Card): Promise<Buffer> {
  const { width, height } = cardSize;
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const [from, to] = grounds[service];
  const ground = context.createLinearGradient(0, 0, width, height);
  ground.addColorStop(0, from);
  ground.addColorStop(1, to);
  context.fillStyle = ground;
  context.fillRect(0, 0, width, height);
  drawMark(context, margin, margin, 64);
  context.textBaseline = 'alphabetic';
  context.fillStyle = '#ffffff';
  use(context, 'bricolage-grotesque', 40, 700, `kith ${service}`);
  context.fillText(`kith ${service}`, margin + 84, margin + 47);
  use(context, 'bricolage-grotesque', 68, 700, title);
  let y = margin + 170;
  for (const line of wrap(context, title, width - 2 * margin, 3)) {
    context.fillText(line, margin, y);
    y += 80;
  }
  context.fillStyle = '#ffffffcc';
  use(context, 'inter', 34, 400, description);
  const room = Math.max(1, Math.floor((height - margin - y) / 48) + 1);
  for (const line of wrap(context, description, width - 2 * margin, Math.min(4, room))) {
    context.fillText(line, margin, y);
    y += 48;
  }
  return canvas.encode('png');
}

/** Sets a font that has these characters. */
function use(context: SKRSContext2D, family: FamilyName, size: number, weight: number, text: string): void {
  registerEmoji();
  const characters = new Set([...text, '…'].map((each) => each.codePointAt(0) ?? 0));
  const families: readonly FamilyName[] = [
    family,
    'noto-sans',
    'noto-sans-sc',
    'noto-sans-jp',
    'noto-sans-kr',
  ];
  const faces = [...families.flatMap((each) => facesFor(each, characters)), emojiFace];
  context.font = `400 ${size}px ${faces.map((face) => `"${face}"`).join(', ')}`;
  // Variable fonts honour a weight only as an axis setting.
  context.fontVariationSettings = `'wght' ${weight}`;
}

/** Lines of at most this width; the last one says if there is more. */
function wrap(context: SKRSContext2D, text: string, width: number, most: number): string[] {
  const fits = (line: string) => context.measureText(line).width <= width;
  const lines: string[] = [];
  let line = '';
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'word' }).segment(text.trim())) {
    if (fits(line + segment) || line === '') {
      line += segment;
      continue;
    }
    lines.push(line.trim());
    line = segment.trimStart();
    if (lines.length === most) break;
  }
  if (lines.length < most) return [...lines, line.trim()].filter(Boolean);
  let last = lines[most - 1] ?? '';
  while (last !== '' && !fits(`${last}…`)) last = last.slice(0, -1);
  return [...lines.slice(0, most - 1), line.trim() === '' ? last : `${last.trimEnd()}…`];
}

const bars = [
  [6, 15, 11],
  [13.5, 6, 20],
  [21, 11, 15],
] as const;

/** The mark of kith, in a square of this side. */
function drawMark(context: SKRSContext2D, left: number, top: number, side: number): void {
  const unit = side / 32;
  context.fillStyle = '#ffffff';
  for (const [x, y, height] of bars) {
    context.beginPath();
    context.roundRect(left + x * unit, top + y * unit, 5 * unit, height * unit, unit);
    context.fill();
  }
  context.fillStyle = '#ffb454';
  context.beginPath();
  context.arc(left + 23.5 * unit, top + 7 * unit, 2 * unit, 0, 2 * Math.PI);
  context.fill();
}

/** The icon of a service in a size, as a PNG. */
export function drawIcon(service: ServiceName, side: number, corner: number): Promise<Buffer> {
  const canvas = createCanvas(side, side);
  const context = canvas.getContext('2d');
  context.fillStyle = { city: '#3b3fbf', utility: '#00695f' }[service];
  context.beginPath();
  context.roundRect(0, 0, side, side, corner);
  context.fill();
  drawMark(context, 0, 0, side);
  return canvas.encode('png');
}

/** An icon file with one picture, for readers that ask for `/favicon.ico`. */
export async function drawFavicon(service: ServiceName): Promise<Buffer> {
  const side = 32;
  const png = await drawIcon(service, side, 8);
  const header = Buffer.alloc(22);
  // An icon directory with one entry of 32 bits per pixel, which begins after it.
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.set([side, side], 6);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}
