import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import sniff from 'html-encoding-sniffer';
import { legacyCharset } from './legacy-charset.ts';

export interface DecodedText {
  readonly text: string;
  /** WHATWG name of the encoding. */
  readonly charset: string;
}

/** The charset of a content-type header, as written there. */
export function headerCharset(contentType: string): string | undefined {
  return /;\s*charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;]+))/i.exec(contentType)?.slice(1).find(Boolean);
}

/**
 * Decodes a page as the HTML standard specifies: byte order mark, then the header, then the page's meta tag
 * (or XML declaration). Undeclared text is decoded as UTF-8 if valid, otherwise with the legacy encoding of
 * its language.
 */
export function decodeHtml(bytes: Uint8Array, contentType = ''): DecodedText {
  return decode(bytes, contentType, { defaultEncoding: isUtf8(bytes) ? 'UTF-8' : legacyCharset(bytes) });
}

export function decodeXml(bytes: Uint8Array, contentType = ''): DecodedText {
  return decode(bytes, contentType, { xml: true, defaultEncoding: isUtf8(bytes) ? 'UTF-8' : 'windows-1252' });
}

function decode(bytes: Uint8Array, contentType: string, options: Parameters<typeof sniff>[1]): DecodedText {
  const headerLabel = headerCharset(contentType);
  const charset = sniff(bytes, {
    ...options,
    ...(headerLabel && { transportLayerEncodingLabel: headerLabel }),
  });
  // The standard's "replacement" encoding stands for encodings used only in attacks; their text is discarded.
  if (charset === 'replacement') return { text: '\ufffd', charset };
  return { text: new TextDecoder(charset).decode(bytes), charset };
}
