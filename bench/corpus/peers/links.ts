import { LinkifyIt } from 'linkify-it';

const linkifier = new LinkifyIt({ fuzzyLink: true, fuzzyIP: true, fuzzyEmail: true, urlAuth: true });
const matches = (text: string) => linkifier.match(text) ?? [];

export const linkifyUrls = (text: string): string[] =>
  matches(text)
    .filter(({ schema }) => schema !== 'mailto:')
    .map((each) => each.text);

/** As the peer writes an address in full. */
export const linkifyAddresses = (text: string): string[] =>
  matches(text)
    .filter(({ schema }) => schema !== 'mailto:')
    .map((each) => each.url);

export const linkifyEmails = (text: string): string[] =>
  matches(text)
    .filter(({ schema }) => schema === 'mailto:')
    .map((each) => each.text);
