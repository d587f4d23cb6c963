const english = `a about above across actually after again all almost along already also although always am among an and
  another any anybody anyone anything are aren around as ask asked at away back bad be because been before being below best better between big
  both but by bye call came can cannot cant come could couldn course day days did didn different do does doesn doing don done down
  each either else enough even ever every everybody everyone everything exactly far feel few find fine first for from full get gets getting
  give go goes going gone gonna good got great guess had has hasn have haven having he hello hey her here hers hi him his hmm how however i if
  im in into is isn it its itself ive just keep kind know last later least less let lets like likely little ll long look looking lot lots
  made make makes making many may maybe me mean might mine more most much must my myself need needs never new next nice no nobody none nor
  not nothing now of off often oh ok okay old on once one ones only onto or other others our ours out over own part people perhaps please
  point possible pretty probably put quite rather re really right said same saw say saying says see seem seems seen sent several shall she
  should shouldn since so some somebody someone something soon sorry still stuff such sure take taken tell than thank thanks that thats the
  their theirs them then there theres these they thing things think this those though thought three through time times to today together
  told tomorrow tonight too took toward try trying two under until up upon us use used using usually ve very via want wants was wasn way we
  welcome well went were weren what whatever when where whether which while who whoever whole whom whose why will wish with within without
  won wont word work works would wouldn yeah yep yes yesterday yet you your yours yourself agreed agree decided decide`;
const german = `aber alle allem allen aller alles als also am an andere anderen auch auf aus bei beim bin bis bist bitte da damit dann
  danke das dass dein dem den denn der des dich die dies diese diesem diesen dieser dieses dir doch dort du durch ein eine einem einen
  einer eines er es euch für ganz gegen gibt gut habe haben hat hatte heute hier ich ihm ihn ihr ihre im immer in ist ja jede jeder jetzt
  kann kein keine können machen man mehr mein mich mir mit morgen muss nach nein nicht nichts noch nun nur ob oder ohne schon sehr sein
  seine sich sie sind so soll über um und uns unser unter vom von vor war warum was weil wenn wer werden wie wieder will wir wird wo
  wurde zu zum zur`;
const romance = `al algo ao aos aussi aux avec avere bien bon bonjour c'est ce cela ces cet cette che chi ci come como con cosa cuando
  da dans das de del della delle dem des di do dois donc dos du e el elle elles em en entre era es esta está estamos estar este esto et
  eu faire fait fazer foi fue gli gracias ha hace hacer hai han hay hola hoy i il ils io isso já je la las le les lo los lui ma mais
  más me même mi minha moi mon muito muy na não ne nel nella nem ni no noi non nos nosotros nossa notre nous o obrigado on ou où para
  pas per però plus por porque pour quand que quel quella quem questo qui quien quoi sa salut sans se sei sem ser ses si sí sin sobre
  solo somos son sono sont sous su sua sul sur também también te tem ti tiene todo todos tout tous très tu tudo ti um uma un una une
  uno va vamos você vos votre vous y ya yo à às é`;
const dutch = `aan als ben bij dan dat deze die dit doen door een geen goed haar heb hebben heeft het hier hij hoe hun iets ik jij jullie
  kan maar meer mijn moet naar niet nog nu ook op over te toen tot uit van veel voor waar wat weer wel werd wij wil worden zal zich zij
  zijn zo zou`;
/** Common segments that the word segmenter yields for Chinese, Japanese and Korean. */
const eastern = `我们 你们 他们 这个 那个 什么 怎么 因为 所以 但是 可以 没有 一个 不是 现在 知道 就是 如果 大家 今天 明天 です ます した して ある いる こと
  これ それ あれ ため から まで ない する という ました ください 그리고 그런데 하지만 있는 있다 없다 합니다 입니다 그것 이것 저것 우리`;

/** Words that carry no topic, in the most common languages. */
export const stopWords: ReadonlySet<string> = new Set(
  [english, german, romance, dutch, eastern].flatMap((words) => words.split(/\s+/)),
);
