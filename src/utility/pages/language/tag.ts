const names = {
  language: new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' }),
  region: new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' }),
  script: new Intl.DisplayNames(['en'], { type: 'script', fallback: 'none' }),
};

/** What is wrong with a BCP 47 language tag, or null. */
export function tagFault(tag: string): string | null {
  let canonical: string | undefined;
  try {
    [canonical] = Intl.getCanonicalLocales(tag);
  } catch {
    return tag.includes('_')
      ? `uses "_" where BCP 47 has "-": ${tag.replaceAll('_', '-')}`
      : 'is not a BCP 47 language tag';
  }
  if (canonical === undefined) return 'is empty';
  const { language, script, region } = new Intl.Locale(canonical);
  if (names.language.of(language) === undefined) return `names no language that exists: ${language}`;
  if (script && names.script.of(script) === undefined) return `names no script that exists: ${script}`;
  if (region && names.region.of(region) === undefined) return `names no region that exists: ${region}`;
  // Deprecated and mistaken subtags (UK, iw) are silently mapped here; search engines do not do that.
  if (canonical.toLowerCase() !== tag.toLowerCase()) return `should be ${canonical}`;
  return null;
}
