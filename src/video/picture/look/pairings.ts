import { circularItem } from '../../../platform/circular-item.ts';
import type { Mood } from '../../storyboard.ts';
import type { FamilyName } from '../text/families.ts';

/** A display face and a text face, and how the display face is set. */
export interface Pairing {
  readonly name: string;
  readonly display: FamilyName;
  readonly displayWeight: number;
  readonly displayCapitals: boolean;
  /** Line height of the display face, relative to its size. */
  readonly displayLeading: number;
  readonly text: FamilyName;
  readonly textWeight: number;
  readonly captionWeight: number;
}

export const pairings = {
  poster: {
    name: 'poster',
    display: 'anton',
    // Anton has a single weight; fallback fonts for other scripts must not look thin beside it.
    displayWeight: 800,
    displayCapitals: true,
    displayLeading: 1.2,
    text: 'montserrat',
    textWeight: 700,
    captionWeight: 900,
  },
  grotesque: {
    name: 'grotesque',
    display: 'bricolage-grotesque',
    displayWeight: 800,
    displayCapitals: false,
    displayLeading: 1.08,
    text: 'inter',
    textWeight: 650,
    captionWeight: 850,
  },
  editorial: {
    name: 'editorial',
    display: 'fraunces',
    displayWeight: 800,
    displayCapitals: false,
    displayLeading: 1.12,
    text: 'montserrat',
    textWeight: 650,
    captionWeight: 850,
  },
  rounded: {
    name: 'rounded',
    display: 'fredoka',
    displayWeight: 700,
    displayCapitals: false,
    displayLeading: 1.1,
    text: 'fredoka',
    textWeight: 550,
    captionWeight: 700,
  },
} as const satisfies Record<string, Pairing>;

const byMood: Record<Mood, readonly Pairing[]> = {
  curious: [pairings.grotesque, pairings.poster],
  calm: [pairings.editorial],
  epic: [pairings.poster],
  playful: [pairings.rounded],
  serious: [pairings.editorial, pairings.grotesque],
  urgent: [pairings.poster],
  warm: [pairings.editorial, pairings.rounded],
};

/** One pairing per video: type that changed from scene to scene would be distracting. */
export function pairingFor(mood: Mood, seed: number): Pairing {
  const choices = byMood[mood];
  return circularItem(choices, Math.abs(seed));
}
