/** Content of an element. Text stays text: nothing in these pages parses markup. */
export type Child = Node | string | number | null | undefined | false | readonly Child[];

type Listener = (event: Event) => void;
export type Attributes = Readonly<Record<string, string | number | boolean | null | undefined | Listener>>;

/** Creates an element: `h('a', { href: '/jobs', onclick: … }, 'Jobs')`. */
export function h<T extends keyof HTMLElementTagNameMap>(
  tag: T,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[T] {
  return applyAttributes(document.createElement(tag), attributes, children);
}

const svgNamespace = 'http://www.w3.org/2000/svg';

/** Creates an SVG element. */
export function svg<T extends keyof SVGElementTagNameMap>(
  tag: T,
  attributes: Attributes = {},
  ...children: Child[]
): SVGElementTagNameMap[T] {
  return applyAttributes(document.createElementNS(svgNamespace, tag), attributes, children);
}

function applyAttributes<E extends Element>(
  element: E,
  attributes: Attributes,
  children: readonly Child[],
): E {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === 'function') element.addEventListener(name.replace(/^on/, ''), value);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  add(element, children);
  return element;
}

function add(parent: Element, children: readonly Child[]): void {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    if (Array.isArray(child)) add(parent, child);
    else parent.append(child instanceof Node ? child : String(child));
  }
}

/** Replaces the content of an element. */
export function fill<E extends Element>(element: E, ...children: Child[]): E {
  element.replaceChildren();
  add(element, children);
  return element;
}
