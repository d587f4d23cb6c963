import { clamp, easeOut, easeOutLong, interpolate, overshoot, spring } from '../easing.ts';
import type { Entrance, Idle, Part } from './part.ts';

/** Offset of a part from its resting position at a moment. */
export interface Motion {
  readonly dx: number;
  readonly dy: number;
  readonly scale: number;
  readonly turn: number;
  readonly opacity: number;
  /** Visible share of the part, from the left or from the top. */
  readonly shownX: number;
  readonly shownY: number;
  /** The visible share grows from the bottom instead of from the top. */
  readonly fromFoot?: boolean;
}

const rest: Motion = { dx: 0, dy: 0, scale: 1, turn: 0, opacity: 1, shownX: 1, shownY: 1 };
const hop_s = 0.55;
/** Short: until the next step is visible, its place is empty. */
const leave_s = 0.08;

/**
 * `hops` are the times, in seconds of the scene, when lively parts hop. Undefined if the part has not entered
 * yet.
 */
export function motionAt(part: Part, t: number, hops: readonly number[]): Motion | undefined {
  const since = t - part.enter.at;
  if (since < 0 || t > (part.until ?? Number.POSITIVE_INFINITY)) return undefined;
  const entered = entranceMotion(part.enter, since);
  const idle = part.idle ? idleMotion(part.idle, since) : rest;
  const arrivedAt = part.enter.at + (part.enter.for ?? 0.5);
  const hopHeight = Math.max(
    part.lively ? hopMotion(hops, t, arrivedAt) : 0,
    part.nods ? hopMotion(part.nods, t, arrivedAt) : 0,
  );
  const height = Math.min(part.box.h, 600);
  const pathOffset = part.follow?.(t) ?? { dx: 0, dy: 0 };
  const leaving = part.until === undefined ? 1 : clamp((part.until - t) / leave_s);
  return {
    ...entered,
    dx: entered.dx + idle.dx + pathOffset.dx,
    dy: entered.dy + idle.dy + pathOffset.dy - hopHeight * height * 0.035,
    opacity: entered.opacity * leaving * (pathOffset.opacity ?? 1),
    scale: entered.scale * idle.scale * (1 + hopHeight * 0.035),
    turn: entered.turn + idle.turn,
  };
}

function entranceMotion({ by, for: lasts = 0.5 }: Entrance, since: number): Motion {
  const share = since / lasts;
  if (share >= 1) return rest;
  const opacity = clamp(share * 2.6);
  switch (by) {
    case 'pop':
      return {
        ...rest,
        scale: interpolate(0.3, 1, spring(share)),
        turn: (1 - easeOut(share)) * -0.16,
        opacity: opacity,
      };
    case 'rise':
      return { ...rest, dy: (1 - easeOutLong(share)) * 120, opacity: opacity };
    case 'from-left':
      return { ...rest, dx: -(1 - overshoot(share, 0.9)) * 460, opacity: opacity };
    case 'from-right':
      return { ...rest, dx: (1 - overshoot(share, 0.9)) * 460, opacity: opacity };
    case 'wipe-right':
      return { ...rest, shownX: easeOut(share) };
    case 'wipe-down':
      return { ...rest, shownY: easeOut(share) };
    case 'wipe-up':
      return { ...rest, shownY: easeOut(share), fromFoot: true };
    case 'fade':
      return { ...rest, opacity: easeOut(share) };
  }
}

function idleMotion(idle: Idle, since: number): Motion {
  const { bob = 0, sway = 0, breathe = 0, period = 3, phase = 0 } = idle;
  const angle = (since / period) * Math.PI * 2 + phase;
  // Idle motion starts only once it has settled.
  const settled = clamp((since - 0.4) / 0.8);
  return {
    ...rest,
    dy: bob * Math.sin(angle) * settled,
    turn: sway * Math.sin(angle * 0.63 + 1) * settled,
    scale: 1 + breathe * Math.sin(angle * 1.3 + 2) * settled,
  };
}

function hopMotion(hops: readonly number[], t: number, from: number): number {
  const last = hops.findLast((at) => at <= t && at >= from);
  if (last === undefined) return 0;
  const share = (t - last) / hop_s;
  return share >= 1 ? 0 : Math.sin(share * Math.PI) * (1 - share * 0.4);
}
