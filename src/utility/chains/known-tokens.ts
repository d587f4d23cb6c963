import type { ChainKey } from './chain.ts';

/** A stable or wrapped token that most wallets hold. */
export interface KnownToken {
  readonly symbol: string;
  readonly address: string;
  readonly decimals: number;
}

const token = (symbol: string, address: string, decimals: number): KnownToken => ({
  symbol,
  address,
  decimals,
});

/** As published by issuers and bridges; addresses carry their checksum. */
export const knownTokens: Readonly<Record<ChainKey, readonly KnownToken[]>> = {
  eth: [
    token('USDC', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', 6),
    token('USDT', '0xdAC17F958D2ee523a2206206994597C13D831ec7', 6),
    token('DAI', '0x6B175474E89094C44Da98b954EedeAC495271d0F', 18),
    token('WETH', '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2', 18),
    token('WBTC', '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599', 8),
  ],
  base: [
    token('USDC', '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', 6),
    token('USDbC', '0xd9aAEc86B65D86f6A7B5B1b0c42FFA531710b6CA', 6),
    token('DAI', '0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb', 18),
    token('WETH', '0x4200000000000000000000000000000000000006', 18),
    token('cbBTC', '0xcbB7C0000aB88B473b1f5aFd9ef808440eed33Bf', 8),
  ],
  arbitrum: [
    token('USDC', '0xaf88d065e77c8cC2239327C5EDb3A432268e5831', 6),
    token('USDC.e', '0xFF970A61A04b1cA14834A43f5dE4533eBDDB5CC8', 6),
    token('USDT', '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9', 6),
    token('DAI', '0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1', 18),
    token('WETH', '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1', 18),
    token('WBTC', '0x2f2a2543B76A4166549F7aaB2e75Bef0aefC5B0f', 8),
  ],
  optimism: [
    token('USDC', '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85', 6),
    token('USDC.e', '0x7F5c764cBc14f9669B88837ca1490cCa17c31607', 6),
    token('USDT', '0x94b008aA00579c1307B0EF2c499aD98a8ce58e58', 6),
    token('DAI', '0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1', 18),
    token('WETH', '0x4200000000000000000000000000000000000006', 18),
    token('WBTC', '0x68f180fcCe6836688e9084f035309E29Bf0A2095', 8),
  ],
  polygon: [
    token('USDC', '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359', 6),
    token('USDC.e', '0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174', 6),
    token('USDT', '0xc2132D05D31c914a87C6611C10748AEb04B58e8F', 6),
    token('DAI', '0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063', 18),
    token('WETH', '0x7ceB23fD6bC0adD59E62ac25578270cFf1b9f619', 18),
    token('WPOL', '0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270', 18),
    token('WBTC', '0x1BFD67037B42Cf73acF2047067bd4F2C47D9BfD6', 8),
  ],
};

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
