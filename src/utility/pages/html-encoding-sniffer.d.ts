declare module 'html-encoding-sniffer' {
  interface SniffOptions {
    readonly xml?: boolean;
    readonly transportLayerEncodingLabel?: string;
    readonly defaultEncoding?: string;
  }
  /** Returns the WHATWG name of the encoding. */
  export default function sniff(bytes: Uint8Array, options?: SniffOptions): string;
}
