/**
 * The tables the product has. Every area declares its own into this interface
 * (`declare module`), so that queries are typed without this floor knowing an area.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the areas' declarations
export interface Tables {}
