import type { Storyboard } from '../../src/video/storyboard.ts';

const sentences = [
  'An owl hunts in the dark and hardly makes a sound.',
  'It is a bird of prey with a round face and eyes that look straight ahead.',
  'The face works like a dish that gathers sound and leads it to hidden ears.',
  'One ear sits higher than the other, so the bird can tell above from below.',
  'Soft fringes on its feathers break up the air and keep the wings quiet.',
  'Its eyes cannot roll, so it turns its whole head by up to 270 degrees.',
  'A pair of barn owls can catch 1,000 mice in a single year.',
  'Farmers put up nest boxes because these hunters protect the grain for nothing.',
  'So the silent face in the barn is a listening machine with wings.',
];

/** A script of nine sentences about owls, as a model would write it. */
export const storyboard: Storyboard = {
  title: 'How owls hunt in the dark',
  description: 'Owls, explained.',
  tags: ['owl', 'birds'],
  language: 'en',
  mood: 'curious',
  beats: sentences.map((narration, index) => ({
    narration,
    on_screen: narration.slice(0, 30),
    subject: 'owl',
    mood: 'curious',
    scene:
      index === 0
        ? { kind: 'title' }
        : index === sentences.length - 1
          ? { kind: 'end' }
          : { kind: 'picture', pictures: ['owl'] },
  })),
};
