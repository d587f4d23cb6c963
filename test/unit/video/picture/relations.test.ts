import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findRelation, subjectOf } from '../../../../src/video/picture/relations/relation.ts';
import { dataScene } from '../../../../src/video/script/writers/sentence-scene.ts';

/** A diagram in one line. */
function told(sentence: string, before = ''): string {
  const scene = findRelation(sentence, before);
  if (scene?.kind === 'chain')
    return scene.steps
      .map(({ label, by, from }, i) => `${i === 0 ? '' : `${from ?? ''}–${by ?? ''}→ `}${label}`)
      .join(' ');
  if (scene?.kind === 'layers') return scene.layers.map(({ label }) => label).join(' / ');
  if (scene?.kind === 'diagram') return `${scene.whole}: ${scene.parts.join(', ')}`;
  return '';
}

test('a sentence is drawn as what it relates', () => {
  const sentences: Record<string, string> = {
    'Glass is made of sand, soda and lime.': 'Glass: Sand, Soda, Lime',
    'The pipe bursts because the water freezes.': 'The water freezes –→ The pipe bursts',
    'When the kettle boils, the switch opens.': 'The kettle boils –→ The switch opens',
    'Without oxygen the flame dies.': 'Without oxygen –→ The flame dies',
    'The river flows into the lake.': 'River –flows into→ Lake',
    'Bees visit flowers and carry pollen.': 'Bees –visit→ Flowers 0–carry→ Pollen',
    'The mill turns grain into flour.': 'Mill –turns→ Grain –into→ Flour',
    'Under the sand lies clay.': 'Sand / Clay',
    'The clay lies below the sand, above the rock.': 'Sand / Clay / Rock',
    'The piston falls, and the valve opens.': 'The piston falls –→ The valve opens',
    'The wire is held by a clamp.': 'Wire –is held by→ Clamp',
  };
  for (const [sentence, diagram] of Object.entries(sentences))
    assert.equal(told(sentence), diagram, sentence);
});

test('what is not certain is not drawn', () => {
  for (const sentence of [
    'It is a quiet place.',
    'The tower is 90 metres high.',
    'Who built the wall?',
    'He said that the mill turns grain into flour.',
    'They carry it.',
    'Constructor valueOf toString.',
    '',
  ])
    assert.equal(told(sentence), '', sentence);
});

test('a pronoun means the subject before it only where both agree in number', () => {
  assert.equal(subjectOf('The bees visit flowers.'), 'The bees');
  assert.equal(told('They carry pollen.', 'The bees'), 'Bees –carry→ Pollen');
  assert.equal(told('The wire breaks because it rusts.'), 'The wire rusts –→ The wire breaks');
  assert.doesNotMatch(told('They fall because no rope holds them.', 'The rope'), /^.*The rope fall/);
});

test('figures in one unit are bars with the names of what they measure, and years a timeline', () => {
  const bars = dataScene('The Nile is 6,650 kilometres long and the Rhine is 1,230 kilometres long.');
  assert.deepEqual(bars, {
    kind: 'bars',
    title: 'Kilometres long',
    unit: '',
    bars: [
      { label: 'Nile', value: 6650 },
      { label: 'Rhine', value: 1230 },
    ],
  });
  assert.equal(dataScene('It opened in 1904 and closed in 1957.')?.kind, 'timeline');
  assert.equal(dataScene('The tower is 90 metres high.')?.kind, 'number');
});
