/** A type or property of schema.org by its name, another by its whole address. */
export const shortType = (type: string): string =>
  type.replace(/^(?:https?:\/\/(?:www\.)?schema\.org\/|schema:)/, '');
