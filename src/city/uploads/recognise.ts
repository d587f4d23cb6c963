import { wrongType } from './errors.ts';
import { type Declared, detectTextKind, imageKinds, type Kind } from './kinds.ts';
import { isMarkupDocument } from './markup.ts';
import { TextCheck } from './text-check.ts';

/** Bytes needed to recognise a file type. */
export const headBytes = 4_100;

/** Formats that can consist of ASCII characters only but are not plain text. */
const writtenFormats = new Set(['pdf', 'ps', 'eps', 'rtf', 'xml']);

export interface RecognisedFile {
  readonly kind: Kind;
  /** Set for texts, which are fully validated only at their end. */
  readonly check: TextCheck | undefined;
}

/** Recognises a file by its first bytes. The client's claims only decide among text kinds. */
export async function recognise(head: Buffer, declared: Declared): Promise<RecognisedFile> {
  // Loaded on the first upload, to keep startup fast.
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(head);
  const image = imageKinds.find(({ type }) => type === toStoredType(found?.mime));
  // file-type matches on three letters, which a text may start with too.
  if (image && (image.ext !== 'gif' || /^GIF8[79]a/.test(head.toString('latin1', 0, 6)))) {
    return { kind: image, check: undefined };
  }
  if (found && writtenFormats.has(found.ext)) throw wrongType(`it is ${found.mime}`);
  if (isMarkupDocument(head.toString())) throw wrongType('it is an HTML, SVG or XML document');
  const kind = detectTextKind(declared);
  // Some signatures are letters that a text may start with ("BM", "MZ", "solid"), so a signature alone
  // refuses nothing: a file that turns out not to be text is refused as what its signature says.
  return {
    kind,
    check: new TextCheck(
      kind,
      found && !image ? `it is ${found.mime}` : 'it is neither an image nor UTF-8 text',
    ),
  };
}

const toStoredType = (mime: string | undefined): string | undefined =>
  mime === 'image/apng' ? 'image/png' : mime;
