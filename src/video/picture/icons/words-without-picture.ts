/**
 * Words for which every set has only a picture of something else: a plunger for "force", a cigarette for
 * "kill". Where one is to be shown, the word itself is set.
 */
export const wordsWithoutPicture: ReadonlySet<string> = new Set(
  `above accommodation activity address african agree angel apology arab asian assist athletic band beat
  black blind blue board boarding boring branch bronze brown cause christ competition cool couple creature
  curious dark dating dead decline degree delivery demand die digital doing east entrance european expendable
  extinct fall fashion fluctuate force formal front fun gender go good grasp green hang hard harm heaven
  here hinduism hot ignorance incoming joint kick kill legal limb mark mediterranean military mobility move
  neck nursing offer order organizing pain perfect pink place play playful point present program progress
  propose public punk raised recruit red regardless relax rip rounded rude save score season silly soar spock
  spot stalk stick still structure style support sweet tape three transport type ultimate volume white working
  yellow you zoom`.split(/\s+/),
);
