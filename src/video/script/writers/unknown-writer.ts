import { isExact } from '../../picture/icons/picture.ts';
import { maxHeadlineChars } from '../key-words.ts';
import { type Question, sayTopic } from '../question.ts';
import type { WrittenScript } from '../script.ts';
import { capitalise, truncateText } from '../text.ts';
import { createStoryboard, type ScriptLine } from './lines.ts';

/** The subject, or what it names first: "walruses have tusks" is about walruses, not about tusks. */
const pictureOf = (subject: string): string => {
  const words = subject.split(/\s+/);
  return words.length <= 2 ? subject : (words.find(isExact) ?? subject);
};

/** For topics that no source covers: a short video that says so and makes no claims. */
export function writeUnknown(question: Question): WrittenScript {
  const topic = truncateText(question.text, 120);
  const shown = truncateText(capitalise(topic), maxHeadlineChars);
  const lines: ScriptLine[] = [
    {
      text: question.isQuestion
        ? sayTopic({ ...question, text: topic })
        : `The topic is: ${topic.replace(/[\s.]+$/u, '')}.`,
      scene: { kind: 'title' },
      onScreen: shown,
      subject: truncateText(pictureOf(question.subject || topic), 40),
      weight: 10,
    },
    {
      text: 'None of our sources answers this, so this video makes no claim about it.',
      scene: { kind: 'quote', text: 'No source answers this.', by: '' },
      onScreen: 'No source answers this',
      subject: 'question mark',
      weight: 10,
    },
    {
      text: 'Send facts, a script or a model of your own, and the video will tell it.',
      scene: { kind: 'end' },
      onScreen: 'Send facts, a script or a model',
      subject: 'pencil',
      weight: 10,
    },
  ];
  return {
    storyboard: createStoryboard(lines, {
      title: topic,
      sources: [],
      tags: [truncateText(topic, 40)],
      mood: 'calm',
    }),
    by: 'none',
    sources: [],
    answers: false,
    claim: null,
    notes: [],
  };
}
