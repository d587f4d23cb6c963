import { LinkifyIt } from 'linkify-it';

const linkifier = new LinkifyIt({ fuzzyLink: true, fuzzyIP: true, fuzzyEmail: true, urlAuth: true });
const matches = (text: string) => linkifier.match(text) ?? [];

export const linkifyUrls = (text: string): string[] =>
  matches(text)
    .filter(({ schema }) => schema !== 'mailto:')
    .map((each) => each.text);

/** An absolute URL in the peer's form. */
export const linkifyAddresses = (text: string): string[] =>
  matches(text)
    .filter(({ schema }) => schema !== 'mailto:')
    .map((each) => each.url);

export const linkifyEmails = (text: string): string[] =>
  matches(text)
    .filter(({ schema }) => schema === 'mailto:')
    .map((each) => each.text);
