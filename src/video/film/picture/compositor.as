// The kernels that put a film's frames together, in AssemblyScript (see compositor.ts for how they are called).
// All colours are BT.709 in the limited range; sprites are premultiplied, with an alpha plane for luma and one for chroma.

/** Premultiplied RGBA (sides even) to the planes of a sprite: Y and A of w*h, then U, V and their alpha of a quarter each. */
export function spriteFromRgba(src: usize, w: i32, h: i32, yp: usize, ap: usize, up: usize, vp: usize, cap: usize): void {
  const cw = w >> 1;
  for (let y = 0; y < h; y += 2) {
    for (let x = 0; x < w; x += 2) {
      let sr: i32 = 0, sg: i32 = 0, sb: i32 = 0, sa: i32 = 0;
      for (let j = 0; j < 2; j++) {
        for (let i = 0; i < 2; i++) {
          const o = (y + j) * w + x + i;
          const p = load<u32>(src + (o << 2));
          const r = <i32>(p & 255), g = <i32>((p >> 8) & 255), b = <i32>((p >> 16) & 255), a = <i32>(p >>> 24);
          store<u8>(yp + o, <u8>((4112 * a + 11966 * r + 40254 * g + 4064 * b + 32768) >> 16));
          store<u8>(ap + o, <u8>a);
          sr += r; sg += g; sb += b; sa += a;
        }
      }
      const o = (y >> 1) * cw + (x >> 1);
      store<u8>(up + o, <u8>((32896 * sa - 6596 * sr - 22189 * sg + 28784 * sb + 131072) >> 18));
      store<u8>(vp + o, <u8>((32896 * sa + 28784 * sr - 26145 * sg - 2639 * sb + 131072) >> 18));
      store<u8>(cap + o, <u8>((sa + 2) >> 2));
    }
  }
}

/** Opaque RGBA (sides even) to Y, U and V, with a grain so fine that it only keeps soft gradients from showing steps. */
export function pictureFromRgba(src: usize, w: i32, h: i32, yp: usize, up: usize, vp: usize, grain: i32): void {
  const cw = w >> 1;
  let noise: u32 = 0x9e3779b9;
  for (let y = 0; y < h; y += 2) {
    for (let x = 0; x < w; x += 2) {
      let sr: i32 = 0, sg: i32 = 0, sb: i32 = 0;
      for (let j = 0; j < 2; j++) {
        for (let i = 0; i < 2; i++) {
          const o = (y + j) * w + x + i;
          const p = load<u32>(src + (o << 2));
          const r = <i32>(p & 255), g = <i32>((p >> 8) & 255), b = <i32>((p >> 16) & 255);
          noise = noise * 1664525 + 1013904223;
          // The sum of two even distributions: a triangle, which leaves no pattern behind.
          const dither = (<i32>(noise >>> 24) + <i32>((noise >>> 16) & 255) - 255) * grain;
          let v = (1048576 + 11966 * r + 40254 * g + 4064 * b + 32768 + dither) >> 16;
          v = v < 16 ? 16 : v > 235 ? 235 : v;
          store<u8>(yp + o, <u8>v);
          sr += r; sg += g; sb += b;
        }
      }
      const o = (y >> 1) * cw + (x >> 1);
      store<u8>(up + o, <u8>((33554432 - 6596 * sr - 22189 * sg + 28784 * sb + 131072) >> 18));
      store<u8>(vp + o, <u8>((33554432 + 28784 * sr - 26145 * sg - 2639 * sb + 131072) >> 18));
    }
  }
}

/** A rectangle of one plane into another. */
export function copyPlane(src: usize, sstride: i32, dst: usize, dstride: i32, w: i32, h: i32): void {
  for (let y = 0; y < h; y++) memory.copy(dst + y * dstride, src + y * sstride, w);
}

/** dst = src * opacity + dst * (1 - alpha * opacity), of one plane; opacity is 0 to 256. */
export function blend(src: usize, alpha: usize, sstride: i32, dst: usize, dstride: i32, w: i32, h: i32, opacity: i32): void {
  const half = i16x8.splat(128), vop = i16x8.splat(<i16>opacity), solid = i8x16.splat(-1);
  for (let y = 0; y < h; y++) {
    const s = src + y * sstride, a = alpha + y * sstride, d = dst + y * dstride;
    let x = 0;
    for (; x + 16 <= w; x += 16) {
      let av = v128.load(a + x);
      if (!v128.any_true(av)) continue;
      let sv = v128.load(s + x);
      if (opacity == 256) {
        // The inside of a card: nothing shows through.
        if (i8x16.all_true(i8x16.eq(av, solid))) {
          v128.store(d + x, sv);
          continue;
        }
      } else {
        av = i8x16.narrow_i16x8_u(
          i16x8.shr_u(i16x8.mul(i16x8.extend_low_i8x16_u(av), vop), 8),
          i16x8.shr_u(i16x8.mul(i16x8.extend_high_i8x16_u(av), vop), 8),
        );
        sv = i8x16.narrow_i16x8_u(
          i16x8.shr_u(i16x8.mul(i16x8.extend_low_i8x16_u(sv), vop), 8),
          i16x8.shr_u(i16x8.mul(i16x8.extend_high_i8x16_u(sv), vop), 8),
        );
      }
      const rest = v128.not(av), dv = v128.load(d + x);
      let lo = i16x8.add(i16x8.extmul_low_i8x16_u(dv, rest), half), hi = i16x8.add(i16x8.extmul_high_i8x16_u(dv, rest), half);
      lo = i16x8.shr_u(i16x8.add(lo, i16x8.shr_u(lo, 8)), 8);
      hi = i16x8.shr_u(i16x8.add(hi, i16x8.shr_u(hi, 8)), 8);
      v128.store(d + x, i8x16.add_sat_u(i8x16.narrow_i16x8_u(lo, hi), sv));
    }
    for (; x < w; x++) {
      let av = <i32>load<u8>(a + x);
      if (av == 0) continue;
      let sv = <i32>load<u8>(s + x);
      if (opacity != 256) { av = (av * opacity) >> 8; sv = (sv * opacity) >> 8; }
      put(d + x, sv, av);
    }
  }
}

