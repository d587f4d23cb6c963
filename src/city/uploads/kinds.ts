/** One kind of file that is taken. */
export interface Kind {
  readonly ext: string;
  readonly type: string;
  /** As what it is sent. Texts are plain text to a browser, whatever they are: none is ever rendered or run. */
  readonly served: string;
}

const plain = 'text/plain; charset=utf-8';

export const imageKinds: readonly Kind[] = [
  { ext: 'png', type: 'image/png', served: 'image/png' },
  { ext: 'jpg', type: 'image/jpeg', served: 'image/jpeg' },
  { ext: 'gif', type: 'image/gif', served: 'image/gif' },
  { ext: 'webp', type: 'image/webp', served: 'image/webp' },
  { ext: 'avif', type: 'image/avif', served: 'image/avif' },
];

const plainText: Kind = { ext: 'txt', type: 'text/plain', served: plain };
export const json: Kind = { ext: 'json', type: 'application/json', served: 'application/json' };

interface TextKind {
  readonly kind: Kind;
  readonly exts: readonly string[];
  readonly types: readonly string[];
}

/** Texts look alike, so among them, and only among them, the name or the declared type chooses. */
const textKinds: readonly TextKind[] = [
  { kind: plainText, exts: ['txt', 'text', 'log'], types: ['text/plain'] },
  {
    kind: { ext: 'md', type: 'text/markdown', served: plain },
    exts: ['md', 'markdown'],
    types: ['text/markdown', 'text/x-markdown'],
  },
  { kind: json, exts: ['json'], types: ['application/json'] },
  {
    kind: { ext: 'csv', type: 'text/csv', served: plain },
    exts: ['csv'],
    types: ['text/csv', 'application/csv'],
  },
  {
    kind: { ext: 'js', type: 'text/javascript', served: plain },
    exts: ['js', 'mjs', 'cjs'],
    types: ['text/javascript', 'application/javascript', 'application/x-javascript'],
  },
  {
    kind: { ext: 'py', type: 'text/x-python', served: plain },
    exts: ['py'],
    types: ['text/x-python', 'application/x-python', 'text/x-script.python', 'application/x-python-code'],
  },
];

const kinds: readonly Kind[] = [...imageKinds, ...textKinds.map(({ kind }) => kind)];

export const kindOfExt = (ext: string): Kind | undefined => kinds.find((kind) => kind.ext === ext);

export const servedTypes = [...new Set(kinds.map((kind) => kind.served.split(';', 1)[0]!))];

/** What its sender says of a file. */
export interface Declared {
  readonly name: string | undefined;
  readonly type: string | undefined;
}

/** The kind of a text: by its name where that says one, else by its declared type, else plain. */
export function textKindOf({ name, type }: Declared): Kind {
  const ext = /\.([A-Za-z]+)$/.exec(name ?? '')?.[1]?.toLowerCase() ?? '';
  const mime = (type ?? '').split(';', 1)[0]!.trim().toLowerCase();
  const found =
    textKinds.find(({ exts }) => exts.includes(ext)) ?? textKinds.find(({ types }) => types.includes(mime));
  return found?.kind ?? plainText;
}
