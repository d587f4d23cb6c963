/** Heads of compounds whose own picture, a symbol, says less than that of the words before them. */
export const genericHeads: ReadonlySet<string> = new Set(
  `age area attack cell center centre chain change company country crisis cup cycle data day device disease
  economy effect energy  event fact factory force function game growth habit history hour idea industry kind
  land language law layer level light list machine market mechanic mechanism method model movement nation
  network number part plan plant power problem process product program project quality question rate record
  reserve result right risk rule school science season service size skill society speed station step stone story
  structure substance system task technique technology theory time tip tool topic trade type unit use value way week
  work worker year`.split(/\s+/),
);

/** "Kingdom of Belgium" is the country. */
export const formsOfState: ReadonlySet<string> = new Set(
  'commonwealth country emirate federation kingdom map outline people principality republic state union'.split(
    ' ',
  ),
);
