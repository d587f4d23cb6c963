import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { countryName } from '../../../../src/video/picture/drawing/countries.ts';
import { outlineFor, scaleOf } from '../../../../src/video/picture/drawing/outline.ts';
import { type Box, upright } from '../../../../src/video/picture/frame.ts';
import { pictureAliases } from '../../../../src/video/picture/icons/aliases.ts';
import { isExact, pictureFor, pictureKey, samePicture } from '../../../../src/video/picture/icons/picture.ts';
import { pairings } from '../../../../src/video/picture/look/pairings.ts';
import { paletteFor } from '../../../../src/video/picture/look/palettes.ts';
import { findCues } from '../../../../src/video/picture/scenes/cues.ts';
import { layOut } from '../../../../src/video/picture/scenes/scene.ts';
import { Type } from '../../../../src/video/picture/text/type.ts';
import { seededRandom } from '../../../../src/video/seeded-random.ts';
import { beatOf } from '../../../fixtures/video/picture/story.ts';

const keyOf = (subject: string): string | undefined => {
  const picture = pictureFor(subject);
  return picture && pictureKey(picture);
};

test('subjects are found by name and plural; without a match there is no picture', () => {
  const known: Record<string, string> = {
    octopuses: 'fluent-emoji-flat:octopus',
    France: '🇫🇷',
    refrigerator: 'streamline-plump-color:refrigerator-flat',
    valve: 'game-icons:valve',
    pillow: 'game-icons:pillow',
    kidneys: 'game-icons:kidneys',
    wolves: 'fluent-emoji-flat:wolf',
    '🦄': 'fluent-emoji-flat:unicorn',
    'water drop': 'fluent-emoji-flat:droplet',
    automobile: 'fluent-emoji-flat:automobile',
    apples: 'fluent-emoji-flat:red-apple',
    orange: 'fluent-emoji-flat:tangerine',
    French: '🇫🇷',
  };
  for (const [subject, key] of Object.entries(known)) assert.equal(keyOf(subject), key, subject);
  for (const subject of [
    'blorptangle',
    'xqzv',
    '',
    '...',
    'chromodynamics',
    'epistemology',
    'constructor',
    'valueOf',
    // Their parts and kinds are not looked up.
    'blue whale song',
    'spaniel',
    'rings of a tree',
    'Jean Moulin',
  ])
    assert.equal(keyOf(subject), undefined, subject);
});

test('a label is drawn only as the thing that it names', () => {
  assert.ok(isExact('Mars') && isExact('Turkey') && isExact('the sun') && isExact('octopuses'));
  for (const label of ['', 'Count', 'the sun heats the ocean', 'New Mexico', 'Apollo 11', 'trunk of a tree'])
    assert.ok(!isExact(label), label);
});

test('a word that mostly means something else is not drawn as it', () => {
  for (const [subject, wrong] of [
    ['kale', 'fluent-emoji-flat:bread'],
    ['walrus', 'game-icons:seahorse'],
    ['tuna', 'fluent-emoji-flat:cactus'],
    ['ATM', 'fluent-emoji-flat:fog'],
    ['RAM', 'fluent-emoji-flat:ram'],
    ['quantum mechanics', 'fluent-emoji-flat:mechanic'],
    ['squirrel', 'fluent-emoji-flat:chestnut'],
    ['booster', 'game-icons:champions'],
  ] as const)
    assert.notEqual(keyOf(subject), wrong, subject);
  assert.equal(keyOf('ram'), 'fluent-emoji-flat:ram');
});

test('a word is not drawn as what it is only a keyword of', () => {
  for (const subject of ['force', 'task force', 'kill', 'Arab', 'degrees'])
    assert.equal(keyOf(subject), undefined, subject);
});

test('every alias has a picture, and two words for one picture are recognised', () => {
  for (const subject of pictureAliases.keys()) assert.ok(pictureFor(subject), subject);
  assert.ok(samePicture('fridge', 'refrigerator'));
  assert.ok(!samePicture('cat', 'dog'));
  // Two subjects that cannot be drawn are not the same picture.
  assert.ok(!samePicture('blorptangle', 'xqzv'));
});

test('a comparison whose sides share a picture shows words instead', () => {
  const type = new Type(pairings.poster, 'en', 'Refrigerator Fridge');
  const scene = {
    kind: 'versus',
    left: 'Fridge',
    right: 'Refrigerator',
    left_subject: 'fridge',
    right_subject: 'refrigerator',
    rows: [{ what: 'Letters', left: '6', right: '12' }],
  } as const;
  const names = (right_subject: string) => {
    const beat = beatOf('Fridge', { ...scene, rows: [...scene.rows], right_subject }, 'calm');
    return layOut({
      beat,
      phases: [{ beat, at: 0, until: undefined }],
      story: { title: '', tags: [], recap: [], credits: [] },
      opening: false,
      area: upright.sceneArea,
      type,
      palette: paletteFor('calm', 0, 1),
      random: seededRandom(1),
      cues: findCues([], 0, 4),
    }).flatMap(({ contents }) => contents.map(({ name }) => name));
  };
  assert.ok(!names('refrigerator').includes('fridge'));
  assert.ok(names('oven').includes('fridge'));
});

test('every country has its outline, unbroken and inside its box', () => {
  const codes = createRequire(import.meta.url)('i18n-iso-countries/codes.json') as [string][];
  const box: Box = { x: 60, y: 60, w: 400, h: 300 };
  // Natural Earth draws these as parts of the country they belong to, and Kosovo has no ISO code: their flags are
  // drawn.
  const withoutOutline = 'BQ BV CC CX GF GP MQ RE SJ TK XK YT'.split(' ');
  assert.equal(keyOf('Kosovo'), '🇽🇰');
  for (const [code] of [...codes, ['XK']] as [string][]) {
    const name = countryName(code) ?? assert.fail(code);
    const outline = outlineFor(`map of ${name}`);
    assert.equal(outline === undefined, withoutOutline.includes(code), name);
    if (!outline) continue;
    assert.ok(outline.w > 0 && outline.h > 0, name);
    // Only a line that wraps around the map is wider than half of the world.
    assert.ok(outline.w < 180 && outline.h < 90, `${name} is ${outline.w} by ${outline.h}`);
    const points = outline.rings.flat();
    assert.ok(
      points.every(([x, y]) => x >= -1e-9 && y >= -1e-9 && x <= outline.w + 1e-9 && y <= outline.h + 1e-9),
    );
  }
  for (const name of ['DR Congo', 'Ivory Coast', 'United States of America', 'türkiye']) {
    assert.ok(outlineFor(`map of ${name}`), name);
  }
  const wide = (name: string) => outlineFor(`map of ${name}`)!;
  assert.ok(wide('Chile').h > 3 * wide('Chile').w && wide('Russia').w > wide('Russia').h);
  assert.ok(wide('Antarctica').h > wide('Antarctica').w / 2, 'a continent around the pole, not a strip');
  assert.ok(Math.abs(scaleOf(wide('Chile'), box) * wide('Chile').h - box.h) < 1e-6);
  assert.equal(outlineFor('map of Narnia'), undefined);
  // Capitalised, the name is the country; the bird and the pepper are written in lower case.
  assert.ok(outlineFor('Turkey') && outlineFor('Chile'));
  assert.equal(outlineFor('turkey'), undefined);
  assert.equal(outlineFor('Heat pump'), undefined);
  assert.notEqual(keyOf('Mars'), 'tabler:mars', 'the planet, not the male sign');
});
