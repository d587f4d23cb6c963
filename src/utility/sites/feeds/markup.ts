import { parseTree, squeeze, textOf } from '../../pages/tree.ts';
import { attribute, childElements, type XmlElement, xmlText } from '../../text/xml/xml-tree.ts';
import { resolveUrl } from './feed.ts';

const xhtml = 'http://www.w3.org/1999/xhtml';
const atom10 = 'http://www.w3.org/2005/Atom';
const voids = new Set([
  'br',
  'hr',
  'img',
  'input',
  'meta',
  'link',
  'area',
  'base',
  'col',
  'embed',
  'wbr',
  'source',
]);
const addressAttributes = new Set([
  'href',
  'src',
  'cite',
  'action',
  'longdesc',
  'poster',
  'background',
  'data',
]);

/**
 * The content of an element as one string of text or HTML: escaped, base64 or inline elements, according to
 * its type.
 */
export function formatMarkup(element: XmlElement): string {
  const type = (attribute(element, 'type') ?? '').trim().toLowerCase();
  const inline = childElements(element);
  if (inline.length > 0) return serializeInner(withoutDiv(element, inline)).trim();
  const text = xmlText(element).trim();
  const value = isBase64(element, type, text) ? Buffer.from(text, 'base64').toString('utf8').trim() : text;
  const plain = type === 'text' || type === 'text/plain' || (type === '' && element.namespace === atom10);
  return plain ? value : withFullAddresses(value, element.base);
}

/** Atom 1.0: the div around XHTML is not part of the content. */
function withoutDiv(element: XmlElement, inline: readonly XmlElement[]): XmlElement {
  const [only] = inline;
  const wrapped = inline.length === 1 && only?.local === 'div' && element.namespace === atom10;
  return wrapped ? only : element;
}

function isBase64(element: XmlElement, type: string, text: string): boolean {
  if (attribute(element, 'mode') === 'base64') return true;
  if (element.namespace !== atom10 || !type.includes('/')) return false;
  if (type.startsWith('text/') || /[/+]xml$/.test(type) || type.includes('html')) return false;
  return /^[A-Za-z0-9+/=\s]+$/.test(text);
}

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Inner HTML of an element. */
function serializeInner(top: XmlElement): string {
  let html = '';
  const pending: (XmlElement | string | { readonly end: string })[] = [...top.children].reverse();
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (typeof node === 'string') html += escapeHtml(node);
    else if ('end' in node) html += `</${node.end}>`;
    else {
      const tag = node.namespace === xhtml || !node.name.includes(':') ? node.local : node.name;
      const bare = node.children.length === 0 && voids.has(tag);
      html += `<${tag}${formatAttributes(node)}${bare ? ' /' : ''}>`;
      if (bare) continue;
      pending.push({ end: tag });
      for (let i = node.children.length - 1; i >= 0; i -= 1) pending.push(node.children[i]!);
    }
  }
  return html;
}

function formatAttributes({ attributes, base, namespace }: XmlElement): string {
  return Object.entries(attributes)
    .filter(([name]) => !name.startsWith('xml:') && !name.startsWith('xmlns:'))
    .filter(([name, value]) => name !== 'xmlns' || (value !== xhtml && namespace !== xhtml))
    .map(([name, value]) => {
      const full = addressAttributes.has(name) ? (resolveUrl(value, base) ?? value) : value;
      return ` ${name}="${escapeHtml(full).replaceAll('"', '&quot;')}"`;
    })
    .join('');
}

/** Makes the URLs in HTML absolute; everything else stays as written. */
function withFullAddresses(html: string, base: string): string {
  if (!html.includes('<')) return html;
  return html.replaceAll(/<[a-z][^<>]*>/gi, (tag) =>
    tag.replaceAll(
      /(\s)([a-z]{3,10})(\s?=\s?)("[^"]*"|'[^']*')/gi,
      (found, gap, name: string, equals, quoted: string) => {
        if (!addressAttributes.has(name.toLowerCase())) return found;
        const value = quoted.slice(1, -1).replaceAll('&amp;', '&');
        const full = resolveUrl(value, base);
        if (!full || full === value.trim()) return found;
        return `${gap}${name}${equals}"${full.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`;
      },
    ),
  );
}

/** Plain text: without tags, with references decoded. */
export function htmlToText(html: string | null): string | null {
  if (html === null || !/[<&]/.test(html)) return html === null ? null : squeeze(html);
  return squeeze(textOf(parseTree(html).root));
}
