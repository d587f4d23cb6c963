import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameStemsIn } from '../../src/video/script/encyclopaedia/article-name.ts';
import { carriesAnswer } from '../../src/video/script/question/answer-sentence.ts';
import { parseQuestion } from '../../src/video/script/question/question.ts';
import { toStems } from '../../src/video/script/question/words.ts';
import { refersBack, toSpokenText } from '../../src/video/script/writers/spoken-text.ts';
import { WikiCounterpart } from '../counterparts/mediawiki.ts';
import { serveHttp } from '../counterparts/servers.ts';
import { deskAt, order, signal } from './script-sources.ts';

const answers = (question: string, text: string, name: string) =>
  carriesAnswer(parseQuestion(question), text, toStems(name));

test('a place is located by a sentence about itself, and not by a word of its name', () => {
  const where = 'Where is southern Examplia?';
  const name = 'southern Examplia';
  assert.equal(answers(where, 'Southern Examplia is a major centre for the state of Examplia.', name), false);
  assert.equal(
    answers(
      where,
      'Testmere and Samplia, both in southern Examplia, are the two largest cities in it.',
      name,
    ),
    false,
  );
  assert.equal(answers(where, 'Southern Examplia lies on the coast of the Test Sea.', name), true);
});

test('a year, a length, a deed and somebody named are what is asked for', () => {
  const year = 'In what year was the harbour of Examplia built?';
  assert.equal(answers(year, 'The harbour of Examplia was built for years.', 'Examplia'), false);
  assert.equal(answers(year, 'The harbour of Examplia was built in 1710.', 'Examplia'), true);
  const length = 'How long is the Testmere?';
  assert.equal(answers(length, 'The length of the Testmere was first measured in 1939.', 'Testmere'), false);
  assert.equal(answers(length, 'The Testmere is 41 km long.', 'Testmere'), true);
  const leader = 'Who led the first expedition to Examplia?';
  assert.equal(
    answers(leader, 'The first expedition to Examplia was paid by King Testus.', 'Examplia'),
    false,
  );
  assert.equal(
    answers(leader, 'The first expedition to Examplia was led by Ada Fictional.', 'Examplia'),
    true,
  );
  assert.equal(
    answers('When was he elected in Examplia?', 'He was elected in Examplia in 1973.', 'Examplia'),
    false,
  );
  const founder = 'Who founded Examplia University?';
  const university = 'Examplia University';
  assert.equal(
    answers(founder, 'Examplia University was formed by a vote of the Great Court.', university),
    true,
  );
  assert.equal(
    answers(founder, 'Under Ada Fictional, Examplia University began to grow.', university),
    false,
  );
});

test('what is eaten, and how big something is, are not answered by a mere mention', () => {
  const eat = 'What do test jellies eat?';
  assert.equal(answers(eat, 'The Testomeda could represent a test jelly of that time.', ''), false);
  assert.equal(answers(eat, 'Test jellies eat small crabs.', 'test jellies'), true);
  assert.equal(
    answers('What does a tester do?', 'Those testers are often called checkers.', 'tester'),
    false,
  );
  const big = 'How big is Testmere?';
  assert.equal(answers(big, 'Testmere has the largest Samplian community, with 25,033.', 'Testmere'), false);
  assert.equal(answers(big, 'Testmere covers 516.9 square kilometres.', 'Testmere'), true);
  assert.equal(refersBack('Technically, these would be private schools.'), true);
});

test('two things are compared by a sentence about both', () => {
  const versus = 'test school vs plain school';
  const name = 'test school';
  assert.equal(
    answers(versus, 'Technically, these are test schools, but called plain schools.', name),
    false,
  );
  assert.equal(answers(versus, 'A test school and a plain school stand in Testmere.', name), false);
  assert.equal(answers(versus, 'Test schools cost less than plain schools.', name), true);
});

test('a university is called by its name alone, and a sentence in brackets is spoken', () => {
  assert.deepEqual(nameStemsIn('Harvard University', parseQuestion('who founded Harvard')), ['harvard']);
  assert.deepEqual(nameStemsIn('University of Chicago', parseQuestion('where is Chicago')), []);
  assert.deepEqual(nameStemsIn('Private school', parseQuestion('what is private')), []);
  assert.equal(toSpokenText('(The tower is a copy of another.)'), 'The tower is a copy of another.');
  assert.equal(
    toSpokenText('Testophora (/test/; from the Greek for test; commonly known as test jellies) swim.'),
    'Testophora, commonly known as test jellies, swim.',
  );
});

test('initials and a company that became something are defined, and the best sentence is spoken wherever it is', async (t) => {
  const { port } = await serveHttp(
    t,
    new WikiCounterpart([
      {
        title: 'Test Panel on Climate Examples',
        paragraphs: [
          'The Test Panel on Climate Examples (TPCE) is a scientific body of the Examplian state.',
          'Members of the TPCE meet in Testmere every spring. The TPCE has published five reports.',
        ],
      },
      {
        title: 'Sky (Examplia)',
        paragraphs: [
          'ESkyB launched its second service on 22 May 2006. ESkyB has no veto over other channels.',
          'Formed in November 1990 by the merger of two rivals, ESkyB became the largest broadcaster of Examplia.',
        ],
      },
    ]).handle,
  );
  const desk = deskAt(t, `http://127.0.0.1:${port}`);
  const panel = await desk.write(order('what is the tpce'), {}, signal);
  assert.equal(panel.answers, true);
  assert.match(panel.storyboard.beats[1]?.narration ?? '', /TPCE, is a scientific body/);
  const sky = await desk.write(order('what is eskyb'), {}, signal);
  assert.equal(sky.answers, true);
  assert.match(sky.storyboard.beats[1]?.narration ?? '', /ESkyB became the largest broadcaster/);
});
