/** Elements with which a document begins that a browser would render or run. */
const document =
  /^<(?:!doctype|\?xml|(?:html|head|body|script|svg|style|title|meta|link|iframe|frameset|object|embed|base|math|template)(?=[\s/>]|$))/i;
/** What may stand before it: a byte order mark, space, comments. */
const lead = /^(?:\ufeff|\s|<!--[\s\S]*?-->)+/;

/**
 * Whether a text is an HTML, SVG or XML document. Texts are sent as plain text in any case, so this keeps
 * out what would mislead, not what would harm; markdown that begins with a `<div>` passes.
 */
export function isMarkupDocument(head: string): boolean {
  return document.test(head.replace(lead, ''));
}
