// The kernels that put a video's frames together, in AssemblyScript (see compositor.ts for how they are called).
// All colours are BT.709 in the limited range; sprites are premultiplied, with an alpha plane for luma and one for chroma.

/** Premultiplied RGBA (sides even) to the planes of a sprite: Y and A of w*h, then U, V and their alpha of a quarter each. */
export function spriteFromRgba(src: usize, w: i32, h: i32, yp: usize, ap: usize, up: usize, vp: usize, cap: usize): void {
  const cw = w >> 1;
  memory.fill(yp, 0, w * h);
  memory.fill(ap, 0, w * h);
  memory.fill(up, 0, (w * h) >> 2);
  memory.fill(vp, 0, (w * h) >> 2);
  memory.fill(cap, 0, (w * h) >> 2);
  const line = w << 2;
  for (let y = 0; y < h; y += 2) {
    const yo = yp + y * w, ao = ap + y * w, co = (y >> 1) * cw;
    let x = 0;
    for (; x + 4 <= w; x += 4) {
      const s = src + y * line + (x << 2), top = v128.load(s), low = v128.load(s + line);
      if (!v128.any_true(v128.or(top, low))) continue;
      v128.store32_lane(yo + x, bytes(lumaOf(top)), 0);
      v128.store32_lane(yo + w + x, bytes(lumaOf(low)), 0);
      const alpha = i8x16.shuffle(top, low, 3, 7, 11, 15, 19, 23, 27, 31, 0, 0, 0, 0, 0, 0, 0, 0);
      v128.store32_lane(ao + x, alpha, 0);
      v128.store32_lane(ao + w + x, alpha, 1);
      const r = inPairs(top, low, 0), g = inPairs(top, low, 8), b = inPairs(top, low, 16), a = inPairs(top, low, 24);
      const o = co + (x >> 1), white = i32x4.add(i32x4.mul(a, i32x4.splat(32896)), i32x4.splat(131072)), most = i32x4.splat(28784);
      const u = i32x4.sub(i32x4.mul(b, most), i32x4.add(i32x4.mul(r, i32x4.splat(6596)), i32x4.mul(g, i32x4.splat(22189))));
      const v = i32x4.sub(i32x4.mul(r, most), i32x4.add(i32x4.mul(g, i32x4.splat(26145)), i32x4.mul(b, i32x4.splat(2639))));
      v128.store16_lane(up + o, bytes(i32x4.shr_s(i32x4.add(white, u), 18)), 0);
      v128.store16_lane(vp + o, bytes(i32x4.shr_s(i32x4.add(white, v), 18)), 0);
      v128.store16_lane(cap + o, bytes(i32x4.shr_u(i32x4.add(a, i32x4.splat(2)), 2)), 0);
    }
    if (x < w) spriteEnd(src + y * line + (x << 2), line, yo + x, ao + x, w, up + co + (x >> 1), vp + co + (x >> 1), cap + co + (x >> 1));
  }
}

/** The last two columns of two rows, where four do not fit any more. */
function spriteEnd(s: usize, line: i32, yp: usize, ap: usize, w: i32, up: usize, vp: usize, cap: usize): void {
  let sr: i32 = 0, sg: i32 = 0, sb: i32 = 0, sa: i32 = 0;
  for (let j = 0; j < 2; j++) {
    for (let i = 0; i < 2; i++) {
      const p = load<u32>(s + j * line + (i << 2)), o = j * w + i;
      const r = <i32>(p & 255), g = <i32>((p >> 8) & 255), b = <i32>((p >> 16) & 255), a = <i32>(p >>> 24);
      store<u8>(yp + o, <u8>((4112 * a + 11966 * r + 40254 * g + 4064 * b + 32768) >> 16));
      store<u8>(ap + o, <u8>a);
      sr += r; sg += g; sb += b; sa += a;
    }
  }
  if (sa == 0) return;
  store<u8>(up, <u8>((32896 * sa - 6596 * sr - 22189 * sg + 28784 * sb + 131072) >> 18));
  store<u8>(vp, <u8>((32896 * sa + 28784 * sr - 26145 * sg - 2639 * sb + 131072) >> 18));
  store<u8>(cap, <u8>((sa + 2) >> 2));
}

