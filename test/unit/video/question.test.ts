import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyWords } from '../../../src/video/script/key-words.ts';
import { parseQuestion, sayTopic } from '../../../src/video/script/question.ts';

test('a topic is parsed as a question: what is asked, and about what', () => {
  const cases: [string, string, string, string?][] = [
    ['How does a heat pump work', 'how', 'heat pump'],
    ['Why is the sky blue?', 'why', 'sky blue'],
    ['The fall of the Berlin Wall', 'what', 'fall of the Berlin Wall'],
    ['Three habits for better sleep', 'list', 'better sleep'],
    ['5 tips for strong passwords', 'list', 'strong passwords'],
    ['What is x402', 'what', 'x402'],
    ['Please explain black holes', 'what', 'black holes'],
    ['Turkey vs Greece population', 'versus', 'Turkey', 'Greece population'],
    ['Difference between weather and climate', 'versus', 'weather', 'climate'],
    ['cats or dogs', 'versus', 'cats', 'dogs'],
    ['Cats and dogs compared', 'versus', 'Cats', 'dogs'],
    ['How many bones are in the human body?', 'how-many', 'bones are in the human body'],
    ['population of Iceland', 'how-many', 'Iceland'],
    ['When did the Titanic sink?', 'when', 'Titanic sink'],
    ['In what year did the Titanic sink?', 'when', 'year did the Titanic sink'],
    ['whats a black hole', 'what', 'black hole'],
    ['top 5 longest rivers', 'list', 'longest rivers'],
    ['The ten largest countries', 'list', 'largest countries'],
    ['Who invented the World Wide Web', 'who', 'invented the World Wide Web'],
    ['日本の歴史', 'what', '日本の歴史'],
  ];
  for (const [topic, asks, subject, other] of cases) {
    const found = parseQuestion(topic);
    assert.deepEqual([found.asks, found.subject, found.other], [asks, subject, other], topic);
  }
  assert.equal(parseQuestion('Three habits for better sleep').count, 3);
  assert.equal(parseQuestion('The ten largest countries').count, 10);
  assert.ok(!parseQuestion('In what year did the Titanic sink?').stems.includes('year'));
});

test('a topic is spoken as a question only if it is worded as one', () => {
  const cases = [
    ['how does git work', 'How does git work?'],
    ['How git works', 'How git works.'],
    ['Why octopuses have three hearts', 'Why octopuses have three hearts.'],
    ['Why octopuses have three hearts?', 'Why octopuses have three hearts?'],
    ['How far away is the Sun', 'How far away is the Sun?'],
    ['Who invented the telephone', 'Who invented the telephone?'],
  ] as const;
  for (const [topic, said] of cases) assert.equal(sayTopic(parseQuestion(topic)), said);
});

test('the words on screen are a whole phrase, never cut off', () => {
  const cases = [
    ['Then heartbeat, breathing and temperature fall.', 'Then heartbeat, breathing and temperature fall'],
    [
      'If each step succeeds 95 times in 100, twenty steps in a row succeed only about 36 times.',
      'Twenty steps in a row succeed only about 36 times',
    ],
    [
      'In 1992 about 28,000 bath toys fell off a ship, and their drift taught scientists about currents.',
      'In 1992 about 28,000 bath toys fell off a ship',
    ],
    [
      'Great heat and pressure force carbon atoms into a tight lattice of the hardest natural material known.',
      'Great heat and pressure force carbon atoms into a tight lattice',
    ],
  ] as const;
  for (const [sentence, shown] of cases) assert.equal(keyWords(sentence), shown);
});
