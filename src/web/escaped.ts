/** Text as it may stand in markup, between tags or within an attribute. */
export const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
