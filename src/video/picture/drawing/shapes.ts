import type { SKRSContext2D } from '@napi-rs/canvas';
import { circularItem } from '../../../platform/circular-item.ts';
import type { RandomSource } from '../../seeded-random.ts';

type Context = SKRSContext2D;

export function disc(context: Context, x: number, y: number, r: number): void {
  context.beginPath();
  context.arc(x, y, r, 0, Math.PI * 2);
}

export function roundBox(context: Context, x: number, y: number, w: number, h: number, r: number): void {
  context.beginPath();
  context.roundRect(x, y, w, h, Math.min(r, w / 2, h / 2));
}

/** A closed, soft outline around a point, slightly different each time. */
export function blob(context: Context, x: number, y: number, r: number, random: RandomSource): void {
  const corners = 7;
  const turn = random() * Math.PI;
  const points = Array.from({ length: corners }, (_, i) => {
    const angle = turn + (i / corners) * Math.PI * 2;
    const reach = r * (0.8 + 0.2 * random());
    return { x: x + reach * Math.cos(angle), y: y + reach * Math.sin(angle) };
  });
  const middle = (i: number) => {
    const [a, b] = [circularItem(points, i), circularItem(points, i + 1)];
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  };
  context.beginPath();
  const start = middle(0);
  context.moveTo(start.x, start.y);
  for (let i = 1; i <= corners; i++) {
    const [corner, next] = [circularItem(points, i), middle(i)];
    context.quadraticCurveTo(corner.x, corner.y, next.x, next.y);
  }
  context.closePath();
}

/** Rays from a centre, each as wide as the gap beside it. */
export function burst(
  context: Context,
  x: number,
  y: number,
  inner: number,
  outer: number,
  rays: number,
): void {
  context.beginPath();
  const halfAngle = Math.PI / rays / 2;
  for (let i = 0; i < rays; i++) {
    const angle = (i / rays) * Math.PI * 2;
    context.moveTo(x + inner * Math.cos(angle - halfAngle), y + inner * Math.sin(angle - halfAngle));
    context.lineTo(x + outer * Math.cos(angle - halfAngle), y + outer * Math.sin(angle - halfAngle));
    context.lineTo(x + outer * Math.cos(angle + halfAngle), y + outer * Math.sin(angle + halfAngle));
    context.lineTo(x + inner * Math.cos(angle + halfAngle), y + inner * Math.sin(angle + halfAngle));
    context.closePath();
  }
}

export function star(context: Context, x: number, y: number, r: number, points = 4, waist = 0.38): void {
  context.beginPath();
  for (let i = 0; i < points * 2; i++) {
    const [angle, reach] = [(i / points) * Math.PI - Math.PI / 2, i % 2 === 0 ? r : r * waist];
    context.lineTo(x + reach * Math.cos(angle), y + reach * Math.sin(angle));
  }
  context.closePath();
}

export function plus(context: Context, x: number, y: number, r: number): void {
  const thickness = r * 0.36;
  context.beginPath();
  context.roundRect(x - thickness, y - r, thickness * 2, r * 2, thickness * 0.6);
  context.roundRect(x - r, y - thickness, r * 2, thickness * 2, thickness * 0.6);
}

export function wave(context: Context, x: number, y: number, w: number, h: number, humps = 3): void {
  context.beginPath();
  context.moveTo(x - w / 2, y);
  const step = w / humps;
  for (let i = 0; i < humps; i++) {
    const from = x - w / 2 + i * step;
    context.quadraticCurveTo(from + step / 4, y - h, from + step / 2, y);
    context.quadraticCurveTo(from + (step * 3) / 4, y + h, from + step, y);
  }
}
