import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDrawable } from '../../src/video/picture/drawing/subject.ts';
import type { EncyclopaediaArticle } from '../../src/video/script/encyclopaedia/article.ts';
import { nameStemsIn } from '../../src/video/script/encyclopaedia/article-name.ts';
import { carriesAnswer } from '../../src/video/script/question/answer-sentence.ts';
import { parseQuestion } from '../../src/video/script/question/question.ts';
import { namesAsked, nameWords } from '../../src/video/script/question/sentence-names.ts';
import { fitsUnnamed, hasSuperlative } from '../../src/video/script/question/unnamed-subject.ts';
import { writeFromArticles } from '../../src/video/script/writers/article-writer.ts';

test('a sentence is about the person that the question names, and the answer to "who" is another name', () => {
  const where = parseQuestion('What part of France did the Normans live in?');
  assert.equal(
    namesAsked(where, nameWords(where.text), 'A group of them was part of a colony in Brazil.', 'Huguenots'),
    false,
  );
  assert.equal(
    namesAsked(where, nameWords(where.text), 'They settled in the north of France.', 'Normans'),
    true,
  );
  const who = parseQuestion('Who first showed that the theory of Newton was wrong?');
  assert.equal(
    namesAsked(who, nameWords(who.text), 'It was the first time that the theory of Newton was wrong.', ''),
    false,
  );
  assert.equal(
    namesAsked(who, nameWords(who.text), 'In 1915 Albert Einstein showed that Newton was wrong.', ''),
    true,
  );
  assert.equal(
    namesAsked(who, nameWords(who.text), 'In 1915 people in New York and Virginia doubted Newton.', ''),
    false,
    'places',
  );
  const president = parseQuestion('Which president ended the Clean Rivers Act?');
  assert.equal(president.asks, 'who');
  assert.equal(
    namesAsked(president, nameWords(president.text), 'A limit was set by the Clean Great Rivers Act.', ''),
    false,
    'the same',
  );
  assert.equal(
    namesAsked(president, nameWords(president.text), 'In 1960 John Doe ended the Clean Rivers Act.', ''),
    true,
  );
  const colony = parseQuestion('What was the Brazilian French colony called?');
  assert.equal(
    namesAsked(colony, nameWords(colony.text), 'It was a French colony in South America.', ''),
    false,
    'only half of the names',
  );
});

test('an answer is a sentence with the figure of what is counted, and not what people wrongly believe', () => {
  const carries = (topic: string, text: string) => carriesAnswer(parseQuestion(topic), text, []);
  const killed = 'How many whales were killed in the storm?';
  assert.equal(carries(killed, 'In the storm of 24 August 1572, waves killed many whales.'), false);
  assert.equal(carries(killed, 'In the storm of 24 August 1572, waves killed 300 whales.'), true);
  assert.equal(
    carries(
      'How many people live in the valley?',
      'The valley has a population of 500, of whom few live alone.',
    ),
    true,
  );
  assert.equal(carries('What is the size of the lake?', 'Table 12.2, lake size in square metres]'), false);
  const cause = 'What actually causes rust?';
  assert.equal(parseQuestion(cause).asks, 'why');
  assert.equal(carries(cause, 'It is a common misconception that dirt causes rust.'), false);
  assert.equal(carries(cause, 'Oxygen and water cause rust.'), true);
  assert.equal(
    carries('Who bought the rights?', 'A court found that Jane Doe had no right to the sign.'),
    false,
  );
  assert.equal(carries('Who bought the rights?', 'In 1990 Jane Doe bought the rights.'), true);
});

