/** A response with a page, and how it was reached. */
export interface Served {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly html: string;
  /** Where redirects ended, if not at the requested URL. */
  readonly final?: string;
  readonly asked?: string;
}

export const titled = (title: string, body = '<p>Please wait.</p>') =>
  `<!doctype html><html><head><title>${title}</title></head><body>${body}</body></html>`;
export const prose = `<article>${'<p>It was a bright cold day in April, and the clocks were striking thirteen, as they do.</p>'.repeat(30)}</article>`;
/** An error page of nginx. */
export const nginxPage = (line: string) =>
  `<html>\r\n<head><title>${line}</title></head>\r\n<body>\r\n<center><h1>${line}</h1></center>\r\n<hr><center>nginx/1.24.0</center>\r\n</body>\r\n</html>`;
export const passwordForm =
  '<form method="post"><input name="user"><input name="p" type="password"><button>OK</button></form>';
