/** The path of a request's URL, without its query. */
export function urlPath(url: string): string {
  const query = url.indexOf('?');
  return query < 0 ? url : url.slice(0, query);
}
