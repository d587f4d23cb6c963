/**
 * Words for which every set has only a picture of something else: a plunger for "force", a cigarette for "kill". The
 * word itself is shown instead.
 */
export const wordsWithoutPicture: ReadonlySet<string> = new Set(
  `above accommodation account activity address african agree alexander andromeda angel apology arab asian
  assessment assist athletic bad band bang beat behind bid bitter black blind blue board boarding bonaparte
  boring branch breed bronze brown build campaign cause center chairman christ class come common competition
  contribution cool couple cover creature curious dark dating dead decline degree delivery demand die
  digital doing domain done down drive east edge effect entire entrance error european even expendable
  extinct faculty fall fashion fault firm flavour fluctuate flush force formal founding front full fun
  gender git give go good grasp green growing hang hard harm hazard heaven here hinduism hob hot hundred
  ignorance incoming individual instant john joint kernel kick kill lean leap legal like limb lineage lit
  living lot male margin mark martin measure mediterranean middle might military minor miss mobility mount
  move movement neck normal notion nursing offer one order organizing pain pair perfect pink place play
  playful point post present principle produce program progress propose public punk raised range recruit red
  regardless relax return rip role rounded rude save saving scheme score season serve silly simple soar
  someone sour source spock spot stalk steer stick still structure style subject support sweet take tape
  task tell ten tension three transport trial type ultimate velocity volume white working yellow yield you
  zoom`.split(/\s+/),
);
