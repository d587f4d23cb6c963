import type { Comparison, Sheet } from '../../almanac/sheet.ts';
import { countriesIn } from '../../picture/drawing/countries.ts';
import { noPicture, type Scene } from '../../storyboard.ts';
import { keyWords, maxHeadlineChars } from '../key-words.ts';
import { capitalise, truncateText } from '../text.ts';
import { countWords, toStems } from '../words.ts';
import { answerWeight, type ScriptLine } from './lines.ts';
import { mainPicture } from './sheet-pictures.ts';
import { afterHook, partText, rowText, sideName, spokenSource, withDate } from './sheet-sentences.ts';

/** Rows of a comparison that are readable on a phone. */
const maxRows = 4;

/** Scenes for the sentences of a sheet: each part in the scene that shows its data. */
export function sheetScenes(sheet: Sheet, title: string, comparison?: Comparison) {
  const main = mainPicture(sheet);

  /** Shown as a picture, which `assignPictures` chooses once the spoken sentences are known. */
  const picture = (
    about: readonly string[] = [],
  ): Pick<ScriptLine, 'scene' | 'subject' | 'pictureHints'> => ({
    scene: { kind: 'picture', pictures: [main] },
    subject: main,
    pictureHints: about,
  });
  const mapFor = (text: string): Scene | undefined => {
    const named = sheet.places.filter(({ name }) => text.includes(name));
    if (named.length === 0) return undefined;
    const countries = [...new Set([...countriesIn(text), ...named.map(({ country }) => country)])]
      .filter((code) => code !== '')
      .slice(0, 2);
    return {
      kind: 'map',
      countries,
      places: named.slice(0, 4).map(({ name, lat, lon }) => ({ name, lat, lon })),
    };
  };
  const chartFor = (text: string): Scene | undefined => {
    const { chart } = sheet;
    if (!chart) return undefined;
    const said = (text.match(/\d[\d,]*(?:\.\d+)?/g) ?? []).map((figure) =>
      Number(figure.replaceAll(',', '')),
    );
    const words = toStems(text);
    const isSaid = chart.bars.some(
      ({ label, value }) =>
        said.includes(value) && toStems(`${label} ${chart.title}`).some((stem) => words.includes(stem)),
    );
    if (!isSaid) return undefined;
    return { kind: 'bars', title: chart.title, unit: chart.unit, bars: chart.bars.slice(0, 6) };
  };

  const plain = (text: string, weight: number): ScriptLine => {
    const scene = chartFor(text) ?? mapFor(text);
    const fallback = { text, ...picture(), onScreen: keyWords(text), weight };
    if (!scene) return fallback;
    const onScreen = scene.kind === 'bars' ? scene.title : keyWords(text);
    return { text, scene, onScreen, subject: main, weight, fallback };
  };

  return {
    plain,
    hook: (text: string, title: string): ScriptLine => ({
      text,
      scene: { kind: 'title' },
      onScreen: truncateText(title, maxHeadlineChars),
      subject: main,
      weight: 10,
    }),
    definition: (weight: number, before = ''): ScriptLine => ({
      text: afterHook(sheet, before),
      scene: mapFor(sheet.definition) ?? {
        kind: 'definition',
        term: definedTerm(sheet),
        meaning: truncateText(meaningOf(sheet.definition), 160),
      },
      onScreen: capitalise(sheet.subject),
      subject: main,
      pictureHints: [],
      weight,
    }),
    chain: (): ScriptLine[] => {
      const { loop, steps } = sheet.chain ?? { loop: false, steps: [] };
      return steps.map(({ text, label, picture: word }, at) => ({
        text,
        scene: {
          kind: 'process',
          loop,
          steps: steps.map((step) => ({ label: step.label, picture: step.picture })),
          at,
        },
        // A ring has its step's label above, a rail below; a rail therefore shows the title above.
        onScreen: loop ? label : title,
        subject: word,
        weight: answerWeight,
      }));
    },
    items: (count: number): ScriptLine[] => {
      const items = (sheet.items ?? []).slice(0, Math.min(6, count));
      return items.map(({ text, label, picture: word }, at) => ({
        text,
        scene: {
          kind: 'list',
          items: items.map((item) => item.label),
          pictures: items.map((item) => item.picture),
          at,
        },
        onScreen: label,
        subject: word,
        weight: answerWeight,
      }));
    },
    timeline: (): ScriptLine[] => {
      const points = (sheet.timeline ?? []).slice(0, 6);
      return points.map(({ text, date, picture: word }, at) => ({
        text: withDate(date, text),
        scene: {
          kind: 'timeline',
          points: points.map((point) => ({ when: truncateText(point.date, 20), what: point.label })),
          at,
        },
        // The date and the event are shown large below it.
        onScreen: title,
        subject: word,
        weight: 9,
      }));
    },
    parts: (): ScriptLine[] => {
      const parts = (sheet.parts ?? []).slice(0, 6);
      return parts.map(({ text, name }) => ({
        text: partText(name, text),
        scene: {
          kind: 'diagram',
          whole: truncateText(capitalise(sheet.subject), 40),
          parts: parts.map((part) => part.name),
        },
        onScreen: name,
        subject: main,
        weight: 6,
      }));
    },
    fact: (index: number, weight: number): ScriptLine => {
      const fact = sheet.facts[index];
      if (!fact) throw new RangeError(`the sheet ${sheet.id} has no fact ${index}`);
      const { text, number, about } = fact;
      const scene = chartFor(text) ?? mapFor(text);
      const fallback: ScriptLine = number
        ? {
            text,
            scene: { kind: 'number', ...number },
            onScreen: number.label,
            subject: main,
            pictureHints: about,
            weight,
          }
        : { text, ...picture(about), onScreen: keyWords(text), weight };
      if (!scene) return fallback;
      const onScreen = scene.kind === 'bars' ? scene.title : capitalise(about[0] ?? main);
      return { text, scene, onScreen, subject: main, weight, fallback };
    },
    misconception: ({ wrong, right }: NonNullable<Sheet['misconception']>): ScriptLine[] => [
      {
        text: `Some people think: “${wrong}”`,
        scene: { kind: 'quote', text: truncateText(wrong, 160), by: 'A common mistake' },
        onScreen: 'A common mistake',
        subject: noPicture,
        weight: 5,
      },
      { text: right, ...picture([main]), onScreen: keyWords(right), weight: 5 },
    ],
    /** The summary is left out if the difference has already been stated. */
    comparison: ({ with: other, summary, rows }: Comparison, isSaid: boolean): ScriptLine[] => {
      const [left, right] = findSides(sheet, comparison?.with ?? other);
      const onScreen = rows.slice(0, maxRows).map(({ what, this: mine, other: its }) => ({
        what: truncateText(what, 32),
        left: truncateText(mine, 40),
        right: truncateText(its, 40),
      }));
      const scene = {
        kind: 'versus',
        left: truncateText(capitalise(left), 40),
        right: truncateText(capitalise(right), 40),
        left_subject: truncateText(left, 40),
        right_subject: truncateText(right, 40),
        rows: onScreen,
      } as const;
      const both = `${capitalise(left)} or ${right}`;
      return [
        ...(isSaid ? [] : [{ text: summary, scene, onScreen: both, subject: left, weight: 10 }]),
        ...rows.slice(0, maxRows).map(
          ({ what, this: mine, other: its }, at): ScriptLine => ({
            text: rowText(what, sideName(left, summary), mine, sideName(right, summary), its),
            scene: { ...scene, at },
            onScreen: what,
            subject: left,
            weight: 8 - at,
          }),
        ),
      ];
    },
    payoff: (text: string, weight: number): ScriptLine => ({
      text,
      ...picture([main]),
      onScreen: keyWords(text),
      weight,
    }),
    source: (): ScriptLine => {
      const text = `Source: ${pickSource(sheet.sources.map(spokenSource)) ?? 'the almanac'}`;
      return {
        text: `${text}.`,
        scene: { kind: 'end', silent: true },
        onScreen: truncateText(text, maxHeadlineChars),
        subject: main,
        weight: 10,
      };
    },
  };
}

