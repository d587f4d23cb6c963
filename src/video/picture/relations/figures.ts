import { keyWords } from '../../script/key-words.ts';
import { capitalise, truncateText } from '../../script/text.ts';
import type { Scene } from '../../storyboard.ts';
import { parseClause } from './clause.ts';

const figure =
  /(?:(?<money>[$€£])\s?)?(?<value>\d[\d,]*(?:\.\d+)?)\s?(?<unit>%|percent|million|billion|trillion|thousand|km²|km|kilomet(?:re|er)s|met(?:re|er)s|centimet(?:re|er)s|miles|kg|kilograms|tonnes|years|degrees|people|inhabitants|hours|days|minutes|litres|liters|grams)\b/giu;

interface Figure {
  readonly value: number;
  readonly unit: string;
  readonly at: number;
}

function figuresIn(text: string): Figure[] {
  return [...text.matchAll(figure)].map(({ groups, index }) => ({
    value: Number(groups?.value?.replaceAll(',', '')),
    unit: truncateText(`${groups?.money ?? ''}${groups?.unit}`.replace(/percent/i, '%'), 24),
    at: index,
  }));
}

/** The figures of a sentence: bars in true proportion for things that it measures in one unit, or its first figure. */
export function findFigures(text: string): Extract<Scene, { kind: 'bars' | 'number' }> | undefined {
  const figures = figuresIn(text);
  const [first] = figures;
  if (!first) return undefined;
  const measured = figures.filter(({ unit }) => unit === first.unit);
  const labels = measured.map(({ at }, i) => measuredBy(text.slice(i === 0 ? 0 : measured[i - 1]!.at, at)));
  if (measured.length > 1 && measured.length <= 6 && labels.every((label) => label !== ''))
    return {
      kind: 'bars',
      title: capitalise(dimensionOf(text, first)),
      unit: '',
      bars: measured.map(({ value }, i) => ({ label: labels[i] ?? '', value })),
    };
  return { kind: 'number', value: first.value, unit: first.unit, label: truncateText(keyWords(text), 60) };
}

/** "kilometres long" */
const dimensionOf = (text: string, { unit, at }: Figure): string =>
  new RegExp(`${unit.replace('$', '\\$')} (?:long|wide|high|tall|deep|thick|old|across)\\b`).exec(
    text.slice(at),
  )?.[0] ?? unit;

/** What a figure measures: the subject of the clause before it. */
function measuredBy(before: string): string {
  const clause =
    before.split(/,\s+(?:and |but |while )?|\s+(?:and|but|while)\s+(?=the |an? |\p{Lu})/u).at(-1) ?? '';
  const subject = parseClause(`${clause} long`)?.subject ?? '';
  const label = capitalise(subject.replace(/^(?:the|an?) /i, '').replace(/['’]s$/, ''));
  return label.length <= 32 ? label : '';
}
