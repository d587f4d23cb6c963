/** Words of French that topics are made of, with the English ones that the dictionary knows. */
const words: ReadonlyMap<string, string> = new Map(
  `chat cat,chats cat,chien dog,chiens dog,cheval horse,chevaux horse,oiseau bird,oiseaux bird,poisson fish,loup wolf,ours bear,lion lion,baleine whale,abeille bee,abeilles bee,papillon butterfly,araignée spider,serpent snake,pieuvre octopus,dauphin dolphin,éléphant elephant,vache cow,mouton sheep,
  histoire history,révolution revolution,française french,français french,guerre war,paix peace,roi king,reine queen,empire empire,république republic,bataille battle,château castle,ville city,pays country,monde world,peuple people,siècle century,
  eau water,mer sea,océan ocean,montagne mountain,montagnes mountain,rivière river,forêt forest,arbre tree,arbres tree,fleur flower,fleurs flower,soleil sun,lune moon,étoile star,étoiles star,terre earth,ciel sky,pluie rain,neige snow,vent wind,feu fire,volcan volcano,volcans volcano,séisme earthquake,désert desert,île island,climat climate,
  pain bread,fromage cheese,vin wine,café coffee,thé tea,lait milk,beurre butter,pomme apple,viande meat,cuisine cooking,gâteau cake,chocolat chocolate,sel salt,sucre sugar,
  homme man,femme woman,enfant child,enfants child,ami friend,famille family,corps body,cœur heart,coeur heart,cerveau brain,main hand,œil eye,yeux eye,sommeil sleep,rêve dream,rêves dream,mémoire memory,amour love,mort death,vie life,santé health,
  maison house,école school,livre book,livres book,musique music,peinture painting,langue language,mot word,argent money,travail work,voiture car,train train,avion airplane,bateau ship,vélo bicycle,ordinateur computer,lumière light,temps time,jour day,nuit night,année year,couleur color,
  science science,physique physics,chimie chemistry,biologie biology,mathématiques mathematics,philosophie philosophy,art art,droit law,économie economy,politique politics,sport sport,jeu game`
    .split(',')
    .map((pair) => pair.trim().split(' ') as [string, string]),
);
const small =
  /^(?:le|la|les|l|un|une|des|du|de|d|et|ou|à|au|aux|en|dans|sur|pour|par|avec|sans|qui|que|quoi|comment|pourquoi|est|sont|il|elle|on|nous|vous|ce|cette|ces|son|sa|ses|plus|très|pas|ne)$/;

const parts = (topic: string): string[] =>
  topic
    .toLowerCase()
    .normalize('NFC')
    .split(/[^\p{L}]+/u)
    .filter(Boolean);

/** Whether a topic reads as French: its small words tell. */
export function isFrench(topic: string): boolean {
  const all = parts(topic);
  const french = all.filter((word) => small.test(word) || /[éèêëçœàùûîôâ]/.test(word) || words.has(word));
  const telling = all.filter(
    (word) =>
      /^(?:le|la|les|des|une|du|est|et|pour|avec|dans|comment|pourquoi|aux|qui|sur|au)$/.test(word) ||
      /[éèêçœ]/.test(word),
  );
  const isSure = new Set(telling).size > 1 || all.some((word) => words.has(word) || /[éèêçœ]/.test(word));
  return telling.length > 0 && isSure && french.length >= all.length / 2;
}

/** The English of what is known of it: single words, and two together as English orders them ("French revolution"). */
export function englishTerms(topic: string): string[] {
  const known = parts(topic).flatMap((word) => words.get(word) ?? (small.test(word) ? [] : [word]));
  const meant = known.filter((word, index) => known.indexOf(word) === index);
  const pairs = meant.flatMap((word, index) =>
    meant[index + 1] ? [`${meant[index + 1]} ${word}`, `${word} ${meant[index + 1]}`] : [],
  );
  const translated = new Set(parts(topic).flatMap((word) => words.get(word) ?? []));
  // A word that stands in no list of ours may mean another thing in English: it counts within a pair alone.
  return [...pairs, ...meant.filter((word) => translated.has(word))];
}
