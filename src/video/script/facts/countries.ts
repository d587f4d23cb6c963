import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

interface Names {
  readonly common: string;
  readonly official: string;
}

/** As the `world-countries` data has it (ODbL 1.0); what no sentence here needs is left out. */
export interface Country {
  readonly name: Names & { readonly native: Readonly<Record<string, Names>> };
  readonly cca2: string;
  readonly cca3: string;
  readonly independent: boolean | null;
  readonly unMember: boolean;
  readonly currencies: Readonly<Record<string, { readonly name: string }>>;
  readonly capital: readonly string[];
  readonly altSpellings: readonly string[];
  readonly region: string;
  readonly subregion: string;
  readonly languages: Readonly<Record<string, string>>;
  readonly translations: Readonly<Record<string, Names>>;
  readonly demonyms: Readonly<Record<string, { readonly m: string }>>;
  readonly landlocked: boolean;
  readonly borders: readonly string[];
  readonly area: number;
  readonly flag: string;
  readonly tld: readonly string[];
  readonly idd: { readonly root: string; readonly suffixes: readonly string[] };
}

/** Names that people use and the data does not have. */
const alsoCalled: Readonly<Record<string, string>> = {
  turkey: 'TUR',
  america: 'USA',
  us: 'USA',
  uk: 'GBR',
  'u s a': 'USA',
  'u k': 'GBR',
  britain: 'GBR',
};

export class Countries {
  readonly #all: readonly Country[];

  private constructor(all: readonly Country[]) {
    this.#all = all;
  }

  static async load(): Promise<Countries> {
    const path = createRequire(import.meta.url).resolve('world-countries/countries.json');
    return new Countries(JSON.parse(await readFile(path, 'utf8')) as Country[]);
  }

  /** By its name in any language the data has, by another spelling of it, or by its flag. */
  find(text: string): Country | undefined {
    const asked = plain(text);
    return (
      this.#all.find(
        ({ name, flag }) =>
          plain(name.common) === asked || plain(name.official) === asked || flag === text.trim(),
      ) ??
      this.#all.find(({ altSpellings, translations }) =>
        [
          ...altSpellings.filter((spelling) => spelling.length > 3),
          ...Object.values(translations).flatMap(({ common, official }) => [common, official]),
        ].some((each) => plain(each) === asked),
      ) ??
      this.byCode(alsoCalled[asked] ?? '')
    );
  }

  /** Those that a text speaks of, by their name or by their capital, in the order of the text. */
  spokenOf(text: string): { country: Country; capital: string | undefined }[] {
    const said = ` ${text.replace(/[^\p{L}\p{M}'’-]+/gu, ' ')} `;
    return this.#all
      .filter(({ independent }) => independent)
      .flatMap((country) => {
        const names = [country.name.common, ...(country.cca3 === 'TUR' ? ['Turkey'] : [])];
        const byName = names.map((name) => said.indexOf(` ${name} `)).find((at) => at >= 0);
        const capital = country.capital.find((city) => said.includes(` ${city} `));
        const at = byName ?? (capital === undefined ? -1 : said.indexOf(` ${capital} `));
        return at < 0 ? [] : [{ country, capital: byName === undefined ? capital : undefined, at }];
      })
      .sort((a, b) => a.at - b.at);
  }

  /** Its place among all states, the largest first. */
  rank({ area }: Country): { place: number; of: number } {
    const states = this.#all.filter(({ independent }) => independent);
    return { place: 1 + states.filter((each) => each.area > area).length, of: states.length };
  }

  byCode(code: string): Country | undefined {
    return this.#all.find(({ cca3 }) => cca3 === code);
  }

  /** The state next below it in size, of those that everybody has heard of. */
  like({ area, cca3 }: Country): Country | undefined {
    const known = [
      'FRA',
      'ESP',
      'DEU',
      'ITA',
      'GBR',
      'PRT',
      'CHE',
      'BEL',
      'JPN',
      'IND',
      'USA',
      'BRA',
      'AUS',
      'EGY',
      'NLD',
      'IRL',
      'LUX',
    ];
    return this.#all
      .filter((each) => known.includes(each.cca3) && each.cca3 !== cca3)
      .sort((a, b) => Math.abs(Math.log(a.area / area)) - Math.abs(Math.log(b.area / area)))[0];
  }
}

const plain = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/^(?:the|la|le|les|l['’]|el|die|der|das|il|lo)\s*/u, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
