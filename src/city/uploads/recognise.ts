import { fileTypeFromBuffer } from 'file-type';
import { wrongType } from './errors.ts';
import { type Declared, imageKinds, type Kind, textKindOf } from './kinds.ts';
import { isMarkupDocument } from './markup.ts';
import { TextCheck } from './text-check.ts';

/** As much of a file as tells what it is. */
export const headBytes = 4_100;

/** Formats that can be written in letters alone, and are no texts for all that. */
const writtenFormats = new Set(['pdf', 'ps', 'eps', 'rtf', 'xml']);

export interface Recognised {
  readonly kind: Kind;
  /** For texts, which are only known to be such at their end. */
  readonly check: TextCheck | undefined;
}

/** What a file is, by how it begins. What its sender says of it only chooses among texts. */
export async function recognise(head: Buffer, declared: Declared): Promise<Recognised> {
  const found = await fileTypeFromBuffer(head);
  const image = imageKinds.find(({ type }) => type === asStored(found?.mime));
  // Three letters are enough for file-type, but a text may begin with them too.
  if (image && (image.ext !== 'gif' || /^GIF8[79]a/.test(head.toString('latin1', 0, 6)))) {
    return { kind: image, check: undefined };
  }
  if (found && writtenFormats.has(found.ext)) throw wrongType(`it is ${found.mime}`);
  if (isMarkupDocument(head.toString())) throw wrongType('it is an HTML, SVG or XML document');
  const kind = textKindOf(declared);
  // Some signatures are letters a text may begin with ("BM", "MZ", "solid"), so a signature alone refuses nothing:
  // what is not text after all is refused as what it looks like.
  return {
    kind,
    check: new TextCheck(
      kind,
      found && !image ? `it is ${found.mime}` : 'it is neither an image nor UTF-8 text',
    ),
  };
}

const asStored = (mime: string | undefined): string | undefined =>
  mime === 'image/apng' ? 'image/png' : mime;
