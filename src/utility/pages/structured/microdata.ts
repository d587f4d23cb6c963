import { type AnyNode, type Element, isTag } from 'domhandler';
import { blockText } from '../article/block-text.ts';
import type { ParsedPage } from '../parsed-page.ts';
import { walk } from '../tree.ts';

/** The standard's JSON form: types, id, and each property as a list. */
export interface MicrodataItem {
  type?: string[];
  id?: string;
  properties: Record<string, (string | MicrodataItem)[]>;
}

/** References can multiply items; no genuine page comes near this limit. */
const maxProperties = 20_000;
const maxDepth = 50;

const links: Readonly<Record<string, string>> = {
  a: 'href',
  area: 'href',
  link: 'href',
  audio: 'src',
  embed: 'src',
  iframe: 'src',
  img: 'src',
  source: 'src',
  track: 'src',
  video: 'src',
  object: 'data',
};

/** Top-level items of a page. */
export function microdata(page: ParsedPage): MicrodataItem[] {
  const reader = new MicrodataReader(page);
  const items: MicrodataItem[] = [];
  walk(page.root, (node) => {
    if (isTag(node) && 'itemscope' in node.attribs && !('itemprop' in node.attribs))
      items.push(reader.item(node));
  });
  return items;
}

class MicrodataReader {
  readonly #page: ParsedPage;
  #ids: Map<string, Element> | undefined;
  #left = maxProperties;

  constructor(page: ParsedPage) {
    this.#page = page;
  }

  item(element: Element, within: readonly Element[] = []): MicrodataItem {
    const { itemtype, itemid } = element.attribs;
    const properties: MicrodataItem['properties'] = {};
    const types = words(itemtype);
    for (const each of this.#collectProperties(element)) {
      if (this.#left <= 0) break;
      const value = this.#value(each, [...within, element]);
      if (value === null) continue;
      for (const name of words(each.attribs.itemprop)) {
        this.#left -= 1;
        if (!Object.hasOwn(properties, name)) properties[name] = [];
        properties[name]?.push(value);
      }
    }
    return {
      ...(types.length > 0 && { type: types }),
      ...(itemid !== undefined && { id: this.#resolve(itemid) }),
      properties,
    };
  }

  /** Elements with a property of this item: below it, and below the elements it refers to. */
  #collectProperties(item: Element): Element[] {
    const found: Element[] = [];
    const roots: AnyNode[] = [item, ...words(item.attribs.itemref).flatMap((id) => this.#byId(id) ?? [])];
    for (const root of new Set(roots)) {
      const visit = (node: AnyNode): boolean => {
        if (!isTag(node)) return true;
        if ('itemprop' in node.attribs) found.push(node);
        return !('itemscope' in node.attribs);
      };
      if (root === item || visit(root)) walk(root, visit);
    }
    return found;
  }

  /** Null for an item nested in itself, which only a reference can cause. */
  #value(element: Element, within: readonly Element[]): string | MicrodataItem | null {
    const { attribs, name } = element;
    if ('itemscope' in attribs) {
      return within.includes(element) || within.length > maxDepth ? null : this.item(element, within);
    }
    if (attribs.content !== undefined) return attribs.content;
    if (name === 'meta') return '';
    const link = links[name];
    if (link) return attribs[link] === undefined ? '' : this.#resolve(attribs[link]);
    if ((name === 'data' || name === 'meter') && attribs.value !== undefined) return attribs.value;
    if (name === 'time' && attribs.datetime !== undefined) return attribs.datetime;
    return blockText(element);
  }

  #byId(id: string): Element | undefined {
    if (!this.#ids) {
      const ids = new Map<string, Element>();
      walk(this.#page.root, (node) => {
        if (isTag(node) && node.attribs.id && !ids.has(node.attribs.id)) ids.set(node.attribs.id, node);
      });
      this.#ids = ids;
    }
    return this.#ids.get(id);
  }

  #resolve(href: string): string {
    return URL.parse(href.trim(), this.#page.base.href)?.href ?? href;
  }
}

const words = (text: string | undefined): string[] => (text ?? '').split(/\s+/).filter(Boolean);
