/** Link texts that do not describe their target, in twenty languages. */
const texts = `
click here|click this|go|here|this|start|right here|more|learn more|read more|find out more|see more|more info|details|link|page
aquí|haz clic aquí|haga clic aquí|pulse aquí|más|leer más|ver más|más información
hier|hier klicken|klicken sie hier|mehr|mehr erfahren|weiterlesen|mehr lesen|weitere informationen
klik hier|lees meer|meer|meer lezen|lees verder|meer informatie
ici|cliquez ici|cliquer ici|en savoir plus|lire la suite|plus|lire plus|voir plus
clicca qui|qui|leggi di più|leggi tutto|scopri di più|continua a leggere|altro
clique aqui|aqui|leia mais|saiba mais|ler mais|ver mais|mais
kliknij tutaj|tutaj|więcej|czytaj więcej|dowiedz się więcej
klikněte zde|zde|více|číst více|čtěte dále
kliknite sem|sem|viac|čítať viac
kattintson ide|ide|tovább|bővebben|részletek
click aici|aici|citește mai mult|mai mult|află mai multe
klicka här|här|läs mer|mer
klik her|her|læs mere|mere
klikk her|les mer|mer
klikkaa tästä|tästä|lue lisää|lisää
нажмите здесь|здесь|тут|подробнее|читать далее|ещё|далее
натисніть тут|детальніше|читати далі|більше
tıklayın|buraya tıklayın|buraya|devamını oku|daha fazla
κάντε κλικ εδώ|εδώ|περισσότερα|διαβάστε περισσότερα
こちら|ここ|ここをクリック|続きを読む|もっと見る|詳細|詳しくはこちら
点击这里|这里|更多|阅读更多|查看更多|了解更多|點擊這裡|更多資訊
여기|여기를 클릭|더 보기|더보기|자세히 보기
اضغط هنا|هنا|المزيد|اقرأ المزيد
לחץ כאן|כאן|עוד|קרא עוד
यहाँ क्लिक करें|और पढ़ें|अधिक
klik di sini|di sini|selengkapnya|baca selengkapnya
nhấn vào đây|tại đây|xem thêm|đọc thêm`;

const vague = new Set(texts.trim().split(/[|\n]/));

export const isVague = (text: string): boolean =>
  vague.has(
    text
      .toLowerCase()
      .replaceAll(/[.…»›→>!:]+$/gu, '')
      .trim(),
  );
