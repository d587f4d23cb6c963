/** Short name of a schema.org type or property; names of other vocabularies stay full URLs. */
export const shortType = (type: string): string =>
  type.replace(/^(?:https?:\/\/(?:www\.)?schema\.org\/|schema:)/, '');
