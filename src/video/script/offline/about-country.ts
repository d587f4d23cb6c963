import type { Countries, Country } from '../facts/countries.ts';
import { capitalised, listed } from '../text.ts';
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

/** A film about a country, of what the data says of it and nothing else. `called` is how it was asked for. */
export function aboutCountry(country: Country, countries: Countries, called = named(country)): Draft {
  const shown = first(called).replace(/^The /, '');
  const alone = country.borders.length === 0;
  return {
    title: `${shown} in half a minute`,
    subject: country.flag || shown,
    mood: 'curious',
    hook: oneOf(shown, [
      `Could you find ${called} on a map? And do you know ${alone ? 'how large it is' : 'all of its neighbors'}?`,
      `How large is ${called} really, and ${alone ? 'what do people there call it' : 'who lives next door'}?`,
      `Where is ${called}, how big is it, and ${alone ? 'what is its own name' : 'who are its neighbors'}?`,
    ]),
    hookScreen: shown,
    beats: [
      place(country, called),
      size(country, countries, called),
      neighbours(country, countries),
      everyday(country, shown),
      rank(country, countries, called),
      ownName(country, called),
    ].flatMap((beat) => beat ?? []),
    close: oneOf(shown, [
      `Now you can find ${called}, and say how big it is. Which country should come next?`,
      `That was ${called}. Which country should come next?`,
    ]),
    closeScreen: 'Which country next?',
    description: `${first(called)}: where it lies, how large it is, its neighbors, languages and money.\n\nData: mledoze/countries (world-countries on npm), ODbL 1.0.`,
    tags: [shown, 'geography', country.region, country.subregion, 'countries', country.capital[0] ?? ''],
  };
}

const mapOf = ({ name }: Country): string => `map of ${name.common}`;
/** "Australia lies in Australia and New Zealand" says nothing. */
const regionOf = ({ name, subregion, region }: Country): string =>
  subregion && !subregion.includes(name.common) ? subregion : region;
const inRegion = (country: Country): string =>
  /^(?:Caribbean|Americas|Middle East)/.test(regionOf(country))
    ? `the ${regionOf(country)}`
    : regionOf(country);

function place(country: Country, called: string): DraftBeat {
  const { capital, unMember, landlocked, borders } = country;
  const seat = capital.length > 0 ? ` Its capital is ${listed(capital)}.` : '';
  const coast = landlocked ? 'No coast' : borders.length === 0 ? 'All of it by the sea' : '';
  const sea = landlocked ? ' It has no coast of its own.' : '';
  return {
    say: `${first(called)} lies in ${inRegion(country)}.${seat}${sea}`,
    show: `In ${inRegion(country)}`,
    draw: mapOf(country),
    scene: subjectScene([
      ...capital.map((city) => `Capital: ${city}`),
      ...(country.subregion === regionOf(country)
        ? [`Part of ${country.region === 'Americas' ? 'the Americas' : country.region}`]
        : []),
      ...(coast ? [coast] : unMember ? [] : ['Not a UN member']),
    ]),
  };
}

/** Where a capital or a country is spoken of in passing: on the map, with what lies around it. */
export function placeOf(country: Country, capital: string | undefined): DraftBeat {
  const name = named(country);
  const around = country.borders.length;
  const neighbors = around > 1 ? ` It has ${around} neighbors by land.` : '';
  return {
    say: capital
      ? `Where are we? ${capital} is the capital of ${name}, in ${inRegion(country)}.${neighbors.replace('It', 'The country')}`
      : `Where are we? ${first(name)} lies in ${inRegion(country)}.${neighbors}`,
    show: capital ? `${capital}, ${country.name.common}` : country.name.common,
    draw: mapOf(country),
    scene: subjectScene([
      capital ? `Capital of ${country.name.common}` : `Capital: ${country.capital[0] ?? 'none'}`,
      regionOf(country),
      ...(around > 1 ? [`${around} neighbors`] : []),
    ]),
  };
}

/** To three figures: what can be said, heard and kept. */
function rounded(value: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(value)) - 2);
  return Math.round(value / step) * step;
}