test('an answer speaks of the subject itself, in the year asked about, with its words in one clause', () => {
  const carries = (topic: string, text: string, name: string) =>
    carriesAnswer(parseQuestion(topic), text, nameStemsIn(name, parseQuestion(topic)));
  const long = 'How long is the Rhine?';
  assert.equal(carries(long, 'The Upper Rhine Plain is about 300 km long.', 'Rhine'), false);
  assert.equal(carries(long, 'The Rhine is about 1,230 km long.', 'Rhine'), true);
  assert.equal(carries(long, 'It is about 1,230 km long.', 'Rhine'), true);
  const people = 'What was the population of Exampleton in 2010?';
  assert.equal(carries(people, 'Exampleton had a population of 5,751 in 2000.', 'Exampleton'), false);
  assert.equal(carries(people, 'Exampleton had a population of 6,002 in 2010.', 'Exampleton'), true);
  const fluid = 'What is the typical fluid in a steam engine?';
  const apart = 'For the fluid, pressure matters; turbines are typically hot.';
  assert.equal(carries(fluid, apart, 'Steam engine'), false);
  assert.equal(carries(fluid, 'The typical fluid is water.', 'Steam engine'), true);
  const share = 'What percentage of the forest is in Brazil?';
  assert.equal(parseQuestion(share).asks, 'how-many');
  assert.equal(carries(share, 'The forest in Brazil is over 10 years old.', 'Forest'), false);
  assert.equal(carries(share, 'Brazil has 60% of the forest.', 'Forest'), true);
});

test('a question names an article by its title, without what tells it apart, or by its initials', () => {
  const names = (topic: string, title: string) => nameStemsIn(title, parseQuestion(topic)).length > 0;
  assert.ok(names('When was Fresno founded?', 'Fresno, California'));
  assert.ok(names('How hot is Mercury?', 'Mercury (planet)'));
  assert.ok(names('When was the IPCC established?', 'Intergovernmental Panel on Climate Change'));
  assert.ok(!names('When was the panel established?', 'Intergovernmental Panel on Climate Change'));
  assert.ok(!names('What is a river?', 'Rhine'));
});

test('an answer is about the first if the first is asked about, and of today if it is asked about today', () => {
  const carries = (topic: string, text: string) => carriesAnswer(parseQuestion(topic), text, []);
  const first = 'When did the first bridge over the Exam River open?';
  assert.equal(carries(first, 'A bridge over the Exam River was opened in 1930.'), false);
  assert.equal(carries(first, 'The earliest bridge over the Exam River was opened in 1830.'), true);
  const today = 'What stands on the site of the old mill today?';
  assert.equal(carries(today, 'The site of the old mill was a school until 1830.'), false);
  assert.equal(carries(today, 'The site of the old mill is now a restaurant.'), true);
});

test('"What province" is answered by a name, and kinds of one thing are not kinds of another', () => {
  const carries = (topic: string, text: string, name: string[] = []) =>
    carriesAnswer(parseQuestion(topic), text, name);
  const province = 'What northern province in France has a large Protestant population?';
  assert.equal(carries(province, 'Protestants in France are a large part of its population.'), false);
  assert.equal(carries(province, 'A large Protestant population of France lives in Alsace.'), true);
  const monster = 'What does the sea monster hold in its claws?';
  assert.equal(
    carries(monster, 'In its claws the monster of the sea holds a sword.'),
    true,
    'not "what sea"',
  );
  const kinds = 'What are the two types of memory?';
  assert.equal(carries(kinds, 'Two types of cell build a memory.'), false);
  assert.equal(carries(kinds, 'Type II memory cells are red.'), false, 'a label');
  assert.equal(carries(kinds, 'The two types of memory are short and long.'), true);
  assert.equal(
    carries('What religion were the Normans?', 'The Wars of Religion hurt the Normans.', ['norman']),
    false,
  );
  assert.equal(carries('What religion were the Normans?', 'Their religion was Christian.', ['norman']), true);
});

test('a question that names nothing is not answered where two articles answer it, nor by another subject', () => {
  const article = (title: string, ...paragraphs: string[]): EncyclopaediaArticle => ({
    title,
    paragraphs,
    url: `https://wiki.example/${title}`,
    licence: 'CC BY-SA 4.0',
  });
  const write = (topic: string, articles: EncyclopaediaArticle[]) =>
    writeFromArticles({ articles, items: [], notes: [] }, parseQuestion(topic), { by: 'encyclopaedia' });
  const north = article('North College', 'The library of North College contains 5 million volumes.');
  const south = article('South College', 'The library of South College contains 9 million volumes.');
  const which = 'How many volumes are contained in the library?';
  assert.equal(write(which, [north])?.answers, true);
  assert.equal(write(which, [north, south])?.answers, false);
  const named = write('How many volumes does the library of South College contain?', [north, south]);
  assert.equal(named?.answers, true);
  assert.doesNotMatch(named?.storyboard.beats.map(({ narration }) => narration).join(' ') ?? '', /North/);
});

