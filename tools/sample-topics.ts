/** Topics of the sample videos, which `npm run samples` renders and a test stages. */
export const sampleTopics = [
  'How does a heat pump work',
  'Why is the sky blue',
  'Why do octopuses have three hearts',
  'The fall of the Berlin Wall',
  'Three habits for better sleep',
  'What is x402',
  'Cats vs dogs',
  'How do vaccines work',
  'How do black holes form',
  'Mount Everest',
  'What is inflation',
  'How does a large language model work',
] as const;
