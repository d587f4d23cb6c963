import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Almanac, readSheets } from '../../../../src/video/almanac/almanac.ts';
import { allText, planFrames } from '../../../../src/video/picture/frames/frame-plan.ts';
import { pairingFor } from '../../../../src/video/picture/look/pairings.ts';
import { pacedCuts } from '../../../../src/video/picture/pace.ts';
import { splitLongScenes } from '../../../../src/video/picture/shots.ts';
import { Type } from '../../../../src/video/picture/text/type.ts';
import { parseQuestion } from '../../../../src/video/script/question.ts';
import { toStems } from '../../../../src/video/script/words.ts';
import { writeFromSheet } from '../../../../src/video/script/writers/sheet-writer.ts';
import type { Storyboard } from '../../../../src/video/storyboard.ts';
import { narrate, type VoiceEngine } from '../../../../src/video/voice/narrate.ts';
import { silentVoice } from '../../../../src/video/voice/silent.ts';
import { sampleTopics } from '../../../../tools/sample-topics.ts';
import { measureStaging, stagingFaults } from '../../../../tools/staging.ts';
import { everyKind, narrate as hum } from '../../../fixtures/video/picture/story.ts';
import { runs } from '../../../harness/runs.ts';

const sheets = readSheets();
const almanac = new Almanac(sheets);

/** Pace of the fallback voice relative to the silent one, measured over the samples. */
const pace = 0.76;
/** Word times at the pace of the fallback voice, which itself takes two seconds of a core per video. */
const plainPace: VoiceEngine = {
  engine: 'none',
  async speak(words, voice) {
    const spoken = await silentVoice.speak(words, voice);
    const times = spoken.words.map((time) => time && { start: time.start * pace, end: time.end * pace });
    return { ...spoken, samples: spoken.samples.subarray(0, spoken.samples.length * pace), words: times };
  },
};

function written(topic: string): Storyboard {
  const question = parseQuestion(topic);
  const match = almanac.find(question);
  assert.ok(match, `no sheet for ${topic}`);
  return writeFromSheet(match, question).storyboard;
}

function planned(storyboard: Storyboard, narration: Parameters<typeof splitLongScenes>[1]) {
  const shots = splitLongScenes(storyboard, narration);
  const type = new Type(pairingFor(storyboard.mood, 7), 'en', allText(shots.storyboard, shots.narration));
  return planFrames(shots.storyboard, shots.narration, 7, type);
}

for (const topic of sampleTopics)
  test(`${topic}: complete from its first frame, never still or empty, no scene too short`, async () => {
    const storyboard = written(topic);
    const narration = await narrate(storyboard, 'af_heart', plainPace);
    assert.deepEqual(stagingFaults(measureStaging(planned(storyboard, narration))), []);
    const headline = toStems(storyboard.beats[0]?.on_screen ?? '');
    assert.ok(
      toStems(topic).some((each) => headline.includes(each)),
      `the first frame says “${storyboard.beats[0]?.on_screen}”`,
    );
  });

test('a spread of the other sheets is staged as well, and no text on screen is cut', async () => {
  const oneOf = runs(9, 45);
  const spread = sheets.filter((_, i) => i % oneOf === 4);
  assert.ok(spread.length >= runs(40, 8), `${spread.length} sheets`);
  for (const { title } of spread) {
    const storyboard = written(title);
    const narration = await narrate(storyboard, 'af_heart', plainPace);
    const scenes = planned(storyboard, narration);
    assert.deepEqual(stagingFaults(measureStaging(scenes)), [], title);
    const shown = splitLongScenes(storyboard, narration).storyboard.beats.map(({ on_screen, scene }) => [
      on_screen,
      scene,
    ]);
    assert.ok(!JSON.stringify(shown).includes('…'), `${title}: ${JSON.stringify(shown)}`);
  }
});

/** Spoken this many times slower; the sound itself does not matter here. */
function slowed(times: number): Parameters<typeof splitLongScenes>[1] {
  const { words, duration, ...rest } = hum(everyKind);
  const slow = words.map((word) => ({ ...word, start: word.start * times, end: word.end * times }));
  return { ...rest, words: slow, duration: duration * times };
}

test('short, long, still and empty scenes are found', () => {
  const scenes = planned(everyKind, slowed(7));
  const late = scenes.map((scene) => ({
    ...scene,
    hops: [],
    parts: scene.parts.map((part) =>
      part.backdrop ? part : { ...part, nods: [], enter: { ...part.enter, at: part.enter.at + 1.5 } },
    ),
  }));
  const faults = stagingFaults(measureStaging(late)).map((fault) => fault.split(':')[0]);
  assert.deepEqual([...new Set(faults)].sort(), ['empty', 'first frame', 'long', 'still']);
  const hurried = stagingFaults(measureStaging(planned(everyKind, slowed(1))));
  assert.ok(hurried.some((fault) => fault.startsWith('short:')));
});

test('cuts are moved only where a scene would be too short or too long, and by little', () => {
  assert.deepEqual(pacedCuts([0, 4, 8.5], 12), [0, 4, 8.5]);
  const [, first = 0, second = 0] = pacedCuts([0, 2.4, 3.9, 9], 12.2);
  assert.ok(first >= 1.99 && first < 2.1 && second - first >= 1.99, `${first}, ${second}`);
  const [, moved = 0] = pacedCuts([0, 6.2], 10);
  assert.ok(moved <= 6 && moved > 5.9, `${moved}`);
  const [, kept = 0] = pacedCuts([0, 1], 20);
  assert.ok(kept <= 1.25 && kept > 0, `${kept}`);
});