/** The luma of four pixels. */
// @ts-ignore: decorators are AssemblyScript's own
@inline
function lumaOf(p: v128): v128 {
  const byte = i32x4.splat(255);
  const rg = i32x4.add(i32x4.mul(v128.and(p, byte), i32x4.splat(11966)), i32x4.mul(v128.and(i32x4.shr_u(p, 8), byte), i32x4.splat(40254)));
  const ba = i32x4.add(i32x4.mul(v128.and(i32x4.shr_u(p, 16), byte), i32x4.splat(4064)), i32x4.mul(i32x4.shr_u(p, 24), i32x4.splat(4112)));
  return i32x4.shr_u(i32x4.add(i32x4.add(rg, ba), i32x4.splat(32768)), 16);
}

/** One channel of two rows of four pixels, summed by squares of four: the sums are the first two lanes. */
// @ts-ignore: decorators are AssemblyScript's own
@inline
function inPairs(top: v128, low: v128, shift: i32): v128 {
  const byte = i32x4.splat(255);
  const sum = i32x4.add(v128.and(i32x4.shr_u(top, shift), byte), v128.and(i32x4.shr_u(low, shift), byte));
  return i32x4.add(v128.shuffle<i32>(sum, sum, 0, 2, 0, 2), v128.shuffle<i32>(sum, sum, 1, 3, 1, 3));
}

/** Four lanes as four bytes, the first of the vector. */
// @ts-ignore: decorators are AssemblyScript's own
@inline
function bytes(v: v128): v128 {
  const short = i16x8.narrow_i32x4_u(v, v);
  return i8x16.narrow_i16x8_u(short, short);
}

/**
 * An opaque RGBA drawing, seen four times as large and smooth between its pixels, to Y, U and V. All in between is kept to
 * 1/16 of a shade, and luma gets a grain so fine that it only keeps soft gradients from showing steps. `room` is for three
 * planes and a row of 16 bits a pixel, each row with a pixel more at its left and eight at its right; up to 15 bytes are
 * written past the end of a plane.
 */
export function groundFromRgba(src: usize, w: i32, h: i32, room: usize, yp: usize, up: usize, vp: usize): void {
  const stride = (w + 9) << 1, plane = stride * h, row = room + 3 * plane;
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const p = load<u32>(src + ((y * w + x) << 2));
      const r = <i32>(p & 255), g = <i32>((p >> 8) & 255), b = <i32>((p >> 16) & 255);
      const at = room + y * stride + ((x + 1) << 1);
      store<i16>(at, <i16>((1048576 + 11966 * r + 40254 * g + 4064 * b + 2048) >> 12));
      store<i16>(at + plane, <i16>((8388608 - 6596 * r - 22189 * g + 28784 * b + 2048) >> 12));
      store<i16>(at + 2 * plane, <i16>((8388608 + 28784 * r - 26145 * g - 2639 * b + 2048) >> 12));
    }
    for (let i = 0; i < 3; i++) {
      const line = room + i * plane + y * stride;
      store<i16>(line, load<i16>(line + 2));
      v128.store(line + ((w + 1) << 1), i16x8.splat(load<i16>(line + (w << 1))));
    }
  }
  lumaFour(room, w, h, row, yp);
  chromaTwo(room + plane, w, h, row, up);
  chromaTwo(room + 2 * plane, w, h, row, vp);
}

/** Four pixels of each: between a pixel and the one before it by 3/8 and 1/8, then between it and the next. */
function lumaFour(src: usize, w: i32, h: i32, row: usize, dst: usize): void {
  let noise = i32x4(0x1e3779b9, 0x7f4a7c15, 0x3c6ef372, 0x5851f42d);
  const before = i16x8(3, 1, 7, 5, 3, 1, 7, 5), after = i16x8(5, 7, 1, 3, 5, 7, 1, 3), middle = i16x8.splat(255), half = i16x8.splat(64);
  const black = i8x16.splat(16), white = i8x16.splat(<i8>235), on = i8x16.splat(2);
  const first = i16x8(0x0100, 0x0100, 0x0302, 0x0302, 0x0302, 0x0302, 0x0504, 0x0504), second = i8x16.add(first, on);
  const third = i8x16.add(second, on), fourth = i8x16.add(third, on);
  for (let y = 0; y < h << 2; y++) {
    const k = y & 3;
    between(src, w, h, (y >> 2) - (k < 2 ? 1 : 0), k == 0 ? 5 : k == 1 ? 7 : k == 2 ? 1 : 3, row);
    const d = dst + y * (w << 2);
    for (let x = 0; x < w; x += 4) {
      const v = v128.load(row + (x << 1));
      let lo = i16x8.add(i16x8.mul(i8x16.swizzle(v, first), before), i16x8.mul(i8x16.swizzle(v, second), after));
      let hi = i16x8.add(i16x8.mul(i8x16.swizzle(v, third), before), i16x8.mul(i8x16.swizzle(v, fourth), after));
      const one = next(noise), two = next(one);
      noise = two;
      // The sum of two even distributions: a triangle, which leaves no pattern behind.
      lo = i16x8.add(lo, i16x8.shr_s(i16x8.sub(i16x8.add(i16x8.extend_low_i8x16_u(one), i16x8.extend_low_i8x16_u(two)), middle), 1));
      hi = i16x8.add(hi, i16x8.shr_s(i16x8.sub(i16x8.add(i16x8.extend_high_i8x16_u(one), i16x8.extend_high_i8x16_u(two)), middle), 1));
      const out = i8x16.narrow_i16x8_u(i16x8.shr_s(i16x8.add(lo, half), 7), i16x8.shr_s(i16x8.add(hi, half), 7));
      v128.store(d + (x << 2), i8x16.max_u(black, i8x16.min_u(white, out)));
    }
  }
}

