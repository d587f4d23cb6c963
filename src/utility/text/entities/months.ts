/**
 * Month names, inflected as in a date, in the languages of Europe, in Arabic, Hebrew, Hindi, Bengali, Thai,
 * Indonesian and Malay. Croatian `listopada`, which is November in Polish, is not among them.
 */
const names: readonly string[] = [
  'january|jan|januari|janvier|januar|enero|gennaio|janeiro|stycznia|ledna|ocak|января|jänner|gener|januára|januara|siječnja|tammikuuta|ιανουαρίου|січня|януари|ianuarie|január|يناير|كانون الثاني|ינואר|जनवरी|জানুয়ারি|มกราคม|ม.ค.',
  'february|feb|februari|février|fevrier|févr|februar|febrero|febbraio|fevereiro|lutego|února|şubat|февраля|febrer|februára|februara|veljače|helmikuuta|φεβρουαρίου|лютого|февруари|februarie|február|فبراير|شباط|פברואר|फ़रवरी|फरवरी|ফেব্রুয়ারি|กุมภาพันธ์|ก.พ.',
  'march|mar|maart|mrt|mars|märz|maerz|marzo|março|marts|marca|března|mart|марта|març|ožujka|maaliskuuta|μαρτίου|березня|март|martie|március|maret|مارس|آذار|מרץ|मार्च|মার্চ|มีนาคม|มี.ค.',
  'april|apr|avril|avr|abril|aprile|kwietnia|dubna|nisan|апреля|apríla|aprila|travnja|huhtikuuta|απριλίου|квітня|април|aprilie|április|أبريل|ابريل|نيسان|אפריל|अप्रैल|এপ্রিল|เมษายน|เม.ย.',
  'may|mei|mai|mayo|maggio|maio|maj|maja|května|mayıs|мая|maig|mája|svibnja|toukokuuta|μαΐου|травня|май|május|مايو|أيار|מאי|मई|মে|พฤษภาคม|พ.ค.',
  'june|jun|juni|juin|junio|giugno|junho|czerwca|června|haziran|июня|juny|júna|juna|lipnja|kesäkuuta|ιουνίου|червня|юни|iunie|június|يونيو|حزيران|יוני|जून|জুন|มิถุนายน|มิ.ย.',
  'july|jul|juli|juillet|juil|julio|luglio|julho|lipca|července|temmuz|июля|juliol|júla|jula|srpnja|heinäkuuta|ιουλίου|липня|юли|iulie|július|julai|يوليو|تموز|יולי|जुलाई|জুলাই|กรกฎาคม|ก.ค.',
  'august|aug|augustus|août|aout|agosto|augusti|sierpnia|srpna|ağustos|августа|agost|augusta|kolovoza|elokuuta|αυγούστου|серпня|август|augusztus|agustus|ogos|أغسطس|اغسطس|آب|אוגוסט|अगस्त|আগস্ট|สิงหาคม|ส.ค.',
  'september|sept|sep|septembre|septiembre|settembre|setembro|września|září|eylül|сентября|setembre|septembra|rujna|syyskuuta|σεπτεμβρίου|вересня|септември|septembrie|szeptember|سبتمبر|أيلول|ספטמבר|सितंबर|सितम्बर|সেপ্টেম্বর|กันยายน|ก.ย.',
  'october|oct|oktober|okt|octobre|octubre|ottobre|outubro|października|října|ekim|октября|októbra|oktobra|lokakuuta|οκτωβρίου|жовтня|октомври|octombrie|október|أكتوبر|اكتوبر|تشرين الأول|אוקטובר|अक्टूबर|अक्तूबर|অক্টোবর|ตุลาคม|ต.ค.',
  'november|nov|novembre|noviembre|novembro|listopada|listopadu|kasım|ноября|novembra|studenoga|studenog|marraskuuta|νοεμβρίου|листопада|ноември|noiembrie|نوفمبر|تشرين الثاني|נובמבר|नवंबर|नवम्बर|নভেম্বর|พฤศจิกายน|พ.ย.',
  'december|dec|décembre|decembre|déc|dezember|dez|diciembre|dicembre|dezembro|grudnia|prosince|aralık|декабря|desembre|desember|decembra|prosinca|joulukuuta|δεκεμβρίου|грудня|декември|decembrie|disember|ديسمبر|كانون الأول|דצמבר|दिसंबर|दिसम्बर|ডিসেম্বর|ธันวาคม|ธ.ค.',
];

const monthByName = new Map(
  names.flatMap((all, at) => all.split('|').map((name) => [name, at + 1] as const)),
);

/** Hebrew puts "in" before the name, as a letter of the same word. */
export const monthPattern = `(?:ב)?(?:${[...monthByName.keys()]
  .sort((left, right) => right.length - left.length)
  .map((name) => name.replaceAll('.', '\\.'))
  .join('|')})`;

export const findMonth = (name: string): number | undefined => {
  const lower = name.toLowerCase();
  return monthByName.get(lower) ?? monthByName.get(lower.replace(/^ב/, ''));
};
