import { readOptions } from '../options.ts';
import { pictures } from './pictures.ts';
import { renders } from './renders.ts';

const defaults = { part: 'all', rounds: 3, word: 1.2, topic: 'the octopus', seconds: 15 };

/** Videos: how fast pictures are made, beside x264 alone, and what a render through the real server takes and costs others. */
export async function run(args: string[]): Promise<void> {
  const options = readOptions(args, defaults);
  if (options.part !== 'renders') await pictures(options);
  if (options.part !== 'pictures') await renders(options);
}
