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

/** Last words of proper names that keep their meaning: the Atlantic Ocean is an ocean. */
export const nameHeads: ReadonlySet<string> = new Set(
  `act airport api aquarium archipelago army asteroid bank battle bay beach bible bridge building canal canyon castle cathedral
  cave church city cleopatra coast college comet constitution country court crater dam declaration desert earthquake election
  empire eruption expedition express festival fever fire flood flu forest fortress galaxy garden glacier gulf hall
  hill hospital hurricane island jungle kingdom lake landing library lighthouse mine missile moon mosque mountain museum
  nebula newspaper nile observatory ocean olympic opera orchestra palace parliament peninsula plague plain planet plant port
  prison protocol pyramid railway rainforest reef republic revolution river road rocket ruin satellite school sea ship
  square stadium station statue stone storm strait submarine telescope temple theatre theater titanic tower train trench treaty tunnel
  university valley village virus volcano wall war waterfall zoo`.split(/\s+/),
);
