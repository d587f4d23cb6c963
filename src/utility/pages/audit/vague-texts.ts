/** Link texts that do not describe their target, in over 40 languages. */
const texts = `
click here|click this|go|here|this|start|right here|more|learn more|read more|find out more|see more|more info|details|link|page|view more|show more|continue reading|read on|click|info|view details|see details
aquí|haz clic aquí|haga clic aquí|pulse aquí|más|leer más|ver más|más información|ver detalles|seguir leyendo|detalles|saber más|conoce más
hier|hier klicken|klicken sie hier|mehr|mehr erfahren|weiterlesen|mehr lesen|weitere informationen|mehr infos|details anzeigen|mehr details|jetzt lesen|mehr dazu
klik hier|lees meer|meer|meer lezen|lees verder|meer informatie|bekijk meer|meer weten|hier
ici|cliquez ici|cliquer ici|en savoir plus|lire la suite|plus|lire plus|voir plus|voir|voir le détail|plus d’infos|découvrir|en voir plus
clicca qui|qui|leggi di più|leggi tutto|scopri di più|continua a leggere|altro|scopri|dettagli|vedi tutto|maggiori informazioni|approfondisci
clique aqui|aqui|leia mais|saiba mais|ler mais|ver mais|mais|ver detalhes|continue lendo|detalhes
kliknij tutaj|tutaj|więcej|czytaj więcej|dowiedz się więcej|zobacz więcej|szczegóły|czytaj dalej
klikněte zde|zde|více|číst více|čtěte dále|více informací|zjistit více
kliknite sem|sem|viac|čítať viac
kattintson ide|ide|tovább|bővebben|részletek
click aici|aici|citește mai mult|mai mult|află mai multe
klicka här|här|läs mer|mer
klik her|her|læs mere|mere
klikk her|les mer|mer
klikkaa tästä|tästä|lue lisää|lisää
нажмите здесь|здесь|тут|подробнее|читать далее|ещё|далее|узнать больше|подробности|смотреть ещё
натисніть тут|детальніше|читати далі|більше|докладніше|дізнатися більше
tıklayın|buraya tıklayın|buraya|devamını oku|daha fazla
κάντε κλικ εδώ|εδώ|περισσότερα|διαβάστε περισσότερα|αναλυτικά|δείτε περισσότερα
こちら|ここ|ここをクリック|続きを読む|もっと見る|詳細|詳しくはこちら|もっと読む|詳細を見る|詳しく見る|もっと詳しく
点击这里|这里|更多|阅读更多|查看更多|了解更多|點擊這裡|更多資訊|查看详情|详情|閱讀更多|查看更多
여기|여기를 클릭|더 보기|더보기|자세히 보기|자세히|더 알아보기
اضغط هنا|هنا|المزيد|اقرأ المزيد
לחץ כאן|כאן|עוד|קרא עוד
यहाँ क्लिक करें|और पढ़ें|अधिक
klik di sini|di sini|selengkapnya|baca selengkapnya
nhấn vào đây|tại đây|xem thêm|đọc thêm|xem chi tiết|chi tiết
อ่านต่อ|อ่านเพิ่มเติม|ดูเพิ่มเติม|คลิกที่นี่
kliknite ovdje|kliknite ovde|ovdje|ovde|saznaj više|pročitaj više|više|opširnije
кликнете тук|тук|прочети още|виж още|още|повече
кликните овде|овде|сазнај више|прочитај више|више
loe edasi|loe lisaks|siin|vajuta siia
skaityti daugiau|daugiau|plačiau|čia
lasīt vairāk|vairāk|uzzināt vairāk|šeit
preberi več|več|kliknite tukaj|tukaj
meira|lesa meira|nánar|smelltu hér
klik sini|baca lagi|lagi|ketahui lebih lanjut
اینجا|اینجا کلیک کنید|بیشتر|ادامه مطلب|بیشتر بخوانید|اطلاعات بیشتر
یہاں کلک کریں|مزید پڑھیں|مزید
এখানে ক্লিক করুন|আরও পড়ুন|আরও|বিস্তারিত
இங்கே கிளிக் செய்யவும்|மேலும் படிக்க|மேலும்
ఇక్కడ క్లిక్ చేయండి|మరింత చదవండి
fes clic aquí|llegir més|més informació|veure més
egin klik hemen|irakurri gehiago|gehiago
premeu aquí|ler máis|máis información
bonyeza hapa|soma zaidi
bofya hapa|pindutin dito|magbasa pa|basahin pa
натисніть сюди|тут|читать дальше|подробней|больше|узнать подробнее|подробнее здесь|жмите сюда
more details|more information|click here for more|click here to read more|check it out|see here|read this|this link|this page|find out|tap here
más info|más detalles|leer más aquí|continuar leyendo|ver|clic aquí|pincha aquí|más aquí
cliquez|lire l'article|plus d'informations|plus de détails|voir les détails|savoir plus
hier mehr|mehr informationen|hier weiterlesen|zum artikel|klick hier|weiter
mer info|läs vidare|läs hela|klicka|se mer|læs videre|se mere|les videre|lue koko|katso lisää
saiba mais aqui|veja mais|mais informações|mais info|leia|clique
vezi mai mult|detalii|citește|mai multe|citeste mai mult
ayrıntılar|detaylar|devamı|daha fazla bilgi|detaylı bilgi|tıkla
クリック|クリックしてください|続きはこちら|詳しく|もっと|詳細はこちら|こちらから|もっと知る|詳細情報
点击|点此|点击此处|點此|點擊此處|詳情|更多信息|阅读全文|閱讀全文|了解詳情|查看更多详情|繼續閱讀|继续阅读
자세히보기|더 읽기|클릭|여기를 클릭하세요|여기 클릭|상세보기|계속 읽기
للمزيد|إقرأ المزيد|اقرأ أكثر|انقر هنا|التفاصيل|تفاصيل|عرض المزيد|اعرف المزيد|شاهد المزيد
קראו עוד|לחצו כאן|למידע נוסף|לפרטים|פרטים נוספים
अधिक जानें|और जानें|यहां क्लिक करें|विवरण|और देखें`;

/** Typeset apostrophes are as common as plain ones. */
const plainText = (text: string): string => text.normalize('NFKC').replaceAll('’', "'");
const vague = new Set(plainText(texts.trim()).split(/[|\n]/));

/** Arrows, brackets and dots around the words. */
const ornaments = /^[\p{P}\p{S}\s]+|[\p{P}\p{S}\s]+$/gu;

export function isVague(text: string): boolean {
  const words = plainText(text).replaceAll(ornaments, '');
  return vague.has(words.toLowerCase()) || vague.has(words.toLocaleLowerCase('tr'));
}
