import { Type } from 'typebox';

/** Field names with the reason why each is not known. */
export type NotRead = Record<string, string>;

/** Notes why a field is unknown. */
export type NoteMissing = (field: string, reason: string) => void;

/** In every response of which a part can fail while the rest is valid. */
export const notReadField = Type.Record(Type.String(), Type.String(), {
  description:
    'Fields that could not be read, and why: null, false or empty there means unknown, not absent. {} if everything was read.',
});