function size(country: Country, countries: Countries, called: string): DraftBeat | undefined {
  const { area } = country;
  if (!(area > 0)) return undefined;
  const like = countries.like(country);
  const covers = `It covers about ${number(rounded(area))} square kilometers.`;
  const shown = first(called).replace(/^The /, '');
  if (!like)
    return {
      say: covers,
      show: 'How large is it?',
      draw: mapOf(country),
      scene: {
        kind: 'number',
        value: rounded(area),
        unit: 'km²',
        label: `Area of ${shown}`.slice(0, 60),
      },
    };
  const ratio = area / like.area;
  const other = named(like);
  const figure = (times: number) => times.toFixed(times < 10 ? 1 : 0).replace(/\.0$/, '');
  const compared =
    ratio >= 1.1
      ? `Put it beside ${other}: it is about ${figure(ratio)} times as large.`
      : ratio <= 0.9
        ? `Put it beside ${other}, which is about ${figure(1 / ratio)} times as large.`
        : `Put it beside ${other}: the two are nearly the same size.`;
  return {
    say: `${covers} ${compared}`,
    show: 'How large is it?',
    draw: mapOf(country),
    scene: {
      kind: 'comparison',
      left: `${shown} ${number(rounded(area))} km²`.slice(0, 40),
      right: `${like.name.common} ${number(rounded(like.area))} km²`.slice(0, 40),
      left_subject: mapOf(country).slice(0, 40),
      right_subject: mapOf(like).slice(0, 40),
    },
  };
}

function rank(country: Country, countries: Countries, called: string): DraftBeat | undefined {
  if (!country.independent) return undefined;
  const { place: at, of } = countries.rank(country);
  return {
    say: `Line up all ${of} states by area, the largest first, and ${called} is number ${at}.`,
    show: 'By area',
    draw: mapOf(country),
    scene: { kind: 'number', value: at, unit: '', label: `of ${of} states, the largest first` },
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
  return {
    say:
      names.length === 1
        ? `It has a single land neighbor: ${who}.`
        : `It borders ${names.length} countries: ${who}.`,
    show: names.length === 1 ? 'One neighbor' : `${names.length} neighbors`,
    draw: mapOf(country),
    scene: listScene(shown.map(first)),
  };
}

/** What one would need to know on the first day there. */
function everyday({ languages, currencies, idd, tld }: Country, shown: string): DraftBeat | undefined {
  const tongues = Object.values(languages);
  const coins = Object.values(currencies).map(({ name }) => name);
  const code = idd.suffixes.length === 1 ? `${idd.root}${idd.suffixes[0]}` : idd.root;
  const ending = tld[0] ?? '';
  if (tongues.length === 0) return undefined;
  const spoken =
    tongues.length > 3 ? `${tongues.length} languages, ${tongues[0]} among them` : listed(tongues);
  const letters = ending.slice(1).toUpperCase().split('').join('.');
  const said = [
    `people speak ${spoken}`,
    ...(coins[0] ? [`pay with the ${coins[0]}`] : []),
    ...(/^\+\d{1,4}$/.test(code) ? [`have a phone code of ${code.slice(1)}`] : []),
    ...(/^\.[a-z]{2}$/.test(ending) ? [`end their web addresses in dot ${letters}.`] : []),
  ];
  const parts = [
    ...tongues.slice(0, 3),
    ...(coins[0] ? [coins[0]] : []),
    ...(/^\+\d{1,4}$/.test(code) ? [`Phone ${code}`] : []),
    ...(/^\.[a-z]{2}$/.test(ending) ? [`Web ${ending}`] : []),
  ].slice(0, 4);
  return {
    say: `Your first day there: ${listed(said)}${letters ? '' : '.'}`,
    show: 'Your first day there',
    draw: '🧳',
    scene: diagramScene(shown, parts.map(capitalised)),
  };
}

function ownName({ name, languages, demonyms, flag }: Country, called: string): DraftBeat | undefined {
  const [code, native] = Object.entries(name.native)[0] ?? [];
  const people = demonyms.eng?.m;
  const who = people ? ` Someone from there is ${people}.` : '';
  const tongue = code ? languages[code] : undefined;
  if (native && tongue && native.common !== name.common)
    return {
      say: `In ${tongue}, its name is written like this.${who}`,
      show: people ? `The people: ${people}` : 'Its own name',
      draw: flag,
      scene: quoteScene(native.common, `${called.replace(/^the /, '')} in ${tongue}`),
    };
  return {
    say: `Its full name is ${name.official}.${who}`,
    show: people ? `The people: ${people}` : name.official,
    draw: flag,
    scene: quoteScene(name.official),
  };
}
