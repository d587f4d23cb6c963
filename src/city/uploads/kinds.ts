/** A kind of file that can be uploaded. */
export interface Kind {
  readonly ext: string;
  readonly type: string;
  /**
   * Content type of responses. All texts are served as plain text, so that browsers never render or run them.
   */
  readonly served: string;
}

const plainTextType = 'text/plain; charset=utf-8';

export const imageKinds: readonly Kind[] = [
  { ext: 'png', type: 'image/png', served: 'image/png' },
  { ext: 'jpg', type: 'image/jpeg', served: 'image/jpeg' },
  { ext: 'gif', type: 'image/gif', served: 'image/gif' },
  { ext: 'webp', type: 'image/webp', served: 'image/webp' },
  { ext: 'avif', type: 'image/avif', served: 'image/avif' },
];

const plainText: Kind = { ext: 'txt', type: 'text/plain', served: plainTextType };
export const json: Kind = { ext: 'json', type: 'application/json', served: 'application/json' };

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
export function detectTextKind({ name, type }: Declared): Kind {
  const ext = /\.([A-Za-z]+)$/.exec(name ?? '')?.[1]?.toLowerCase() ?? '';
  const mime = mimeOfExtension(type ?? '')
    .trim()
    .toLowerCase();
  const found =
    textKinds.find(({ exts }) => exts.includes(ext)) ?? textKinds.find(({ types }) => types.includes(mime));
  return found?.kind ?? plainText;
}