/** The two sides of a pair sheet, or the subject and what it is compared with. */
function findSides(sheet: Sheet, other: string): [string, string] {
  if (sheet.subject_a) return [sheet.subject_a, sheet.subject_b ?? other];
  const pair = /^(.+?) (?:and|or) (.+)$/.exec(sheet.subject);
  return pair?.[1] && pair[2] ? [pair[1], pair[2]] : [sheet.subject, other];
}

/** Words of a source that are said within the time of a scene. */
const maxSourceWords = 6;

/** The first source that is short enough to be said on the last card, else the first. */
const pickSource = (sources: readonly string[]): string | undefined =>
  sources.find((source) => countWords(source) <= maxSourceWords) ?? sources[0];

/** The part after "X is". */
/** What a definition defines: in the sheet about cats that is purring. */
function definedTerm({ subject, aliases, definition }: Sheet): string {
  const before = /^(?:(?:The|An?) )?([^,]{1,40}?) (?:is|are|was|were) /.exec(definition)?.[1];
  const stems = toStems(before ?? '');
  const isSubject = toStems(subject).some((stem) => stems.includes(stem));
  const isAlias = aliases.some((alias) => alias.toLowerCase() === before?.toLowerCase());
  return capitalise(before !== undefined && !isSubject && isAlias ? before : subject);
}

const meaningOf = (definition: string): string =>
  capitalise(definition.replace(/^.{1,60}?\b(?:is|are|was|were)\b\s+/, '').replace(/\.$/, ''));
