import type { ChainKey } from './chain.ts';
import data from './known-tokens.json' with { type: 'json' };

/** A stable or wrapped token that most wallets hold. */
export interface KnownToken {
  readonly symbol: string;
  readonly address: string;
  readonly decimals: number;
}

/** As published by issuers and bridges; addresses carry their checksum. */
export const knownTokens: Readonly<Record<ChainKey, readonly KnownToken[]>> = data;

const names = ['usd coin', 'tether usd', 'dai stablecoin', 'wrapped ether', 'wrapped btc', 'wrapped bitcoin'];

/** Contracts through which a chain shows its own coin as a token. */
const nativeContracts = new Set([
  '0x0000000000000000000000000000000000001010',
  '0xdeaddeaddeaddeaddeaddeaddeaddeaddead0000',
]);

const isNativeCoin = (chain: ChainKey, symbol: string): boolean =>
  (chain === 'polygon' ? ['pol', 'matic'] : ['eth']).some((each) => foldLookalikes(each) === symbol);

/** Why a token's name or symbol may be deceptive; empty for the genuine token. */
export function spoofWarnings(
  chain: ChainKey,
  { address, name, symbol }: { address: string; name: string | null; symbol: string | null },
): string[] {
  if (knownTokens[chain].some((each) => each.address === address)) return [];
  const warnings: string[] = [];
  const label = `${name ?? ''} ${symbol ?? ''}`;
  if (/[\p{Cf}\p{Cc}\p{Co}]/u.test(label)) warnings.push('its name or symbol contains invisible characters');
  if (/https?:|www\.|\.(?:com|io|org|net|xyz|app)\b|claim|visit|reward/i.test(label))
    warnings.push('its name or symbol reads like an advertisement');
  if (mixesAlphabets(label)) warnings.push('its name or symbol mixes letters of several alphabets');
  const shown = foldLookalikes(symbol ?? '');
  const known = knownTokens[chain].find((each) => foldLookalikes(each.symbol) === shown);
  const elsewhere = Object.values(knownTokens)
    .flat()
    .find((each) => foldLookalikes(each.symbol) === shown);
  if (known) warnings.push(`its symbol is that of ${known.symbol}, which is at ${known.address}`);
  else if (elsewhere)
    warnings.push(`its symbol is that of ${elsewhere.symbol}, which has no known address on ${chain}`);
  else if (isNativeCoin(chain, shown) && !nativeContracts.has(address.toLowerCase()))
    warnings.push(`its symbol is that of the coin of ${chain}, which is not a token`);
  else if (names.some((each) => foldLookalikes(each) === foldLookalikes(name ?? '')))
    warnings.push('its name is that of a well-known token');
  return warnings;
}

/** Each letter, and what looks like it or like its capital in other alphabets. */
const alike = `
a а α ᴀ ɑ ꭺ
b в β ʙ ƀ ꮟ
c с ϲ ᴄ ꮯ
d ԁ ᴅ đ ɗ ꭰ
e е ε ᴇ є ꭼ
g ɢ ԍ ɡ
h н η һ ʜ ꮋ
i і ι ɪ 1 ꭵ
j ј ϳ ᴊ
k к κ ᴋ
l ʟ ꮮ
m м μ ᴍ ꮇ
n ν ɴ п
o о ο օ ᴏ 0
p р ρ ᴘ ꮲ
q ԛ
r ʀ г
s ѕ ꜱ 5 $ ꮪ
t т τ ᴛ ₮ ꭲ
u υ ᴜ ս
v ᴠ ѵ
w ԝ ω ᴡ ꮃ
x х χ
y у γ ʏ ү
z ᴢ ζ
`;

const letters = new Map<string, string>(
  alike
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [letter = '', ...others] = line.split(' ');
      return others.map((each): [string, string] => [each, letter]);
    }),
);

/** Folds look-alike text to one spelling: letters of other alphabets, accents, capitals and spaces. */
const foldLookalikes = (text: string): string =>
  [
    ...text
      .normalize('NFKD')
      .replaceAll(/[\p{M}\p{Cf}\p{Cc}\s]/gu, '')
      .toLowerCase(),
  ]
    .map((each) => letters.get(each) ?? each)
    .join('');

const latin = /\p{sc=Latn}/u;
const alphabetsAlike = /[\p{sc=Cyrl}\p{sc=Grek}\p{sc=Armn}\p{sc=Cher}]/u;

/** Whether a word has letters of the Latin alphabet and of one that looks like it. */
const mixesAlphabets = (text: string): boolean =>
  text
    .normalize('NFKC')
    .split(/\s+/)
    .some((word) => latin.test(word) && alphabetsAlike.test(word));
