import { attribute, childElements, type XmlElement, xmlText } from '../../text/xml/xml-tree.ts';
import { type Person, resolveUrl } from './feed.ts';

const address = /[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/;

/**
 * Parses a person, from child elements or from one line: `Ada (ada@example.com)`, `ada@example.com (Ada)`,
 * `Ada <ada@…>`.
 */
export function toPerson(element: XmlElement): Person | null {
  const parts = childElements(element);
  const part = (...names: string[]) =>
    parts
      .filter(({ local }) => names.includes(local))
      .map((each) => xmlText(each).trim())
      .find(Boolean) ?? null;
  const text = xmlText(element).replaceAll(/\s+/g, ' ').trim().slice(0, 1_000);
  const person =
    parts.length > 0
      ? {
          name: part('name'),
          email: part('email'),
          url: resolveUrl(part('uri', 'url', 'homepage') ?? undefined, element.base),
        }
      : parsePerson(text, attribute(element, 'href') ?? null);
  return person.name || person.email || person.url ? person : null;
}

function parsePerson(line: string, url: string | null): Person {
  const email = address.exec(line)?.[0] ?? null;
  const rest = email ? line.replace(email, '') : line;
  const name = rest
    .replaceAll(/\(\s*\)|<\s*>|&lt;\s*&gt;|^mailto:/g, '')
    .replace(/^\s*[(<]\s*(.*?)\s*[)>]\s*$/, '$1')
    .trim();
  return { name: name || null, email, url };
}

/** Formats a person as one line: the name with the address. */
export function formatPerson({ name, email, url }: Person): string | null {
  if (name && email) return `${name} (${email})`;
  return name ?? email ?? url;
}
