import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axisMarks, axisText, clockTicks } from '../../../src/web/pages/kit/charts.ts';

test('an axis ends at a round number, includes zero, and shows small rates', () => {
  assert.deepEqual(axisMarks(0, 0), [0, 0.5, 1]);
  assert.deepEqual(axisMarks(0, 130), [0, 100, 200]);
  assert.deepEqual(axisMarks(0, 0.013), [0, 0.01, 0.02]);
  assert.deepEqual(axisMarks(-105, 0), [-200, -100, 0]);
  assert.deepEqual(axisMarks(-3, 40), [-5, 0, 50]);
  assert.deepEqual([0, 0.01, 0.025, 7.25, 130, 2_500, 5_000, -200].map(axisText), [
    '0',
    '0.01',
    '0.025',
    '7.3',
    '130',
    '2.5k',
    '5k',
    '−200',
  ]);
});

test('a day has a tick every sixth hour in the reader’s time zone', () => {
  const at = (time: string) => Date.parse(`2026-01-01T${time}Z`);
  const hours = (ticks: number[]) => ticks.map((tick) => new Date(tick).toISOString().slice(11, 16));
  const day = 86_400_000;
  assert.deepEqual(hours(clockTicks(at('13:20'), at('13:20') + day, 0)), [
    '18:00',
    '00:00',
    '06:00',
    '12:00',
  ]);
  // At UTC+05:30 it is six o'clock at half past midnight UTC.
  assert.deepEqual(hours(clockTicks(at('00:00'), at('00:00') + day, 5.5 * 3_600_000)), [
    '00:30',
    '06:30',
    '12:30',
    '18:30',
  ]);
  assert.deepEqual(hours(clockTicks(at('10:02'), at('10:22'), 0)), ['10:05', '10:10', '10:15', '10:20']);
});
