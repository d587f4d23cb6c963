import { splitWords } from '../script/question/words.ts';

/**
 * Things that a sentence means literally when it names them, and the picture of each where it has another name.
 * Words with common figurative or second meanings ("head", "light", "point", "cell") are left out.
 */
export const pictureOfNouns: Readonly<Record<string, string>> = {
  'rain rainfall': 'rain',
  'snow snowfall winter': 'snowflake',
  'ice glacier': 'ice',
  'fire flame': 'fire',
  'storm thunder thunderstorm': 'storm',
  'sun sunlight sunshine summer': 'sun',
  'moon night': 'moon',
  'ocean sea': 'ocean',
  water: 'droplet',
  'mountain himalayas': 'mountain',
  'volcano lava': 'volcano',
  'desert sahara': 'desert',
  'forest rainforest tree': 'tree',
  leaf: 'leaf',
  'flower blossom': 'flower',
  'fruit apple': 'red apple',
  'bread flour': 'bread',
  milk: 'glass of milk',
  egg: 'egg',
  meat: 'meat',
  fish: 'fish',
  bird: 'bird',
  horse: 'horse',
  'child children': 'child',
  'baby birth': 'baby',
  doctor: 'doctor',
  'soldier army': 'military helmet',
  'king emperor': 'crown',
  eye: 'eye',
  'ear hearing': 'ear',
  'nose smell': 'nose',
  'tooth teeth': 'tooth',
  'tongue taste': 'tongue',
  brain: 'brain',
  'lungs breath breathing': 'lungs',
  'bone skeleton': 'bone',
  muscle: 'muscle',
  blood: 'blood',
  'medicine drug': 'pill',
  'vaccine vaccinate': 'syringe',
  hospital: 'hospital',
  student: 'student',
  'house household': 'house',
  window: 'window',
  'car traffic': 'car',
  'train railway': 'train',
  'plane flight aircraft airport': 'airplane',
  ship: 'ship',
  bicycle: 'bicycle',
  rocket: 'rocket',
  satellite: 'satellite',
  telescope: 'telescope',
  'computer software': 'computer',
  'phone smartphone': 'smartphone',
  'browser website': 'browser',
  battery: 'battery',
  robot: 'robot',
  'factory industry': 'factory',
  book: 'book',
  newspaper: 'newspaper',
  'money income': 'money',
  'tax taxes': 'receipt',
  diamond: 'diamond',
  salt: 'salt',
  coal: 'coal',
  'rock stone': 'rock',
  'battle war weapon': 'crossed swords',
  'vote election': 'ballot box',
  'music song': 'musical note',
  dream: 'thought balloon',
  'sleep asleep': 'bed',
  'breakfast dinner meal food plate': 'plate',
  coffee: 'coffee',
  tea: 'tea',
  football: 'soccer ball',
  'text written': 'memo',
  'country countries': 'world map',
  'world worldwide': 'globe',
  animal: 'paw prints',
  'danger dangerous': 'warning',
  history: 'scroll',
  'freezing frost': 'snowflake',
};

const pictureByNoun = new Map(
  Object.entries(pictureOfNouns).flatMap(([words, picture]) =>
    words.split(' ').map((word) => [word, picture] as const),
  ),
);

/**
 * Pictures of the things that a sentence names, in its order. Whole words are compared: the stem of "plan" is
 * that of "plane".
 */
export const picturesOfThings = (text: string): string[] => [
  ...new Set(
    splitWords(text).flatMap(
      (word) => pictureByNoun.get(word) ?? pictureByNoun.get(word.replace(/s$/, '')) ?? [],
    ),
  ),
];