/**
 * The same through a turned and scaled view, sampled between four pixels. A pixel (x, y) of the rectangle x0..x1, y0..y1 of
 * dst shows what lies at (ux*x + uy*y + u0, vx*x + vy*y + v0) of src, in 65536ths; what lies outside of src shows nothing.
 */
export function blendTurned(
  src: usize, alpha: usize, w: i32, h: i32, dst: usize, dstride: i32, x0: i32, y0: i32, x1: i32, y1: i32,
  ux: i32, uy: i32, u0: i32, vx: i32, vy: i32, v0: i32, opacity: i32,
): void {
  const lastU = ((w - 1) << 16) - 1, lastV = ((h - 1) << 16) - 1;
  for (let y = y0; y < y1; y++) {
    let from = x0, to = x1;
    const ru = <i64>uy * y + u0, rv = <i64>vy * y + v0;
    // Where the row enters and leaves src: two slabs, cut one after the other.
    if (ux != 0) {
      const a = -<f64>ru / ux, b = (<f64>lastU - <f64>ru) / ux;
      from = max(from, <i32>Math.ceil(min(a, b))); to = min(to, <i32>Math.floor(max(a, b)) + 1);
    } else if (ru < 0 || ru > lastU) continue;
    if (vx != 0) {
      const a = -<f64>rv / vx, b = (<f64>lastV - <f64>rv) / vx;
      from = max(from, <i32>Math.ceil(min(a, b))); to = min(to, <i32>Math.floor(max(a, b)) + 1);
    } else if (rv < 0 || rv > lastV) continue;
    // Rounding may be one off at either end; in between, a straight line stays inside.
    while (from < to && outside(ux, ru, vx, rv, from, lastU, lastV)) from++;
    while (from < to && outside(ux, ru, vx, rv, to - 1, lastU, lastV)) to--;
    let u = <i32>(<i64>ux * from + ru), v = <i32>(<i64>vx * from + rv);
    let d = dst + y * dstride + from;
    const end = dst + y * dstride + to;
    for (; d < end; u += ux, v += vx, d++) {
      const o = (v >> 16) * w + (u >> 16);
      const a0 = <u32>load<u16>(alpha + o), a1 = <u32>load<u16>(alpha + o + w);
      if ((a0 | a1) == 0) continue;
      const fx = <u32>((u >> 8) & 255), fy = <u32>((v >> 8) & 255);
      // Value and alpha side by side in one register: both go through the same four multiplications.
      const p0 = <u32>load<u16>(src + o) | (a0 << 16), p1 = <u32>load<u16>(src + o + w) | (a1 << 16);
      const r0 = (((p0 & 0xff00ff) * (256 - fx) + ((p0 >> 8) & 0xff00ff) * fx) >> 8) & 0xff00ff;
      const r1 = (((p1 & 0xff00ff) * (256 - fx) + ((p1 >> 8) & 0xff00ff) * fx) >> 8) & 0xff00ff;
      const r = ((r0 * (256 - fy) + r1 * fy) >> 8) & 0xff00ff;
      if (opacity == 256) {
        if (r >= 0xff0000) store<u8>(d, <u8>r);
        else put(d, <i32>(r & 255), <i32>(r >> 16));
      } else put(d, <i32>((r & 255) * opacity) >> 8, <i32>((r >> 16) * opacity) >> 8);
    }
  }
}

function outside(ux: i32, ru: i64, vx: i32, rv: i64, x: i32, lastU: i32, lastV: i32): bool {
  const u = <i64>ux * x + ru, v = <i64>vx * x + rv;
  return u < 0 || u > lastU || v < 0 || v > lastV;
}

// @ts-ignore: decorators are AssemblyScript's own
@inline
function put(d: usize, value: i32, alpha: i32): void {
  let q = <i32>load<u8>(d) * (255 - alpha) + 128;
  q = ((q + (q >> 8)) >> 8) + value;
  store<u8>(d, <u8>(q > 255 ? 255 : q));
}
