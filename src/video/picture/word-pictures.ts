import { picturesOfThings } from './concrete-nouns.ts';
import { countriesIn, countryName } from './drawing/countries.ts';

/**
 * Phrases that a sentence measures or reports something with, each with a picture; the most specific ones come first.
 */
const cues: readonly (readonly [RegExp, string])[] = [
  [/\b(?:degrees|Celsius|Fahrenheit|kelvins?)\b/, 'thermometer'],
  [/\b(?:kilomet(?:re|er)s|miles|met(?:re|er)s) (?:an|per) (?:hour|second)\b|\bspeeds?\b/, 'speedometer'],
  [/\b(?:milli|centi)?met(?:re|er)s\b/, 'straight ruler'],
  [/\b(?:dollars?|euros?|cents?|prices?|costs?|paid|spend|spent)\b|[$€£]\d/, 'coin'],
  [/\b(?:kilograms?|tonnes?|grams?|milligrams?|weighs?|weighed)\b/, 'balance scale'],
  [/\b(?:volts?|watts?|kilowatts?|electricity)\b/, 'electric plug'],
  [/\b(?:seconds?|minutes?|hours?)\b/, 'stopwatch'],
  [/\b(?:scientists?|researchers?|study|studies)\b/i, 'microscope'],
  [/\b(?:laws?|treaty|treaties|constitution)\b/i, 'scroll'],
  [/\b(?:people|population|inhabitants|adults|women|humans)\b/i, 'people'],
  [/\bweb ?(?:pages?|sites?)\b/i, 'browser'],
  [/\bpercent\b|\d ?%/, 'pie chart'],
  [
    /\b(?:[\d,]+|\w+teen|\w+ty|hundred|thousand|million|billion|few|several|many) (?:days|months|years)\b/,
    'hourglass',
  ],
  [/\b(?:1\d{3}|20\d\d)\b|\bcentur(?:y|ies)\b/, 'calendar'],
];

/**
 * Pictures for a sentence that names no picture of its script, closest first: the country it is about, the things
 * it names, then what it measures.
 */
export const picturesByWords = (text: string): string[] => [
  ...countriesIn(text.replace(/\bUS(?= dollar)/g, '')).flatMap((code) => {
    const name = countryName(code);
    return name === undefined ? [] : [`map of ${name}`];
  }),
  ...picturesOfThings(text),
  ...cues.filter(([pattern]) => pattern.test(text)).map(([, picture]) => picture),
];
