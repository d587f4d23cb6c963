/** Of peers that come without types, what is called here. */
declare module 'twitter-text' {
  const twitter: { extractEntitiesWithIndices(text: string): unknown };
  export default twitter;
}
declare module 'web-auto-extractor' {
  const module: { default: new () => { parse(html: string): unknown } };
  export default module;
}
