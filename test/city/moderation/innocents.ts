import { createHash, generateKeyPairSync } from 'node:crypto';
import { base58, bech32, createBase58check } from '@scure/base';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { makeSecret } from '../../../src/platform/keys/secret.ts';
import { jwt } from './samples.ts';
import { Seeded } from './seeded.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();
const titled = (text: string) => text[0]!.toUpperCase() + text.slice(1);

/** Families of texts that look like credentials but are not, each generated many times from one seed. */
export function families(seed = 7, each = 12): Record<string, string[]> {
  const random = new Seeded(seed);
  const { base62, hex, upper, lower, digits } = random.alphabets();
  const uuid = () => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`;
  const checked = createBase58check(sha256);
  const words = (count: number) => Array.from({ length: count }, () => random.pick(wordlist));
  const times = (make: () => string) => Array.from({ length: each }, make);
  const makers: Record<string, () => string> = {
    md5: () => `md5 ${hex(32)}`,
    sha1: () => `commit ${hex(40)}`,
    sha256: () => `sha256:${hex(64)}`,
    sha512: () => hex(128),
    'subresource integrity': () => `integrity="sha512-${Buffer.from(random.bytes(64)).toString('base64')}"`,
    'an Ethereum address': () => `send it to 0x${hex(40)} on Base`,
    'a token by its address': () => `token: 0x${hex(40)}`,
    'an Ethereum transaction': () => `tx 0x${hex(64)} is mined`,
    'a Bitcoin address': () => `pay ${checked.encode(Uint8Array.from([0, ...random.bytes(20)]))}`,
    'a segwit address': () => bech32.encode('bc', [0, ...bech32.toWords(random.bytes(20))]),
    'a Solana address': () => `wallet ${base58.encode(random.bytes(32))}`,
    'a Solana token': () => `{"token": "${base58.encode(random.bytes(32))}"}`,
    'a Solana signature': () => `tx ${base58.encode(random.bytes(64))}`,
    'an extended public key': () =>
      checked.encode(Uint8Array.from([0x04, 0x88, 0xb2, 0x1e, ...random.bytes(74)])),
    'a Stellar account': () => `G${random.of('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 55)}`,
    'a list of bytes': () => `[${[...random.bytes(64)].join(', ')}]`,
    'a uuid': () => `request ${uuid()} failed`,
    'an idempotency key': () => `Idempotency-Key: ${uuid()}`,
    'a ulid': () => `01${random.of('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 24)}`,
    'a nanoid': () => random.of('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-', 21),
    'a data url': () => `![dot](data:image/png;base64,${Buffer.from(random.bytes(600)).toString('base64')})`,
    'a base64 blob': () => Buffer.from(random.bytes(900)).toString('base64'),
    'base64 in lines': () =>
      Buffer.from(random.bytes(400))
        .toString('base64')
        .replaceAll(/(.{64})/g, '$1\n'),
    'a tracking link': () =>
      `https://shop.example.com/p/${digits(8)}?utm_source=mail&gclid=${base62(60)}&fbclid=IwAR${base62(55)}`,
    'a signed public link': () => `https://cdn.example.com/i/${hex(40)}.webp?token=${digits(10)}&w=1200`,
    'a video link': () => `https://video.example.com/watch?v=${base62(11)}&list=PL${base62(32)}`,
    'a version': () => `v${digits(1)}.${digits(2)}.${digits(1)}-rc.${digits(1)}+build.${hex(7)}`,
    'a long number': () => `${digits(3)}${digits(40)} is prime`,
    'a phone and a card': () => `+32 4${digits(2)} ${digits(2)} ${digits(2)}, order ${digits(16)}`,
    'a placeholder of ours': () => `kith_${random.pick(['sk', 'ally', 'rc'])}_${'X'.repeat(33)}`,
    'a mistyped key of ours': () => mistyped(makeSecret('kith_sk'), random),
    'a placeholder of theirs': () =>
      `${random.pick([`gh${'p_'}`, `sk_${'live_'}`, `xo${'xb-'}`, `np${'m_'}`, `AI${'za'}`, `gl${'pat-'}`])}${random.pick(['x', 'X', '*', '0'])}`.padEnd(
        44,
        random.pick(['x', 'X', '*']),
      ),
    'a placeholder in words': () =>
      `${random.pick([`gh${'p_'}`, `sk-${'ant-'}api03-`, `h${'f_'}`, `sk${'-'}`])}your_token_goes_right_here_and_nowhere_else_in_this_text_please`,
    'an unsigned jwt': () => jwt({ alg: 'none' }, { sub: digits(6) }, ''),
    'a jwt of web pages': () =>
      jwt({ alg: 'HS256', typ: 'JWT' }, { role: 'anon', ref: lower(20) }, base62(43)),
    'a dotted name': () => `${lower(24)}.${lower(6)}.${lower(30)}`,
    'a public ssh key': () => `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAA${base62(43)} ada@example.com`,
    'a certificate': () => pem('CERTIFICATE', random),
    'a public key': () =>
      generateKeyPairSync('ed25519').publicKey.export({ format: 'pem', type: 'spki' }).toString(),
    'a PGP signature': () => pem('PGP SIGNATURE', random),
    'a request to sign': () => pem('CERTIFICATE REQUEST', random),
    'listed words in the order of the alphabet': () => {
      const from = random.next() % 2000;
      return wordlist.slice(from, from + 12).join(' ');
    },
    'listed words, too few': () => words(11).join(' '),
    'a phrase without its check': () => unchecked(random),
    'a sentence': () => `${titled(words(5).join(' '))}, ${words(3).join(' ')} and the ${words(4).join(' ')}.`,
    'a log line': () =>
      `2026-11-14T09:30:00.${digits(3)}Z INFO [${hex(16)}] GET /api/agents/${lower(8)} 200 ${digits(2)}ms`,
    'a json document': () =>
      JSON.stringify({
        id: uuid(),
        key: hex(32),
        token: `tok-${digits(6)}`,
        next_token: base62(20),
        hash: hex(64),
      }),
    'a password hash': () => `password: $2b$12$${base62(53)}`,
    'an etag': () => `etag: W/"${hex(32)}-${digits(4)}"`,
    'a country code behind a hash': () => `${hex(32)}-usa`,
    'a mac and ips': () =>
      `${Array.from({ length: 6 }, () => hex(2)).join(':')} 10.0.${digits(1)}.${digits(2)} 2001:db8::${hex(4)}`,
    'a class in css': () =>
      `sk-loader-${lower(4)} re_render_${lower(5)} key-frames-${lower(6)} hf_${lower(6)} npm_config_${lower(8)}`,
    'an aws arn': () => `arn:aws:iam::${digits(12)}:role/${titled(lower(12))}`,
    'words in capitals': () => `AKIA${lower(16)} ${upper(19)}`,
  };
  return Object.fromEntries(Object.entries(makers).map(([family, make]) => [family, times(make)]));
}

function mistyped(key: string, random: Seeded): string {
  const at = 10 + (random.next() % 20);
  return `${key.slice(0, at)}${key[at] === 'a' ? 'b' : 'a'}${key.slice(at + 1)}`;
}

function unchecked(random: Seeded): string {
  const words = Array.from({ length: 11 }, () => random.pick(wordlist));
  // About every sixteenth last word matches a checksum; these four are too close together for more than one match.
  return `${words.join(' ')} and ${random.pick(wordlist)}`;
}

function pem(label: string, random: Seeded): string {
  const lines = Array.from({ length: 5 }, () => Buffer.from(random.bytes(48)).toString('base64'));
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----`;
}
