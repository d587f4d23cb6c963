/** First elements of documents that a browser would render or run. */
const document =
  /^<(?:!doctype|\?xml|(?:html|head|body|script|svg|style|title|meta|link|iframe|frameset|object|embed|base|math|template)(?=[\s/>]|$))/i;
/** What may precede them: a byte order mark, whitespace, comments. */
const lead = /^(?:\ufeff|\s|<!--[\s\S]*?-->)+/;

/**
 * Whether a text is an HTML, SVG or XML document. Texts are always served as plain text, so this keeps out
 * misleading files rather than harmful ones; Markdown that starts with a `<div>` passes.
 */
export function isMarkupDocument(head: string): boolean {
  return document.test(head.replace(lead, ''));
}
