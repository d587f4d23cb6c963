/** The slowest skill, a survey of a site's links, ends itself before this. */
const maxRunMs = 30_000;
/** A rendered page has its own deadline, which the operator sets. */
const maxRenderedRunMs = 120_000;

/**
 * Aborts a skill that hangs. The limit is the same for every caller, so that results do not depend on who
 * calls.
 */
export const runLimit = (params: Readonly<Record<string, unknown>>): AbortSignal =>
  AbortSignal.timeout(params.render === '1' || params.screenshot === '1' ? maxRenderedRunMs : maxRunMs);
