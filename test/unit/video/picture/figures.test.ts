import assert from 'node:assert/strict';
import { test } from 'node:test';
import { positions } from '../../../../src/video/picture/scenes/line-chart.ts';
import {
  numberText,
  rangeText,
  splitRange,
  unitText,
} from '../../../../src/video/picture/scenes/number-text.ts';
import { parseFigures } from '../../../../src/video/picture/scenes/versus.ts';

test('numbers count up to their value, in the spoken language', () => {
  const at = (value: number, language: string, story = '') => numberText(value, language, story)(1);
  assert.equal(at(1234567.5, 'en'), '1,234,567.5');
  assert.equal(at(1234567.5, 'de'), '1.234.567,5');
  assert.equal(at(1989, 'en', 'In 1989 it fell.'), '1989');
  assert.equal(at(1989, 'en', 'It has 1,989 steps.'), '1,989');
  assert.equal(at(-17.25, 'en'), '-17.25');
  assert.equal(numberText(60, 'en', '')(0), '0');
  assert.equal(numberText(3, 'en', '')(0.3), '3', 'a small count does not show wrong intermediate values');
  const units = ['nm', 'm', 'mm a year', 'million people', '°C', 'km/h'].map((unit) => unitText(unit, 'en'));
  const written = ['nanometres', 'metres', 'millimetres a year', 'million people', '°C', 'km/h'];
  assert.deepEqual(units, written, 'capitals would change the meaning of a symbol');
  const half = Number(numberText(60, 'en', '')(0.3));
  assert.ok(half > 0 && half <= 60);
});

test('a range is one figure, and a ratio is not', () => {
  const shown = (value: number, written: string, language = 'en') => {
    const { to, unit } = splitRange(value, written);
    return [rangeText(value, to, language, '')(1), unit];
  };
  assert.deepEqual(shown(7, 'to 9 hours'), ['7–9', 'hours']);
  assert.deepEqual(shown(20_000, 'to 60,000 bees'), ['20,000–60,000', 'bees']);
  assert.deepEqual(shown(1.5, 'to 2.5 litres', 'de'), ['1,5–2,5', 'litres']);
  assert.deepEqual(shown(36, 'to 1'), ['36', 'to 1']);
  assert.deepEqual(shown(30, 'tonnes'), ['30', 'tonnes']);
});

test('years are spaced to scale, other labels evenly', () => {
  assert.deepEqual(positions(['1800', '1900', '2000']), [0, 0.5, 1]);
  assert.deepEqual(positions(['1800', '1950', '2000']), [0, 0.75, 1]);
  assert.deepEqual(positions(['Mon', 'Tue', 'Wed']), [0, 0.5, 1]);
  assert.deepEqual(positions(['2000', '1950', '1900']), [0, 0.5, 1]);
});

test('figures of a row are compared where both sides have one, in one unit', () => {
  assert.deepEqual(parseFigures('48 km/h', '72 km/h'), [48, 72]);
  assert.deepEqual(parseFigures('about 1.4 billion', '300 million'), [1.4e9, 3e8]);
  assert.deepEqual(parseFigures('1,500 kg', '300 kg'), [1500, 300]);
  assert.equal(parseFigures('3 hours', '40 minutes'), undefined);
  assert.equal(parseFigures('fur', '4'), undefined);
});
