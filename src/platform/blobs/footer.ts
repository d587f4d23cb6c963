import type { FileHandle } from 'node:fs/promises';
import { Type } from 'typebox';
import { jsonDecoder, unreadable } from '../decode.ts';

/**
 * Metadata of a blob file, stored after its bytes:
 *
 *     bytes | JSON | length of the JSON, 4 bytes | MARK
 *
 * It is in the same file and not beside it, because only then does one rename replace bytes and type
 * together. It follows the bytes, because the hash is known last, and image and video tools can still open
 * the file.
 */
export interface Footer {
  readonly key: string;
  readonly contentType: string;
  readonly sha256: string;
}

const MARK = Buffer.from('kithblob');
const TAIL_BYTES = 4 + MARK.length;

/** Above the longest key, content type and hash together, so that one read always gets it all. */
const MAX_FOOTER_BYTES = 1024;

export function encodeFooter(footer: Footer): Buffer {
  const json = Buffer.from(
    JSON.stringify({ key: footer.key, content_type: footer.contentType, sha256: footer.sha256 }),
  );
  const length = Buffer.alloc(4);
  length.writeUInt32BE(json.length);
  return Buffer.concat([json, length, MARK]);
}

const decodeFooter = jsonDecoder(
  Type.Object({ key: Type.String(), content_type: Type.String(), sha256: Type.String() }),
);

/** Reads the footer of an open file, and the number of bytes before it. */
export async function readFooter(handle: FileHandle, fileBytes: number): Promise<Footer & { bytes: number }> {
  const length = Math.min(fileBytes, MAX_FOOTER_BYTES);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, fileBytes - length);
  const jsonEnd = bytesRead - TAIL_BYTES;
  if (jsonEnd < 0 || !buffer.subarray(jsonEnd + 4).equals(MARK)) throw new Error('blob file has no footer');
  const jsonBytes = buffer.readUInt32BE(jsonEnd);
  const parsed = decodeFooter(buffer.subarray(Math.max(0, jsonEnd - jsonBytes), jsonEnd));
  if (parsed === unreadable) throw new Error('blob file has a damaged footer');
  return {
    key: parsed.key,
    contentType: parsed.content_type,
    sha256: parsed.sha256,
    bytes: fileBytes - TAIL_BYTES - jsonBytes,
  };
}