function chromaTwo(src: usize, w: i32, h: i32, row: usize, dst: usize): void {
  const before = i16x8(2, 6, 2, 6, 2, 6, 2, 6), after = i16x8(6, 2, 6, 2, 6, 2, 6, 2), half = i16x8.splat(64);
  const first = i16x8(0x0100, 0x0302, 0x0302, 0x0504, 0x0504, 0x0706, 0x0706, 0x0908), second = i8x16.add(first, i8x16.splat(2));
  for (let y = 0; y < h << 1; y++) {
    const k = y & 1;
    between(src, w, h, (y >> 1) - 1 + k, k == 0 ? 6 : 2, row);
    const d = dst + y * (w << 1);
    for (let x = 0; x < w; x += 8) {
      const v = v128.load(row + (x << 1)), n = v128.load(row + (x << 1) + 8);
      const lo = i16x8.add(i16x8.mul(i8x16.swizzle(v, first), before), i16x8.mul(i8x16.swizzle(v, second), after));
      const hi = i16x8.add(i16x8.mul(i8x16.swizzle(n, first), before), i16x8.mul(i8x16.swizzle(n, second), after));
      v128.store(d + (x << 1), i8x16.narrow_i16x8_u(i16x8.shr_s(i16x8.add(lo, half), 7), i16x8.shr_s(i16x8.add(hi, half), 7)));
    }
  }
}

/** What lies between a row and the next, `share` eighths from the first; beyond the ends the last row goes on. */
function between(src: usize, w: i32, h: i32, y: i32, share: i32, row: usize): void {
  const stride = (w + 9) << 1;
  const a = src + max(y, 0) * stride, b = src + min(y + 1, h - 1) * stride;
  const va = i16x8.splat(<i16>(8 - share)), vb = i16x8.splat(<i16>share), half = i16x8.splat(4);
  for (let i = 0; i < stride; i += 16) {
    const sum = i16x8.add(i16x8.mul(v128.load(a + i), va), i16x8.mul(v128.load(b + i), vb));
    v128.store(row + i, i16x8.shr_u(i16x8.add(sum, half), 3));
  }
}

/** Four xorshift generators side by side. */
// @ts-ignore: decorators are AssemblyScript's own
@inline
function next(n: v128): v128 {
  n = v128.xor(n, i32x4.shl(n, 13));
  n = v128.xor(n, i32x4.shr_u(n, 17));
  return v128.xor(n, i32x4.shl(n, 5));
}

/** Premultiplied RGBA (sides even), of which most is empty, over Y, U and V. */
export function paintOver(src: usize, w: i32, h: i32, yp: usize, up: usize, vp: usize): void {
  const line = w << 2, cw = w >> 1;
  for (let y = 0; y < h; y += 2) {
    for (let x = 0; x < w; x += 2) {
      const s = src + y * line + (x << 2);
      if ((load<u64>(s) | load<u64>(s + line)) == 0) continue;
      let sr: i32 = 0, sg: i32 = 0, sb: i32 = 0, sa: i32 = 0;
      for (let j = 0; j < 2; j++) {
        for (let i = 0; i < 2; i++) {
          const p = load<u32>(s + j * line + (i << 2));
          const r = <i32>(p & 255), g = <i32>((p >> 8) & 255), b = <i32>((p >> 16) & 255), a = <i32>(p >>> 24);
          put(yp + (y + j) * w + x + i, (4112 * a + 11966 * r + 40254 * g + 4064 * b + 32768) >> 16, a);
          sr += r; sg += g; sb += b; sa += a;
        }
      }
      const o = (y >> 1) * cw + (x >> 1), alpha = (sa + 2) >> 2;
      put(up + o, (32896 * sa - 6596 * sr - 22189 * sg + 28784 * sb + 131072) >> 18, alpha);
      put(vp + o, (32896 * sa + 28784 * sr - 26145 * sg - 2639 * sb + 131072) >> 18, alpha);
    }
  }
}

