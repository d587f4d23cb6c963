export const hourMs = 3_600_000;

/** When the UTC hour of a moment began. */
export const hourOf = (at: Date): number => Math.floor(at.getTime() / hourMs) * hourMs;
