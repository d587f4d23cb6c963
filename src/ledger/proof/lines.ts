import { isUtf8 } from 'node:buffer';
import { maxLineBytes } from './entry.ts';

/** Why a line cannot be decoded as text. */
export interface UnreadableLine {
  readonly unreadable: string;
}

export type ExportLine = string | UnreadableLine;

const newline = 0x0a;

/** Splits a stream into lines, whatever its chunk boundaries, buffering at most one line. */
export class LineSplitter {
  #pieces: Buffer[] = [];
  #pendingBytes = 0;
  /** The first half of a surrogate pair at the end of a string chunk. */
  #highSurrogate = '';

  /** Returns the lines that this chunk completes. */
  push(chunk: string | Uint8Array): ExportLine[] {
    const bytes = typeof chunk === 'string' ? this.#encode(chunk) : toBuffer(chunk);
    const lines: ExportLine[] = [];
    let begin = 0;
    if (this.#pendingBytes > 0) {
      const end = bytes.indexOf(newline);
      this.#keep(end < 0 ? bytes : bytes.subarray(0, end));
      if (end < 0) return this.#giveUpIfTooLong(lines);
      lines.push(decodeLine(this.#flush()));
      begin = end + 1;
    }
    const end = bytes.lastIndexOf(newline) + 1;
    if (end > begin) decodeLines(bytes.subarray(begin, end), lines);
    this.#keep(bytes.subarray(Math.max(begin, end)));
    return this.#giveUpIfTooLong(lines);
  }

  /** Returns the text after the last newline, if any. */
  end(): ExportLine[] {
    if (this.#highSurrogate !== '') this.#keep(encodeText(this.#highSurrogate));
    return this.#pendingBytes > 0 ? [decodeLine(this.#flush())] : [];
  }

  #giveUpIfTooLong(lines: ExportLine[]): ExportLine[] {
    if (this.#pendingBytes > maxLineBytes) lines.push(decodeLine(this.#flush()));
    return lines;
  }

  #keep(piece: Buffer): void {
    if (piece.length === 0) return;
    // A copy, because the caller may reuse the chunk's memory.
    this.#pieces.push(Buffer.from(piece));
    this.#pendingBytes += piece.length;
  }

  #flush(): Buffer {
    const line = Buffer.concat(this.#pieces);
    this.#pieces = [];
    this.#pendingBytes = 0;
    return line;
  }

  #encode(chunk: string): Buffer {
    let text = this.#highSurrogate + chunk;
    const last = text.charCodeAt(text.length - 1);
    this.#highSurrogate = last >= 0xd800 && last < 0xdc00 ? text.slice(-1) : '';
    text = text.slice(0, text.length - this.#highSurrogate.length);
    return encodeText(text);
  }
}

/** Decoding many lines at once is what makes reading cheap. */
function decodeLines(bytes: Buffer, lines: ExportLine[]): void {
  if (isUtf8(bytes)) {
    const text = bytes.toString();
    for (let begin = 0; begin < text.length; ) {
      const end = text.indexOf('\n', begin);
      const line = text.slice(begin, end);
      // A UTF-16 unit has at most three bytes, so most lines need no count.
      lines.push(line.length * 3 > maxLineBytes ? decodeLine(Buffer.from(line)) : line);
      begin = end + 1;
    }
    return;
  }
  for (let begin = 0; begin < bytes.length; ) {
    const end = bytes.indexOf(newline, begin);
    lines.push(decodeLine(bytes.subarray(begin, end)));
    begin = end + 1;
  }
}

function decodeLine(bytes: Buffer): ExportLine {
  if (bytes.length > maxLineBytes) return { unreadable: `longer than ${maxLineBytes} bytes` };
  return isUtf8(bytes) ? bytes.toString() : { unreadable: 'not UTF-8' };
}

/** Encoding would turn a lone surrogate into a harmless U+FFFD; 0xff keeps the line unreadable. */
function encodeText(text: string): Buffer {
  if (text.isWellFormed()) return Buffer.from(text);
  const parts = text.split(/[\ud800-\udfff]/u);
  return Buffer.concat(
    parts.flatMap((part, i) => (i === 0 ? [Buffer.from(part)] : [Buffer.of(0xff), Buffer.from(part)])),
  );
}

function toBuffer(chunk: Uint8Array): Buffer {
  return Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
}
