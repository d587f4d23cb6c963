import { isJsonObject } from '../../../platform/decode.ts';

/** A photograph from an encyclopaedia, with its attribution. */
export interface Photo {
  readonly title: string;
  /** URL of the image, about as wide as it is displayed. */
  readonly image: string;
  /** URL of its description page. */
  readonly page: string;
  readonly author: string;
  readonly licence: string;
}

const shownTypes = new Set(['image/jpeg', 'image/png', 'image/webp']);

/**
 * Parses a `prop=imageinfo` response; undefined if the licence does not permit use, or no author is named.
 */
export function parsePhoto(info: unknown, title: string): Photo | undefined {
  if (!isJsonObject(info) || !isJsonObject(info.extmetadata)) return undefined;
  const { extmetadata } = info;
  const metadataOf = (name: string): string => {
    const entry = extmetadata[name];
    return isJsonObject(entry) && typeof entry.value === 'string' ? stripTags(entry.value) : '';
  };
  const [licence, author] = [
    metadataOf('LicenseShortName'),
    metadataOf('Attribution') || metadataOf('Artist'),
  ];
  const image = typeof info.thumburl === 'string' ? info.thumburl : info.url;
  const isFree =
    licence !== '' &&
    !/^(?:true|1)$/i.test(metadataOf('NonFree')) &&
    !/\b(?:NC|ND|fair use)\b/i.test(licence);
  if (!isFree || author === '' || typeof image !== 'string' || !shownTypes.has(String(info.mime)))
    return undefined;
  const page = typeof info.descriptionurl === 'string' ? info.descriptionurl : image;
  return { title, image: withScheme(image), page: withScheme(page), author, licence };
}

/** MediaWiki omits the scheme of URLs. */
const withScheme = (url: string): string => (url.startsWith('//') ? `https:${url}` : url);

/** The text of an HTML fragment. */
const stripTags = (html: string): string =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll('&quot;', '"')
    .replace(/&#0?39;/g, "'")
    .replace(/&nbsp;|\s+/g, ' ')
    .trim()
    .slice(0, 80);
