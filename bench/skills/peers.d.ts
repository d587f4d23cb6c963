/** Of the peers, what is called here: they are installed only where they are measured (bench/package.json). */
declare module 'feedsmith' {
  export function parseFeed(text: string): unknown;
}
declare module 'isemail' {
  const isemail: { validate(address: string, options: { errorLevel: boolean }): unknown };
  export default isemail;
}
declare module 'jsonrepair' {
  export function jsonrepair(text: string): string;
}
declare module 'jsvat' {
  export interface Country {
    readonly codes: readonly string[];
  }
  export function checkVAT(number: string, countries: readonly Country[]): unknown;
}
declare module 'open-graph-scraper' {
  export default function scrape(options: { html: string }): Promise<unknown>;
}
declare module 'robots-parser' {
  export default function robotsParser(
    url: string,
    text: string,
  ): { isAllowed(url: string, agent?: string): boolean | undefined };
}
declare module 'tabletojson' {
  export const tabletojson: { convert(html: string): unknown };
}
declare module 'twitter-text' {
  const twitter: { extractEntitiesWithIndices(text: string): unknown };
  export default twitter;
}
declare module 'web-auto-extractor' {
  const module: { default: new () => { parse(html: string): unknown } };
  export default module;
}
