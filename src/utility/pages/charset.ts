import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import sniff from 'html-encoding-sniffer';
import { legacyCharset } from './legacy-charset.ts';

export interface Decoded {
  readonly text: string;
  /** The WHATWG name of the encoding that was used. */
  readonly charset: string;
}

/** The charset that a content-type header names, as it names it. */
export function headerCharset(contentType: string): string | undefined {
  return /;\s*charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;]+))/i.exec(contentType)?.slice(1).find(Boolean);
}

/**
 * Bytes to text as the HTML standard says: byte order mark, then the header, then the page's own meta (or XML
 * declaration). What names nothing is UTF-8 if it can be, else what pages in its language were written in.
 */
export function decodeHtml(bytes: Uint8Array, contentType = ''): Decoded {
  return decode(bytes, contentType, { defaultEncoding: isUtf8(bytes) ? 'UTF-8' : legacyCharset(bytes) });
}

export function decodeXml(bytes: Uint8Array, contentType = ''): Decoded {
  return decode(bytes, contentType, { xml: true, defaultEncoding: isUtf8(bytes) ? 'UTF-8' : 'windows-1252' });
}

function decode(bytes: Uint8Array, contentType: string, options: Parameters<typeof sniff>[1]): Decoded {
  const named = headerCharset(contentType);
  const charset = sniff(bytes, { ...options, ...(named && { transportLayerEncodingLabel: named }) });
  // The standard's "replacement" stands for encodings that are only used to attack; nothing of them is read.
  if (charset === 'replacement') return { text: '\ufffd', charset };
  return { text: new TextDecoder(charset).decode(bytes), charset };
}
