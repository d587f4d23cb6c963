/** Parses the URLs of a srcset attribute by the HTML standard: a comma within a URL does not end it. */
export function srcsetUrls(srcset: string): string[] {
  const urls: string[] = [];
  const words = srcset.trim().split(/\s+/);
  let inDescriptor = false;
  for (const word of words) {
    if (inDescriptor) {
      inDescriptor = !word.endsWith(',');
      const glued = word.indexOf(',');
      if (glued >= 0 && glued < word.length - 1) {
        urls.push(word.slice(glued + 1));
        inDescriptor = true;
      }
      continue;
    }
    const url = word.replace(/^,+/, '');
    if (url === '') continue;
    const ended = url.endsWith(',');
    const bare = ended ? url.slice(0, url.search(/,+$/)) : url;
    if (bare !== '') urls.push(bare);
    inDescriptor = !ended;
  }
  return urls;
}
