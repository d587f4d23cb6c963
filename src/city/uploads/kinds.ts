import { wrongType } from './errors.ts';
import { JsonFault, JsonSyntax } from './json-syntax.ts';

/** A kind of file that can be uploaded. */
interface Kind {
  readonly ext: string;
  readonly type: string;
  /**
   * Content type of responses. All texts are served as plain text, so that browsers never render or run them.
   */
  readonly served: string;
}

const plainTextType = 'text/plain; charset=utf-8';

const imageKinds: readonly Kind[] = [
  { ext: 'png', type: 'image/png', served: 'image/png' },
  { ext: 'jpg', type: 'image/jpeg', served: 'image/jpeg' },
  { ext: 'gif', type: 'image/gif', served: 'image/gif' },
  { ext: 'webp', type: 'image/webp', served: 'image/webp' },
  { ext: 'avif', type: 'image/avif', served: 'image/avif' },
];

const plainText: Kind = { ext: 'txt', type: 'text/plain', served: plainTextType };
const json: Kind = { ext: 'json', type: 'application/json', served: 'application/json' };

interface TextKind {
  readonly kind: Kind;
  readonly exts: readonly string[];
  readonly types: readonly string[];
}

/** Texts cannot be distinguished by content, so the name or declared type decides among them. */
const textKinds: readonly TextKind[] = [
  { kind: plainText, exts: ['txt', 'text', 'log'], types: ['text/plain'] },
  {
    kind: { ext: 'md', type: 'text/markdown', served: plainTextType },
    exts: ['md', 'markdown'],
    types: ['text/markdown', 'text/x-markdown'],
  },
  { kind: json, exts: ['json'], types: ['application/json'] },
  {
    kind: { ext: 'csv', type: 'text/csv', served: plainTextType },
    exts: ['csv'],
    types: ['text/csv', 'application/csv'],
  },
  {
    kind: { ext: 'js', type: 'text/javascript', served: plainTextType },
    exts: ['js', 'mjs', 'cjs'],
    types: ['text/javascript', 'application/javascript', 'application/x-javascript'],
  },
  {
    kind: { ext: 'py', type: 'text/x-python', served: plainTextType },
    exts: ['py'],
    types: ['text/x-python', 'application/x-python', 'text/x-script.python', 'application/x-python-code'],
  },
];

const kinds: readonly Kind[] = [...imageKinds, ...textKinds.map(({ kind }) => kind)];

export const kindOfExtension = (ext: string): Kind | undefined => kinds.find((kind) => kind.ext === ext);

/** A content type without its parameters. */
const mimeOfExtension = (type: string): string => type.replace(/;.*$/s, '');

export const servedTypes = [...new Set(kinds.map((kind) => mimeOfExtension(kind.served)))];

/** The client's claims about a file. */
export interface Declared {
  readonly name: string | undefined;
  readonly type: string | undefined;
}

/** The kind of a text: by its extension if known, otherwise by its declared type, otherwise plain. */
function detectTextKind({ name, type }: Declared): Kind {
  const ext = /\.([A-Za-z]+)$/.exec(name ?? '')?.[1]?.toLowerCase() ?? '';
  const mime = mimeOfExtension(type ?? '')
    .trim()
    .toLowerCase();
  const found =
    textKinds.find(({ exts }) => exts.includes(ext)) ?? textKinds.find(({ types }) => types.includes(mime));
  return found?.kind ?? plainText;
}

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

/** First elements of documents that a browser would render or run. */
const document =
  /^<(?:!doctype|\?xml|(?:html|head|body|script|svg|style|title|meta|link|iframe|frameset|object|embed|base|math|template)(?=[\s/>]|$))/i;
/** What may precede them: a byte order mark, whitespace, comments. */
const lead = /^(?:\ufeff|\s|<!--[\s\S]*?-->)+/;

/**
 * Whether a text is an HTML, SVG or XML document. Texts are always served as plain text, so this keeps out
 * misleading files rather than harmful ones; Markdown that starts with a `<div>` passes.
 */
function isMarkupDocument(head: string): boolean {
  return document.test(head.replace(lead, ''));
}

/** Bytes that no text contains: the "binary data bytes" of the WHATWG MIME sniffing standard. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const binary = /[\0-\x08\x0b\x0e-\x1a\x1c-\x1f]/;

/** Validates a streamed text: UTF-8 to the end, nothing binary, and valid JSON if declared as such. */
class TextCheck {
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  readonly #json: JsonSyntax | undefined;
  readonly #else: string;

  /** `otherwise` describes what the file is if it is not text. */
  constructor(kind: Kind, otherwise: string) {
    this.#json = kind === json ? new JsonSyntax() : undefined;
    this.#else = otherwise;
  }

  take(chunk: Uint8Array): void {
    this.#check(() => this.#decoder.decode(chunk, { stream: true }));
  }

  end(): void {
    this.#check(() => this.#decoder.decode());
    this.#checkJson(() => this.#json?.end());
  }

  #check(decode: () => string): void {
    let text: string;
    try {
      text = decode();
    } catch {
      throw wrongType(this.#else);
    }
    if (binary.test(text)) throw wrongType(this.#else);
    this.#checkJson(() => this.#json?.take(text));
  }

  #checkJson(check: () => void): void {
    try {
      check();
    } catch (error) {
      if (!(error instanceof JsonFault)) throw error;
      throw wrongType(`it is declared as JSON, but ${error.message}`);
    }
  }
}
