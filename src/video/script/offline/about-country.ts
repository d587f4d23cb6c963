import type { Countries, Country } from '../facts/countries.ts';
import { listed } from '../text.ts';
import {
  type Draft,
  type DraftBeat,
  diagramScene,
  listScene,
  oneOf,
  quoteScene,
  subjectScene,
} from './draft.ts';

const withThe =
  /^(?:Netherlands|United|Philippines|Bahamas|Gambia|Maldives|Seychelles|Comoros|Solomon|Marshall|Czech Republic|Central African|Dominican Republic|DR Congo|Republic of the Congo|Faroe|Cayman|Cook|Falkland)/;
const named = ({ name }: Country): string => (withThe.test(name.common) ? `the ${name.common}` : name.common);
const first = (text: string): string => text.replace(/^the /, 'The ');
const number = (value: number): string => Math.round(value).toLocaleString('en');

/** A film about a country, of what the data says of it and nothing else. */
export function aboutCountry(country: Country, countries: Countries): Draft {
  const name = named(country);
  const { common } = country.name;
  return {
    title: `${common} in half a minute`,
    subject: country.flag || common,
    mood: 'curious',
    hook: oneOf(common, [
      `Could you find ${name} on a map? Here is what to look for.`,
      `Half a minute, one country: ${name}.`,
      `How well do you know ${name}? Let's see.`,
    ]),
    hookScreen: common,
    beats: [
      place(country),
      size(country, countries),
      neighbours(country, countries),
      tongues(country),
      ownName(country),
      money(country),
    ].flatMap((beat) => beat ?? []),
    close: oneOf(common, [
      `Now you know where ${name} is, and how big. Where to next?`,
      `That was ${name}. Which country should come next?`,
    ]),
    closeScreen: 'Which country next?',
    description: `${first(name)}: where it lies, how large it is, its neighbours, languages and money.\n\nData: mledoze/countries (world-countries on npm), ODbL 1.0.`,
    tags: [common, 'geography', country.region, country.subregion, 'countries', country.capital[0] ?? ''],
  };
}

function place(country: Country): DraftBeat {
  const { capital, region, subregion, unMember } = country;
  const where = subregion || region;
  const it = first(named(country));
  const inWhere = /^(?:Caribbean|Americas|Middle East)/.test(where) ? `the ${where}` : where;
  const seat = capital.length > 0 ? ` Its capital is ${listed(capital)}.` : '';
  const member = unMember ? ' It is a member of the United Nations.' : '';
  return {
    say: `${it} lies in ${inWhere}.${seat}${member}`,
    show: where,
    scene: subjectScene([
      ...capital.map((city) => `Capital: ${city}`),
      where,
      ...(unMember ? ['UN member'] : []),
    ]),
  };
}

function size(country: Country, countries: Countries): DraftBeat | undefined {
  const { area } = country;
  if (!(area > 0)) return undefined;
  const like = countries.like(country);
  const ratio = like ? area / like.area : 1;
  const other = like && named(like);
  const compared = !other
    ? ''
    : ratio >= 1.5
      ? ` That is about ${ratio.toFixed(ratio < 10 ? 1 : 0).replace(/\.0$/, '')} times ${other}.`
      : ratio <= 0.67
        ? ` ${first(other)} is about ${(1 / ratio).toFixed(ratio > 0.1 ? 1 : 0).replace(/\.0$/, '')} times as large.`
        : ` That is close to the size of ${other}.`;
  return {
    say: `It covers ${number(area)} square kilometers.${compared}`,
    show: 'How large is it?',
    draw: 'map',
    scene: {
      kind: 'number',
      value: Math.round(area),
      unit: 'km²',
      label: `Area of ${country.name.common}`.slice(0, 60),
    },
  };
}

function neighbours(country: Country, countries: Countries): DraftBeat {
  const names = country.borders.flatMap((code) => {
    const found = countries.byCode(code);
    return found ? [named(found)] : [];
  });
  if (names.length === 0) {
    return {
      say: `It has no land border with any other country.${country.landlocked ? '' : ' Whoever comes, comes over water or by air.'}`,
      show: 'No land border',
      draw: '🌊',
      scene: subjectScene(['No land border', 'Reached by sea or air']),
    };
  }
  const shown = names.slice(0, 5);
  const more = names.length - shown.length;
  const who = more > 0 ? `${shown.join(', ')} and ${more} more` : listed(shown);
  const sea = country.landlocked ? ' It has no coast of its own.' : '';
  return {
    say:
      names.length === 1
        ? `It has a single land neighbor: ${who}.${sea}`
        : `It borders ${names.length} countries: ${who}.${sea}`,
    show: names.length === 1 ? 'One neighbor' : `${names.length} neighbors`,
    draw: 'map',
    scene: listScene(shown.map(first)),
  };
}

function tongues({ languages, name }: Country): DraftBeat | undefined {
  const all = Object.values(languages);
  if (all.length === 0) return undefined;
  const shown = all.slice(0, 5);
  const say =
    all.length === 1
      ? `Its official language is ${all[0]}.`
      : all.length > 5
        ? `It lists ${all.length} official languages, ${shown.slice(0, 3).join(', ')} among them.`
        : `Its official languages are ${listed(shown)}.`;
  return {
    say,
    show: all.length === 1 ? `They speak ${all[0]}` : `${all.length} languages`,
    draw: '🗣️',
    scene: all.length === 1 ? subjectScene(all) : diagramScene(name.common, shown),
  };
}

function ownName({ name, languages, demonyms }: Country): DraftBeat | undefined {
  const [code, native] = Object.entries(name.native)[0] ?? [];
  const people = demonyms.eng?.m;
  const called = people ? ` Someone from there is ${people}.` : '';
  if (!native || !code || native.official === name.official)
    return called
      ? {
          say: `Its full name is ${name.official}.${called}`,
          show: name.official,
          scene: quoteScene(name.official),
        }
      : undefined;
  return {
    say: `Its full name in English is ${name.official}.${called}`,
    show: people ? `The people: ${people}` : 'Its own name',
    scene: quoteScene(native.official, languages[code] ? `in ${languages[code]}` : ''),
  };
}

function money({ currencies }: Country): DraftBeat | undefined {
  const names = Object.values(currencies).map((each) => each.name);
  if (names.length === 0) return undefined;
  return {
    say: `People pay with the ${listed(names.slice(0, 3))}.`,
    show: 'Its money',
    draw: '💰',
    scene: subjectScene(names.slice(0, 3)),
  };
}
