import assert from 'node:assert/strict';
import { test } from 'node:test';
import { upright } from '../../../../src/video/picture/frame.ts';
import { pairingFor } from '../../../../src/video/picture/look/pairings.ts';
import { paletteFor } from '../../../../src/video/picture/look/palettes.ts';
import { findCues } from '../../../../src/video/picture/scenes/cues.ts';
import { layOut } from '../../../../src/video/picture/scenes/scene.ts';
import { shareOf } from '../../../../src/video/picture/scenes/share-ring.ts';
import { summariseStory } from '../../../../src/video/picture/scenes/story.ts';
import { Type } from '../../../../src/video/picture/text/type.ts';
import { keyWords } from '../../../../src/video/script/key-words.ts';
import { seededRandom } from '../../../../src/video/seeded-random.ts';
import { type Beat, noPicture, type Storyboard } from '../../../../src/video/storyboard.ts';

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
