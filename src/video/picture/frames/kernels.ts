import { readFileSync } from 'node:fs';
import path from 'node:path';
import { wasm } from './webassembly.ts';

/** Exports of `compositor.as`; addresses refer to its own memory. */
export interface Kernels {
  spriteFromRgba(
    src: number,
    w: number,
    h: number,
    y: number,
    a: number,
    u: number,
    v: number,
    ca: number,
  ): void;
  groundFromRgba(src: number, w: number, h: number, room: number, y: number, u: number, v: number): void;
  paintOver(src: number, w: number, h: number, y: number, u: number, v: number): void;
  copyPlane(src: number, sstride: number, dst: number, dstride: number, w: number, h: number): void;
  blend(
    src: number,
    alpha: number,
    sstride: number,
    dst: number,
    dstride: number,
    w: number,
    h: number,
    opacity: number,
  ): void;
  blendTurned(
    src: number,
    alpha: number,
    w: number,
    h: number,
    dst: number,
    dstride: number,
    x0: number,
    y0: number,
    x1: number,
    y1: number,
    ux: number,
    uy: number,
    u0: number,
    vx: number,
    vy: number,
    v0: number,
    opacity: number,
  ): void;
  turn(
    src: number,
    alpha: number,
    w: number,
    h: number,
    dst: number,
    dalpha: number,
    ux: number,
    uy: number,
    u0: number,
    vx: number,
    vy: number,
    v0: number,
  ): void;
}

const module = new wasm.Module(readFileSync(path.join(import.meta.dirname, 'compositor.wasm')));
export const pageBytes = 65_536;

/** Kernels with their own memory. It cannot grow, since encoders keep references to it. */
export function kernelsWith(bytes: number): { readonly kernels: Kernels; readonly memory: ArrayBuffer } {
  const memory = new wasm.Memory({ initial: bytes / pageBytes });
  const instance = new wasm.Instance(module, { env: { memory } });
  return { kernels: instance.exports as Kernels, memory: memory.buffer };
}
