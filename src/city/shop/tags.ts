import { Type } from 'typebox';

const maxTags = 10;
export const tagSchema = Type.String({ minLength: 1, maxLength: 40 });
export const tagsSchema = Type.Array(tagSchema, { maxItems: maxTags });

/** Tags are compared, so they are normalised. */
export const normalizeTag = (tag: string): string => tag.trim().toLowerCase();