test('a video from an article opens with a picture, and no picture follows itself', () => {
  const paragraphs = [
    'Lake Testmere is a lake.',
    'The steamer Aurora sank in 1911 in a storm on the lake, with a horse and forty sheep.',
    'A church with a bell stands at its northern end.',
    'Each winter the lake freezes, and children skate on the ice.',
  ];
  const article = {
    title: 'Lake Testmere',
    paragraphs,
    url: 'https://wiki.example/x',
    licence: 'CC BY-SA 4.0',
  };
  const question = parseQuestion('When did the steamer Aurora sink on Lake Testmere?');
  const script = writeFromArticles({ articles: [article], items: [], notes: [] }, question, {
    by: 'encyclopaedia',
  });
  const subjects = script?.storyboard.beats.map(({ subject }) => subject) ?? [];
  assert.ok(isDrawable(subjects[0] ?? ''), subjects[0]);
  for (const [i, subject] of subjects.entries()) assert.notEqual(subject, subjects[i + 1]);
});

test('a sentence that shares names or single words with a question does not answer it', () => {
  const carries = (topic: string, text: string, name: string[] = []) =>
    carriesAnswer(parseQuestion(topic), text, name);
  assert.equal(
    carries('Where did Tuaregs and Berbers settle in Spain?', 'Tuaregs and Berbers fled to Spain and Italy.'),
    false,
    'the sentence must say “settle”',
  );
  assert.equal(
    carries(
      'Where did Tuaregs and Berbers settle in Spain?',
      'Tuaregs and Berbers settled near Cordoba in Spain.',
    ),
    true,
  );
  const throne = 'Anna would eventually gain what throne?';
  assert.equal(carries(throne, 'A rival for the throne of Spain, opposing Anna, eventually fled.'), false);
  assert.equal(carries(throne, 'In 1701 Anna gained the throne of Spain.'), true);
  const barrier = 'What is a barrier in frogs that protects the frog?';
  assert.equal(
    carries(barrier, 'Several barriers protect organisms from infection.'),
    false,
    'the sentence is not about frogs',
  );
  assert.equal(carries(barrier, 'The skin is a barrier that protects frogs.'), true);
  assert.equal(
    carries('Where is the Tamar River?', 'The first to swim the Tamar River was John Doe in 1901.'),
    false,
  );
  assert.equal(carries('Where is the Tamar River?', 'The Tamar River flows from Devon to Plymouth.'), true);
  const air = 'Why does the hill have no trees?';
  assert.equal(carries(air, 'Trees cause shade on the hill.', ['hill']), false, 'a reason for trees');
  assert.equal(carries(air, 'The hill has no trees because of the wind.', ['hill']), true);
});

test('without an article about the subject, a sentence must say what is asked and not mention its words', () => {
  const fits = (topic: string, text: string) => fitsUnnamed(parseQuestion(topic), text);
  assert.equal(
    fits('How do plants drink water', 'The river provides the region with drinking water.'),
    false,
  );
  assert.equal(fits('How do plants drink water', 'Plants drink water through their roots.'), true);
  assert.equal(fits('How to boil an egg', 'To boil an egg, put it into water.'), false, 'instructions');
  assert.equal(fits('Mercury', 'The orbit of the planet Mercury was hard to explain.'), false);
  assert.equal(fits('Mercury', 'Mercury is a metal that is liquid at room temperature.'), true);
  assert.equal(fits('What is a cold?', 'The cold water is heavier and flows below.'), false);
  assert.equal(fits('Mars vs Venus', 'Mars and Venus have less oxygen than Earth.'), false);
  assert.equal(fits('Top 5 largest animals', 'They are the largest animals that swim with cilia.'), false);
  assert.equal(
    hasSuperlative(
      'What is the largest country in Africa',
      'The largest group left the country, and some went to Africa.',
    ),
    false,
  );
  assert.equal(
    hasSuperlative('What is the largest country in Africa', 'Algeria is the largest country in Africa.'),
    true,
  );
});
