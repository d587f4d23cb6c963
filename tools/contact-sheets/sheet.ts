import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';

export interface Picture {
  readonly name: string;
  readonly png: Buffer;
}

export interface Device {
  readonly width: number;
  readonly height: number;
  /** By how much a picture is reduced on a sheet. */
  readonly scale: number;
  readonly columns: number;
}

const gap = 12;
const labelHeight = 26;

/** Writes pictures side by side, some to a sheet. */
export async function writeSheets(
  folder: string,
  name: string,
  pictures: readonly Picture[],
  device: Device,
): Promise<void> {
  for (let from = 0, nth = 1; from < pictures.length; from += device.columns, nth++) {
    const row = await Promise.all(
      pictures
        .slice(from, from + device.columns)
        .map(async (picture) => ({ ...picture, image: await loadImage(picture.png) })),
    );
    const width = Math.round(device.width * device.scale);
    const height = Math.max(...row.map(({ image }) => Math.round(image.height * device.scale)));
    const canvas = createCanvas(row.length * (width + gap), height + labelHeight);
    const context = canvas.getContext('2d');
    context.fillStyle = '#888';
    context.fillRect(0, 0, canvas.width, canvas.height);
    for (const [column, { name: label, image }] of row.entries()) {
      const left = column * (width + gap);
      context.fillStyle = '#fff';
      context.font = '16px sans-serif';
      context.fillText(label.slice(0, 60), left + 4, 18);
      context.drawImage(image, left, labelHeight, width, Math.round(image.height * device.scale));
    }
    const file = path.join(folder, `${name}-${nth}.png`);
    writeFileSync(file, await canvas.encode('png'));
    process.stdout.write(`${file}\n`);
  }
}
