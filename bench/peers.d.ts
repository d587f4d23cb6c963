/**
 * Declares only the parts of the peers that are called; they are installed only where they are measured
 * (bench/package.json).
 */
declare module '@microsoft/recognizers-text-suite' {
  interface Recognized {
    readonly text: string;
    readonly resolution: {
      readonly value?: string;
      readonly isoCurrency?: string;
      readonly values?: readonly { readonly timex?: string; readonly value?: string }[];
    };
  }
  type Recognizer = (text: string, culture: string) => Recognized[];
  export const Culture: { readonly English: string };
  export const recognizeCurrency: Recognizer;
  export const recognizeDateTime: Recognizer;
  export const recognizePhoneNumber: Recognizer;
  export const recognizeIpAddress: Recognizer;
  export const recognizeEmail: Recognizer;
  export const recognizeURL: Recognizer;
}
declare module 'chrono-node' {
  interface Component {
    get(part: 'year' | 'month' | 'day'): number | null;
    isCertain(part: 'year' | 'month' | 'day'): boolean;
  }
  export function parse(
    text: string,
    reference?: Date,
  ): { readonly text: string; readonly start: Component }[];
}
declare module 'eld/small' {
  export const eld: {
    detect(text: string): { readonly language: string; isReliable(): boolean };
  };
}
declare module 'feedparser' {
  import type { Writable } from 'node:stream';

  interface Common {
    readonly title: string | null;
    readonly description: string | null;
    readonly link: string | null;
    readonly date: Date | null;
    readonly pubdate: Date | null;
    readonly author: string | null;
    readonly guid?: string | null;
    readonly categories: readonly string[];
    readonly image: { readonly url?: string };
  }
  export interface Meta extends Common {
    readonly copyright: string | null;
    readonly generator: string | null;
    readonly language: string | null;
  }
  export interface Item extends Common {
    readonly summary: string | null;
    readonly enclosures: readonly { readonly type?: string; readonly length?: string }[];
  }
  export default class FeedParser extends Writable {
    readonly meta: Meta;
    constructor(options: { feedurl?: string; addmeta?: boolean });
    read(): Item | null;
  }
}
declare module 'feedsmith' {
  export function parseFeed(text: string): unknown;
}
declare module 'isemail' {
  const isemail: {
    validate(address: string, options: { errorLevel: boolean }): number;
    validate(address: string, options?: { minDomainAtoms?: number }): boolean;
  };
  export default isemail;
}
declare module 'jsonrepair' {
  export function jsonrepair(text: string): string;
}
declare module 'jsvat' {
  export interface Country {
    readonly codes: readonly string[];
  }
  export function checkVAT(number: string, countries: readonly Country[]): { readonly isValid: boolean };
}
declare module 'linkinator' {
  export const LinkState: { readonly BROKEN: string };
  export function check(options: {
    path: string;
    checkFragments: boolean;
    timeout: number;
  }): Promise<{ readonly links: readonly { readonly state: string }[] }>;
}
declare module 'linkify-it' {
  interface Match {
    readonly schema: string;
    readonly text: string;
    readonly url: string;
  }
  export class LinkifyIt {
    constructor(options?: Readonly<Record<string, boolean>>);
    match(text: string): Match[] | null;
  }
}
declare module 'mailauth/lib/spf/index.js' {
  interface Mail {
    readonly sender: string;
    readonly ip: string;
    readonly helo: string;
    readonly mta: string;
    readonly resolver: (name: string, type: string) => Promise<unknown[]>;
  }
  const module: { spf(mail: Mail): Promise<{ readonly status: { readonly result: string } }> };
  export default module;
}
declare module 'metascraper' {
  type Metadata = Readonly<Record<string, string | null>>;
  export default function metascraper(
    rules: readonly unknown[],
  ): (page: { html: string; url: string }) => Promise<Metadata>;
}
declare module 'metascraper-*' {
  const rules: () => unknown;
  export default rules;
}
declare module 'microdata-node' {
  const microdata: {
    toJson(html: string, options: { base: string }): { readonly items: readonly unknown[] };
  };
  export default microdata;
}
declare module 'open-graph-scraper' {
  export default function scrape(options: { html: string }): Promise<unknown>;
}
declare module 'rdapper' {
  interface DomainRecord {
    readonly creationDate?: string;
    readonly expirationDate?: string;
    readonly updatedDate?: string;
    readonly registrar?: { readonly name?: string };
    readonly nameservers?: readonly { readonly host: string }[];
    readonly statuses?: readonly { readonly status: string }[];
    readonly dnssec?: { readonly enabled: boolean };
  }
  interface Options {
    readonly rdapOnly: boolean;
    readonly rdapFollowLinks: boolean;
    readonly customBootstrapData: unknown;
    readonly customFetch: () => Promise<Response>;
  }
  export function lookup(name: string, options: Options): Promise<{ readonly record?: DomainRecord }>;
}
declare module 'robots-parser' {
  export default function robotsParser(
    url: string,
    text: string,
  ): { isAllowed(url: string, agent?: string): boolean | undefined };
}
declare module 'sitemapper' {
  export default class Sitemapper {
    constructor(options: { url: string; timeout: number; debug: boolean });
    fetch(): Promise<{ readonly sites: readonly string[] }>;
  }
}
declare module 'tabletojson' {
  export const tabletojson: { convert(html: string): unknown };
}
declare module 'twitter-text' {
  const twitter: {
    extractEntitiesWithIndices(text: string): unknown;
    extractUrls(text: string): string[];
    extractHashtags(text: string): string[];
    extractMentions(text: string): string[];
  };
  export default twitter;
}
declare module 'viem' {
  type Hex = `0x${string}`;
  interface Receipt {
    readonly status: 'success' | 'reverted' | null;
    readonly blockNumber: bigint;
    readonly from: string;
    readonly to: string | null;
    readonly contractAddress: string | null;
    readonly gasUsed: bigint;
    readonly effectiveGasPrice: bigint;
    readonly blobGasUsed?: bigint;
    readonly blobGasPrice?: bigint;
  }
  interface Client {
    getTransactionReceipt(id: { hash: Hex }): Promise<Receipt>;
    getTransaction(id: { hash: Hex }): Promise<{ readonly nonce: number; readonly value: bigint }>;
    getCode(id: { address: Hex }): Promise<Hex | undefined>;
    getDelegation(id: { address: Hex }): Promise<Hex | undefined>;
  }
  export class TransactionReceiptNotFoundError extends Error {}
  export function http(url: string, options: { retryCount: number }): unknown;
  export function createPublicClient(options: { transport: unknown }): Client;
}
declare module 'web-auto-extractor' {
  interface Extracted {
    readonly jsonld: Readonly<Record<string, readonly unknown[]>>;
  }
  const module: { default: new () => { parse(html: string): Extracted } };
  export default module;
}
