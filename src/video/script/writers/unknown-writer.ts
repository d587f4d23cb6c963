import type { Question } from '../question/question.ts';
import type { WrittenScript } from '../script.ts';
import { capitalised, clipped } from '../text.ts';
import { type Line, storyboardOf } from './lines.ts';

/** For topics that no source covers: a short video that says so and makes no claims. */
export function writeUnknown({ text, isQuestion }: Question): WrittenScript {
  const topic = clipped(text, 120);
  const shown = clipped(capitalised(topic), 60);
  const lines: Line[] = [
    {
      text: isQuestion
        ? `${capitalised(topic.replace(/[\s?.!]+$/u, ''))}?`
        : `The topic is: ${topic.replace(/[\s.]+$/u, '')}.`,
      scene: { kind: 'title' },
      shown,
      subject: clipped(topic, 40),
      weight: 10,
    },
    {
      text: 'None of our sources answers this, so this film makes no claim about it.',
      scene: { kind: 'quote', text: 'No source answers this.', by: '' },
      shown: 'No source answers this',
      subject: 'question mark',
      weight: 10,
    },
    {
      text: 'Send facts, a script or a model of your own, and the film will tell it.',
      scene: { kind: 'end' },
      shown: 'Send facts, a script or a model',
      subject: 'pencil',
      weight: 10,
    },
  ];
  return {
    storyboard: storyboardOf(lines, { title: topic, sources: [], tags: [clipped(topic, 40)], mood: 'calm' }),
    by: 'none',
    sources: [],
    answers: false,
    notes: [],
  };
}
