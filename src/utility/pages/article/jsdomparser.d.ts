/** The parts of Readability's bundled document model that are used here. */
declare module '@mozilla/readability/JSDOMParser.js' {
  export interface ReaderNode {
    readonly nodeType: number;
    readonly nodeName: string;
    readonly textContent: string | null;
    readonly firstChild: ReaderNode | null;
    readonly nextSibling: ReaderNode | null;
    readonly parentNode: ReaderNode | null;
    appendChild(child: ReaderNode): void;
  }
  export interface ReaderElement extends ReaderNode {
    setAttribute(name: string, value: string): void;
  }
  export interface ReaderDocument extends ReaderNode {
    title: string;
    readonly documentElement: ReaderElement;
    readonly head: ReaderElement;
    readonly body: ReaderElement;
    createElement(name: string): ReaderElement;
    createTextNode(text: string): ReaderNode;
  }
  export default class JSDOMParser {
    parse(html: string, url: string): ReaderDocument;
  }
}
