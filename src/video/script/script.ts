import { Ajv } from 'ajv';
import { type Storyboard, storyboardSchema } from '../storyboard.ts';

const ajv = new Ajv({ allErrors: true, strict: false });
const validate = ajv.compile<Storyboard>(storyboardSchema);

/** What is wrong with it, for whoever wrote it to mend; nothing where it is a storyboard. */
export function faultsOf(value: unknown): string[] {
  if (validate(value)) return [];
  const told = (validate.errors ?? [])
    // Of a scene that fits none of the kinds every kind complains: the first few say enough.
    .map(
      ({ instancePath, message, params }) =>
        `${instancePath || 'the object'} ${message} ${JSON.stringify(params)}`,
    )
    .slice(0, 12);
  return told.length > 0 ? told : ['it is not a storyboard'];
}
