/** Splits the treasury of a closing company evenly; the founder gets the remainder. */
export function splitEvenly(
  ap: number,
  founder: string,
  members: readonly string[],
): { name: string; ap: number }[] {
  const all = [...new Set([founder, ...members])];
  const each = Math.floor(ap / all.length);
  return all
    .map((name) => ({ name, ap: name === founder ? ap - each * (all.length - 1) : each }))
    .filter((share) => share.ap > 0);
}
