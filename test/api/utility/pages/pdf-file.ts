import { createCipheriv, createHash } from 'node:crypto';

/** How a PDF is encrypted; the empty user password opens it for everybody. */
export interface Encryption {
  readonly by: 'RC4' | 'AES-256';
  readonly user: string;
}

type Encrypt = (bytes: Buffer, object: number) => Buffer;

interface Cipher {
  readonly dictionary: string;
  readonly encrypt: Encrypt;
}

const id = Buffer.from('0123456789abcdef');
const owner = 'the owner';

/** A PDF with one page per text, as small as the format allows. */
export function makePdf(texts: readonly string[], encryption?: Encryption): Buffer {
  const cipher = encryption && (encryption.by === 'RC4' ? rc4Cipher : aesCipher)(encryption.user);
  const kids = texts.map((_, at) => `${4 + at * 2} 0 R`).join(' ');
  const info = 4 + texts.length * 2;
  const hex = (text: string) =>
    `<${(cipher?.encrypt(Buffer.from(text), info) ?? Buffer.from(text)).toString('hex')}>`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${texts.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...texts.flatMap((text, at) => {
      const plain = Buffer.from(`BT /F1 12 Tf 40 700 Td (${text}) Tj ET`);
      const content = cipher?.encrypt(plain, 5 + at * 2) ?? plain;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 900 800] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + at * 2} 0 R >>`,
        `<< /Length ${content.length} >>\nstream\n${content.toString('latin1')}\nendstream`,
      ];
    }),
    `<< /Title ${hex('Yearly report')} /Author ${hex('Ada Writer')} /CreationDate ${hex("D:20240131120000+01'00'")} >>`,
    ...(cipher ? [cipher.dictionary] : []),
  ];
  let out = '%PDF-1.7\n';
  const offsets = objects.map((object, at) => {
    const offset = out.length;
    out += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = out.length;
  const encrypt = cipher ? ` /Encrypt ${objects.length} 0 R /ID [${asHex(id)} ${asHex(id)}]` : '';
  out += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  out += offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  out += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info ${info} 0 R${encrypt} >>\nstartxref\n${start}\n%%EOF`;
  return Buffer.from(out, 'latin1');
}

const asHex = (bytes: Buffer): string => `<${bytes.toString('hex')}>`;
const hash = (name: string, ...parts: readonly (Buffer | string)[]): Buffer => {
  const sum = createHash(name);
  for (const part of parts) sum.update(part);
  return sum.digest();
};

/** Revision 2 of the standard handler: 40 bits, as in old files. */
function rc4Cipher(user: string): Cipher {
  const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');
  const padded = (password: string) => Buffer.concat([Buffer.from(password), padding]).subarray(0, 32);
  const permissions = Buffer.alloc(4);
  permissions.writeInt32LE(-64);
  const forOwner = rc4(hash('md5', padded(owner)).subarray(0, 5), padded(user));
  const key = hash('md5', padded(user), forOwner, permissions, id).subarray(0, 5);
  return {
    dictionary: `<< /Filter /Standard /V 1 /R 2 /P -64 /O ${asHex(forOwner)} /U ${asHex(rc4(key, padding))} >>`,
    encrypt: (bytes, object) =>
      rc4(hash('md5', key, Buffer.from([object & 0xff, object >> 8, 0, 0, 0])).subarray(0, 10), bytes),
  };
}

function rc4(key: Buffer, bytes: Buffer): Buffer {
  const state = Array.from({ length: 256 }, (_, at) => at);
  const swap = (a: number, b: number) => {
    [state[a], state[b]] = [state[b] ?? 0, state[a] ?? 0];
  };
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + (state[i] ?? 0) + (key[i % key.length] ?? 0)) & 0xff;
    swap(i, j);
  }
  let i = 0;
  let j = 0;
  return Buffer.from(
    bytes.map((byte) => {
      i = (i + 1) & 0xff;
      j = (j + (state[i] ?? 0)) & 0xff;
      swap(i, j);
      return byte ^ (state[((state[i] ?? 0) + (state[j] ?? 0)) & 0xff] ?? 0);
    }),
  );
}

/** Revision 5: 256-bit AES, as office programs write it. */
function aesCipher(user: string): Cipher {
  const fileKey = hash('sha256', 'the key of the file');
  const [check, salt] = [Buffer.from('checking'), Buffer.from('the salt')];
  const sealed = (key: Buffer) =>
    createCipheriv('aes-256-cbc', key, Buffer.alloc(16)).setAutoPadding(false).update(fileKey);
  const forUser = Buffer.concat([hash('sha256', user, check), check, salt]);
  const forOwner = Buffer.concat([hash('sha256', owner, check, forUser), check, salt]);
  const permissions = Buffer.concat([Buffer.from('c0ffffffffffffff', 'hex'), Buffer.from('Tadb1234')]);
  const perms = createCipheriv('aes-256-ecb', fileKey, null).setAutoPadding(false).update(permissions);
  const keys = [
    `/O ${asHex(forOwner)} /OE ${asHex(sealed(hash('sha256', owner, salt, forUser)))}`,
    `/U ${asHex(forUser)} /UE ${asHex(sealed(hash('sha256', user, salt)))} /Perms ${asHex(perms)}`,
  ].join(' ');
  return {
    dictionary: `<< /Filter /Standard /V 5 /R 5 /Length 256 /P -64 ${keys} /CF << /StdCF << /AuthEvent /DocOpen /CFM /AESV3 /Length 32 >> >> /StmF /StdCF /StrF /StdCF >>`,
    encrypt: (bytes) => {
      const iv = hash('md5', bytes);
      const cipher = createCipheriv('aes-256-cbc', fileKey, iv);
      return Buffer.concat([iv, cipher.update(bytes), cipher.final()]);
    },
  };
}
