import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

const DAY_MS = 86_400_000;

/** Key types, each with its signature algorithm. */
const keyKinds = {
  'P-256': {
    make: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
    algorithm: () => seq(oid('1.2.840.10045.4.3.2')),
    digest: 'sha256',
  },
  'P-384': {
    make: () => generateKeyPairSync('ec', { namedCurve: 'P-384' }),
    algorithm: () => seq(oid('1.2.840.10045.4.3.2')),
    digest: 'sha256',
  },
  RSA: {
    make: () => generateKeyPairSync('rsa', { modulusLength: 2_048 }),
    algorithm: () => seq(oid('1.2.840.113549.1.1.11'), Buffer.of(0x05, 0x00)),
    digest: 'sha256',
  },
  Ed25519: {
    make: () => generateKeyPairSync('ed25519'),
    algorithm: () => seq(oid('1.3.101.112')),
    digest: null,
  },
} as const;

/** A self-signed certificate for names and addresses, generated on demand with any host and validity. */
export function makeCertificate(
  hosts: readonly string[],
  validFrom = new Date(Date.now() - DAY_MS),
  validTo = new Date(Date.now() + DAY_MS),
  kind: keyof typeof keyKinds = 'P-256',
): Certificate {
  const { privateKey, publicKey } = keyKinds[kind].make();
  const name = seq(set(seq(oid('2.5.4.3'), der(0x0c, Buffer.from(hosts[0] ?? 'kith test')))));
  const algorithm = keyKinds[kind].algorithm();
  const alternatives = seq(...hosts.map(alternative));
  const toBeSigned = seq(
    der(0xa0, integer(Buffer.of(2))),
    integer(Buffer.concat([Buffer.of(1), randomBytes(15)])),
    algorithm,
    name,
    seq(time(validFrom), time(validTo)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, seq(seq(oid('2.5.29.17'), der(0x04, alternatives)))),
  );
  const signature = sign(keyKinds[kind].digest, toBeSigned, privateKey);
  const whole = seq(toBeSigned, algorithm, der(0x03, Buffer.concat([Buffer.of(0), signature])));
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${whole.toString('base64')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

function alternative(host: string): Buffer {
  if (isIP(host) === 0) return der(0x82, Buffer.from(host));
  return der(0x87, Buffer.from(ipaddr.parse(host).toByteArray()));
}

function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.of(tag, length), content]);
  if (length < 0x100) return Buffer.concat([Buffer.of(tag, 0x81, length), content]);
  return Buffer.concat([Buffer.of(tag, 0x82, length >> 8, length & 0xff), content]);
}

function seq(...parts: Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts));
}

function set(...parts: Buffer[]): Buffer {
  return der(0x31, Buffer.concat(parts));
}

function integer(bytes: Buffer): Buffer {
  return der(0x02, bytes);
}

/** GeneralizedTime to the second, in UTC. */
function time(date: Date): Buffer {
  return der(0x18, Buffer.from(`${date.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`));
}

function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const bytes = [first * 40 + second];
  for (const arc of rest) {
    const groups = [arc & 0x7f];
    for (let left = arc >> 7; left > 0; left >>= 7) groups.unshift((left & 0x7f) | 0x80);
    bytes.push(...groups);
  }
  return der(0x06, Buffer.from(bytes));
}