/** A rectangle of one plane into another. */
export function copyPlane(src: usize, sstride: i32, dst: usize, dstride: i32, w: i32, h: i32): void {
  for (let y = 0; y < h; y++) memory.copy(dst + y * dstride, src + y * sstride, w);
}

/**
 * dst = src * opacity + dst * (1 - alpha * opacity), of one plane; opacity is 0 to 256. Up to 15 bytes past a row's end are
 * read, of all three, and of dst they are written as they were.
 */
export function blend(src: usize, alpha: usize, sstride: i32, dst: usize, dstride: i32, w: i32, h: i32, opacity: i32): void {
  const half = i16x8.splat(128), vop = i16x8.splat(<i16>opacity);
  const rest = w & 15, last = w - rest;
  const end = i8x16.lt_u(i8x16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15), i8x16.splat(<i8>rest));
  for (let y = 0; y < h; y++) {
    const s = src + y * sstride, a = alpha + y * sstride, d = dst + y * dstride;
    for (let x = 0; x < w; x += 16) {
      // Most of a sprite is empty or solid. That is asked of plain registers: to look across a vector's lanes takes longer.
      const left = load<u64>(a + x), right = load<u64>(a + x, 8);
      if ((left | right) == 0) continue;
      let av = v128.load(a + x), sv = v128.load(s + x);
      if (x == last) {
        av = v128.and(av, end);
        sv = v128.and(sv, end);
      } else if ((left & right) == u64.MAX_VALUE && opacity == 256) {
        v128.store(d + x, sv);
        continue;
      }
      if (opacity != 256) {
        av = i8x16.narrow_i16x8_u(
          i16x8.shr_u(i16x8.mul(i16x8.extend_low_i8x16_u(av), vop), 8),
          i16x8.shr_u(i16x8.mul(i16x8.extend_high_i8x16_u(av), vop), 8),
        );
        sv = i8x16.narrow_i16x8_u(
          i16x8.shr_u(i16x8.mul(i16x8.extend_low_i8x16_u(sv), vop), 8),
          i16x8.shr_u(i16x8.mul(i16x8.extend_high_i8x16_u(sv), vop), 8),
        );
      }
      const through = v128.not(av), dv = v128.load(d + x);
      let lo = i16x8.add(i16x8.extmul_low_i8x16_u(dv, through), half), hi = i16x8.add(i16x8.extmul_high_i8x16_u(dv, through), half);
      lo = i16x8.shr_u(i16x8.add(lo, i16x8.shr_u(lo, 8)), 8);
      hi = i16x8.shr_u(i16x8.add(hi, i16x8.shr_u(hi, 8)), 8);
      v128.store(d + x, i8x16.add_sat_u(i8x16.narrow_i16x8_u(lo, hi), sv));
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
  const half = i16x8.splat(128), full = i16x8.splat(255), vop = i16x8.splat(<i16>opacity);
  for (let y = y0; y < y1; y++) {
    const ru = <i64>uy * y + u0, rv = <i64>vy * y + v0;
    const span = seen(w, h, x0, x1, ux, ru, vx, rv), from = <i32>span, to = <i32>(span >> 32);
    let u = <i32>(<i64>ux * from + ru), v = <i32>(<i64>vx * from + rv);
    const row = dst + y * dstride;
    let x = from;
    for (; x + 8 <= to; x += 8, u += ux << 3, v += vx << 3) {
      const both = sampled(src, alpha, w, u, ux, v, vx);
      let sv = v128.and(both, full), av = i16x8.shr_u(both, 8);
      if (!v128.any_true(av)) continue;
      if (opacity != 256) {
        sv = i16x8.shr_u(i16x8.mul(sv, vop), 8);
        av = i16x8.shr_u(i16x8.mul(av, vop), 8);
      }
      let q = i16x8.add(i16x8.mul(v128.load_ext<u8>(row + x), i16x8.sub(full, av)), half);
      q = i16x8.add(i16x8.shr_u(i16x8.add(q, i16x8.shr_u(q, 8)), 8), sv);
      v128.store64_lane(row + x, i8x16.narrow_i16x8_u(q, q), 0);
    }
    for (; x < to; x++, u += ux, v += vx) {
      const r = sampledOne(src, alpha, w, u, v);
      put(row + x, ((r & 255) * opacity) >> 8, ((r >> 8) * opacity) >> 8);
    }
  }
}

/** The view itself, value and alpha to a plane each: what lies outside of src is left as it is. */
export function turn(
  src: usize, alpha: usize, w: i32, h: i32, dst: usize, dalpha: usize, ux: i32, uy: i32, u0: i32, vx: i32, vy: i32, v0: i32,
): void {
  for (let y = 0; y < h; y++) {
    const ru = <i64>uy * y + u0, rv = <i64>vy * y + v0;
    const span = seen(w, h, 0, w, ux, ru, vx, rv), from = <i32>span, to = <i32>(span >> 32);
    let u = <i32>(<i64>ux * from + ru), v = <i32>(<i64>vx * from + rv);
    const row = y * w;
    let x = from;
    for (; x + 8 <= to; x += 8, u += ux << 3, v += vx << 3) {
      const both = sampled(src, alpha, w, u, ux, v, vx);
      const parted = i8x16.shuffle(both, both, 0, 2, 4, 6, 8, 10, 12, 14, 1, 3, 5, 7, 9, 11, 13, 15);
      v128.store64_lane(dst + row + x, parted, 0);
      v128.store64_lane(dalpha + row + x, parted, 1);
    }
    for (; x < to; x++, u += ux, v += vx) {
      const r = sampledOne(src, alpha, w, u, v);
      store<u8>(dst + row + x, <u8>r);
      store<u8>(dalpha + row + x, <u8>(r >> 8));
    }
  }
}

/** Where a row enters src and where it leaves it, from x0 to x1 at most: two slabs, cut one after the other. */
function seen(w: i32, h: i32, x0: i32, x1: i32, ux: i32, ru: i64, vx: i32, rv: i64): i64 {
  const lastU = ((w - 1) << 16) - 1, lastV = ((h - 1) << 16) - 1;
  let from = x0, to = x1;
  if (ux != 0) {
    const a = -<f64>ru / ux, b = (<f64>lastU - <f64>ru) / ux;
    from = max(from, <i32>Math.ceil(min(a, b))); to = min(to, <i32>Math.floor(max(a, b)) + 1);
  } else if (ru < 0 || ru > lastU) return 0;
  if (vx != 0) {
    const a = -<f64>rv / vx, b = (<f64>lastV - <f64>rv) / vx;
    from = max(from, <i32>Math.ceil(min(a, b))); to = min(to, <i32>Math.floor(max(a, b)) + 1);
  } else if (rv < 0 || rv > lastV) return 0;
  // Rounding may be one off at either end; in between, a straight line stays inside.
  while (from < to && outside(ux, ru, vx, rv, from, lastU, lastV)) from++;
  while (from < to && outside(ux, ru, vx, rv, to - 1, lastU, lastV)) to--;
  return from < to ? <i64>to << 32 | <i64>from : 0;
}

function outside(ux: i32, ru: i64, vx: i32, rv: i64, x: i32, lastU: i32, lastV: i32): bool {
  const u = <i64>ux * x + ru, v = <i64>vx * x + rv;
  return u < 0 || u > lastU || v < 0 || v > lastV;
}

/** Eight pixels, value in the lower and alpha in the upper byte of each. */
// @ts-ignore: decorators are AssemblyScript's own
@inline
function sampled(src: usize, alpha: usize, w: i32, u: i32, ux: i32, v: i32, vx: i32): v128 {
  return i8x16.narrow_i16x8_u(
    sampledFour(src, alpha, w, u, ux, v, vx),
    sampledFour(src, alpha, w, u + (ux << 2), ux, v + (vx << 2), vx),
  );
}

/** Four pixels, value and alpha of 16 bits each. */
// @ts-ignore: decorators are AssemblyScript's own
@inline
function sampledFour(src: usize, alpha: usize, w: i32, u: i32, ux: i32, v: i32, vx: i32): v128 {
  const o0 = (v >> 16) * w + (u >> 16), o1 = ((v + vx) >> 16) * w + ((u + ux) >> 16);
  const o2 = ((v + 2 * vx) >> 16) * w + ((u + 2 * ux) >> 16), o3 = ((v + 3 * vx) >> 16) * w + ((u + 3 * ux) >> 16);
  let top = i64x2.splat(0), low = i64x2.splat(0);
  top = v128.load16_lane(alpha + o0, top, 1); low = v128.load16_lane(alpha + o0 + w, low, 1);
  top = v128.load16_lane(alpha + o1, top, 3); low = v128.load16_lane(alpha + o1 + w, low, 3);
  top = v128.load16_lane(alpha + o2, top, 5); low = v128.load16_lane(alpha + o2 + w, low, 5);
  top = v128.load16_lane(alpha + o3, top, 7); low = v128.load16_lane(alpha + o3 + w, low, 7);
  if (!v128.any_true(v128.or(top, low))) return top;
  top = v128.load16_lane(src + o0, top, 0); low = v128.load16_lane(src + o0 + w, low, 0);
  top = v128.load16_lane(src + o1, top, 2); low = v128.load16_lane(src + o1 + w, low, 2);
  top = v128.load16_lane(src + o2, top, 4); low = v128.load16_lane(src + o2 + w, low, 4);
  top = v128.load16_lane(src + o3, top, 6); low = v128.load16_lane(src + o3 + w, low, 6);
  const steps = i32x4(0, 1, 2, 3), whole = i16x8.splat(256), byte = i32x4.splat(255);
  const fu = v128.and(i32x4.shr_u(i32x4.add(i32x4.splat(u), i32x4.mul(steps, i32x4.splat(ux))), 8), byte);
  const fv = v128.and(i32x4.shr_u(i32x4.add(i32x4.splat(v), i32x4.mul(steps, i32x4.splat(vx))), 8), byte);
  // Of each pixel the shares of its left and its right side, and of the lower line, each twice.
  const sides = i32x4.add(i32x4.sub(i32x4.shl(fu, 16), fu), i32x4.splat(256)), lower = v128.or(fv, i32x4.shl(fv, 16));
  const lowerA = v128.shuffle<i32>(lower, lower, 0, 0, 1, 1), lowerB = v128.shuffle<i32>(lower, lower, 2, 2, 3, 3);
  const a = lines(i16x8.extend_low_i8x16_u(top), i16x8.extend_low_i8x16_u(low), lowerA, whole);
  const b = lines(i16x8.extend_high_i8x16_u(top), i16x8.extend_high_i8x16_u(low), lowerB, whole);
  return i16x8.narrow_i32x4_u(
    i32x4.shr_u(i32x4.dot_i16x8_s(a, v128.shuffle<i32>(sides, sides, 0, 0, 1, 1)), 8),
    i32x4.shr_u(i32x4.dot_i16x8_s(b, v128.shuffle<i32>(sides, sides, 2, 2, 3, 3)), 8),
  );
}

// @ts-ignore: decorators are AssemblyScript's own
@inline
function lines(top: v128, low: v128, share: v128, whole: v128): v128 {
  return i16x8.shr_u(i16x8.add(i16x8.mul(top, i16x8.sub(whole, share)), i16x8.mul(low, share)), 8);
}

/** One pixel: value in the lower byte, alpha above it. */
// @ts-ignore: decorators are AssemblyScript's own
@inline
function sampledOne(src: usize, alpha: usize, w: i32, u: i32, v: i32): i32 {
  const o = (v >> 16) * w + (u >> 16);
  const fx = <u32>((u >> 8) & 255), fy = <u32>((v >> 8) & 255);
  // Value and alpha side by side in one register: both go through the same four multiplications.
  const p0 = <u32>load<u16>(src + o) | (<u32>load<u16>(alpha + o) << 16);
  const p1 = <u32>load<u16>(src + o + w) | (<u32>load<u16>(alpha + o + w) << 16);
  const left = (((p0 & 0xff00ff) * (256 - fy) + (p1 & 0xff00ff) * fy) >> 8) & 0xff00ff;
  const right = ((((p0 >> 8) & 0xff00ff) * (256 - fy) + ((p1 >> 8) & 0xff00ff) * fy) >> 8) & 0xff00ff;
  const r = ((left * (256 - fx) + right * fx) >> 8) & 0xff00ff;
  return <i32>((r & 255) | (r >> 8));
}

// @ts-ignore: decorators are AssemblyScript's own
@inline
function put(d: usize, value: i32, alpha: i32): void {
  let q = <i32>load<u8>(d) * (255 - alpha) + 128;
  q = ((q + (q >> 8)) >> 8) + value;
  store<u8>(d, <u8>(q > 255 ? 255 : q));
}
