/** The slowest skill, a survey of a site's links, ends itself before this. */
const maxRunMs = 30_000;
/** A rendered page has a deadline of its own, which the operator sets. */
const longestRenderedRunMs = 120_000;

/** Ends a skill that hangs: the same limit for every caller, so that one answer does not depend on who asks. */
export const runLimit = (params: Readonly<Record<string, unknown>>): AbortSignal =>
  AbortSignal.timeout(params.render === '1' || params.screenshot === '1' ? longestRenderedRunMs : maxRunMs);
