import assert from 'node:assert/strict';
import { test } from 'node:test';
import { upright } from '../../../../src/video/picture/frame.ts';
import { pairingFor } from '../../../../src/video/picture/look/pairings.ts';
import { paletteFor } from '../../../../src/video/picture/look/palettes.ts';
import { findCues } from '../../../../src/video/picture/scenes/cues.ts';
import { layOut } from '../../../../src/video/picture/scenes/scene.ts';
import { shareOf } from '../../../../src/video/picture/scenes/share-ring.ts';
import { summariseStory } from '../../../../src/video/picture/scenes/story.ts';
import { splitLongScenes } from '../../../../src/video/picture/shots.ts';
import { Type } from '../../../../src/video/picture/text/type.ts';
import { keyWords } from '../../../../src/video/script/key-words.ts';
import { seededRandom } from '../../../../src/video/seeded-random.ts';
import { type Beat, noPicture, type Storyboard } from '../../../../src/video/storyboard.ts';
import { narrate } from '../../../../src/video/voice/narrate.ts';
import { silentVoice } from '../../../../src/video/voice/silent.ts';

const beat = (narration: string, scene: Beat['scene'], subject = noPicture): Beat => ({
  narration,
  on_screen: narration.slice(0, 20),
  subject,
  mood: 'calm',
  scene,
});
const story = (beats: Beat[]): Storyboard => ({
  title: 'A title',
  description: 'A description.',
  tags: ['eye'],
  language: 'en',
  mood: 'calm',
  beats,
});

function partNames(shown: Beat): string[] {
  const parts = layOut({
    beat: shown,
    phases: [{ beat: shown, at: 0, until: undefined }],
    opening: false,
    story: summariseStory(story([shown])),
    area: upright.sceneArea,
    type: new Type(pairingFor('calm', 1), 'en', JSON.stringify(shown)),
    palette: paletteFor('calm', 1, 1),
    random: seededRandom(1),
    cues: findCues([], 0, 4),
  });
  return parts.map(({ name }) => name);
}

test('only what somebody said has quotation marks', () => {
  const text = 'You see with the brain.';
  const statement = partNames(beat(text, { kind: 'quote', text, by: '' }));
  assert.ok(!statement.includes('mark') && !statement.includes('speaker') && !statement.includes('by'));
  const rest = partNames(beat(text, { kind: 'quote', text: '… the brain.', by: '' }));
  assert.ok(!rest.includes('speaker') && !rest.includes('by'), 'nothing is signed with an empty picture');
  const quotation = partNames(beat(text, { kind: 'quote', text, by: 'Somebody' }));
  assert.ok(quotation.includes('mark') && quotation.includes('by'));
});

test('a share without a picture is drawn as a part of a ring, growth is not', () => {
  const scene: Beat['scene'] = { kind: 'number', value: 21, unit: '%', label: 'Oxygen' };
  assert.ok(partNames(beat('Air holds 21 percent oxygen.', scene)).includes('share'));
  assert.ok(!partNames(beat('Prices rose by 21 percent.', scene)).includes('share'));
  assert.ok(!partNames(beat('Air holds 21 percent oxygen.', scene, 'eye')).includes('share'));
  assert.deepEqual(shareOf(20, 30, 'It holds a share.'), { from: 0.2, to: 0.3 });
  assert.equal(shareOf(120, undefined, 'It holds a share.'), undefined);
});

test('the last card names what its figures count, and repeats no mistake', () => {
  const { recap } = summariseStory(
    story([
      beat('How it works.', { kind: 'title' }, 'eye'),
      beat('It has 3 kinds.', { kind: 'number', value: 3, unit: 'kinds', label: 'Cones' }),
      beat('Some think so.', { kind: 'quote', text: 'Dim light ruins the eyes.', by: 'A common mistake' }),
      beat('The end.', { kind: 'end' }, 'eye'),
    ]),
  );
  assert.deepEqual(
    recap.map(({ text }) => text),
    ['Cones: 3 kinds'],
  );
});

test('a long statement goes on in the next shot', async () => {
  const shots = async (text: string) => {
    const whole = story([
      beat('This is the eye.', { kind: 'title' }, 'eye'),
      beat(text, { kind: 'quote', text, by: '' }),
    ]);
    const { beats } = splitLongScenes(whole, await narrate(whole, 'af_heart', silentVoice)).storyboard;
    return beats.slice(1).map(({ scene }) => scene);
  };
  assert.deepEqual(
    await shots(
      'The better all machines become over the coming years, the harder it is for you to prove what you are.',
    ),
    [
      { kind: 'quote', text: 'The better all machines become over the coming years …', by: '' },
      { kind: 'quote', text: '… the harder it is for you to prove what you are.', by: '' },
    ],
  );
});

test('the picture of the opening is in four shots at most, whatever is cut', async () => {
  const long =
    'Nothing else is named here, so nothing else can be shown, and that goes on and on, as it does.';
  const whole = story([
    beat(long, { kind: 'title' }, 'eye'),
    ...Array.from({ length: 2 }, () => beat(long, { kind: 'picture', pictures: ['eye'] }, 'eye')),
  ]);
  const { beats } = splitLongScenes(whole, await narrate(whole, 'af_heart', silentVoice)).storyboard;
  assert.ok(beats.length >= 6);
  assert.equal(beats.filter(({ subject }) => subject === 'eye').length, 4);
});

test('shots of a script without spaces have no spaces either', async () => {
  const text = `${'天空看起来是蓝色的因为空气分子散射蓝光'.repeat(3)}。`;
  const whole = story([
    beat('天空。', { kind: 'title' }, 'eye'),
    beat(text, { kind: 'quote', text, by: '' }),
  ]);
  const { beats } = splitLongScenes(whole, await narrate(whole, 'af_heart', silentVoice)).storyboard;
  assert.ok(beats.length > 2);
  for (const { scene, on_screen } of beats)
    assert.doesNotMatch(`${on_screen}\n${scene.kind === 'quote' ? scene.text : ''}`, /\p{L} \p{L}/u);
});

test('a headline does not end between two adjectives', () => {
  assert.equal(
    keyWords('A frog usually has smooth, moist skin and long legs for jumping.'),
    'A frog usually has smooth, moist skin and long legs for jumping',
  );
  assert.equal(
    keyWords('They competed with weapons, spies, sport and the race to the Moon.'),
    'They competed with weapons',
  );
});
