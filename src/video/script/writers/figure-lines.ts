import type { Findings } from '../encyclopaedia/encyclopaedia.ts';
import type { Figure, ItemFacts } from '../encyclopaedia/wikidata.ts';
import type { Question } from '../question.ts';
import { truncateText } from '../text.ts';
import type { ScriptLine } from './lines.ts';

const questionPatterns = {
  population: /\b(?:population|inhabitants|people|populous)\b/i,
  area: /\b(?:area|large|big|bigger|larger|size|square)\b/i,
  inception: /\b(?:founded|established|created|formed|begin|began|started|old)\b/i,
};

const formatNumber = (value: number): string => Math.round(value).toLocaleString('en-GB');

/** Sentences from Wikidata if the question asks for its figures, with unit and year. */
export function figureLines({ items }: Findings, question: Question): ScriptLine[] {
  const { text } = question;
  const known = items
    .slice(0, question.asks === 'versus' ? 2 : 1)
    .flatMap((item) => (item?.label ? [item] : []));
  if (known.length === 0) return [];
  if (questionPatterns.population.test(text))
    return figureScenes(known, 'population', populationText, 'Population', 'people');
  if (questionPatterns.area.test(text)) return figureScenes(known, 'area', areaText, 'Area', 'km²');
  const [first] = known;
  if (first?.inception && questionPatterns.inception.test(text) && question.asks !== 'how')
    return [
      {
        text: `${first.label} dates from ${first.inception}.`,
        scene: { kind: 'picture', pictures: [truncateText(first.label, 40)] },
        onScreen: first.inception,
        subject: first.label,
        weight: 10,
      },
    ];
  return [];
}

function figureScenes(
  items: readonly ItemFacts[],
  what: 'population' | 'area',
  say: (label: string, figure: Figure) => string,
  title: string,
  unit: string,
): ScriptLine[] {
  const known = items.flatMap((item) => {
    const figure = item[what];
    return figure ? [{ item, figure }] : [];
  });
  const bars = known.map(({ item, figure }) => ({
    label: truncateText(item.label, 32),
    value: Math.round(figure.value),
  }));
  const lines = known.map(
    ({ item, figure }, index): ScriptLine => ({
      text: say(item.label, figure),
      scene:
        bars.length > 1 && index === bars.length - 1
          ? { kind: 'bars', title, unit, bars }
          : {
              kind: 'number',
              value: Math.round(figure.value),
              unit,
              label: truncateText(`${title} of ${item.label}`, 60),
            },
      onScreen: truncateText(`${title} of ${item.label}`, 60),
      subject: item.countryCode ? `map of ${item.label}` : item.label,
      weight: 10,
    }),
  );
  return [...lines, ...ratioLine(known, what)];
}

/** Compares the two figures as a ratio. */
function ratioLine(
  known: readonly { item: ItemFacts; figure: Figure }[],
  what: 'population' | 'area',
): ScriptLine[] {
  const [a, b] = [...known].sort((left, right) => right.figure.value - left.figure.value);
  if (!a || !b || b.figure.value <= 0) return [];
  const times = a.figure.value / b.figure.value;
  const count = times >= 10 ? formatNumber(times) : (Math.round(times * 10) / 10).toString();
  const text =
    what === 'population'
      ? `So ${a.item.label} has about ${count} times as many people as ${b.item.label}.`
      : `So ${a.item.label} is about ${count} times as large as ${b.item.label}.`;
  return [
    {
      text,
      scene: {
        kind: 'number',
        value: Number(count.replaceAll(',', '')),
        unit: 'times',
        label: truncateText(text, 60),
      },
      onScreen: `${count} times`,
      subject: a.item.label,
      weight: 9.5,
    },
  ];
}

const populationText = (label: string, { value, year }: Figure): string =>
  `${year === undefined ? '' : `In ${year}, `}${label} ${year === undefined ? 'has' : 'had'} ${formatNumber(value)} inhabitants.`;
const areaText = (label: string, { value }: Figure): string =>
  `${label} covers ${formatNumber(value)} square kilometres.`;
