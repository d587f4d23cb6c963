import { readOptions } from '../options.ts';
import { pictures } from './pictures.ts';
import { renders } from './renders.ts';
import { voice } from './voice.ts';

const defaults = { part: 'all', rounds: 3, word: 1.2, topic: 'the octopus', seconds: 15 };

/**
 * `--part voice|pictures|renders`. Videos: how fast the voice speaks, how fast pictures are rendered compared with x264
 * alone, and the duration of a render through the real server and its cost for other calls.
 */
export async function run(args: string[]): Promise<void> {
  const options = readOptions(args, defaults);
  const isWanted = (part: string) => options.part === 'all' || options.part === part;
  if (isWanted('voice')) await voice();
  if (isWanted('pictures')) await pictures(options);
  if (isWanted('renders')) await renders(options);
}
