import assert from 'node:assert/strict';
import { test } from 'node:test';
import { detectLanguage } from '../../../../src/utility/pages/language/detect.ts';

const sentences = {
  fr: 'Le chat est assis sur la table et il regarde les oiseaux dans le jardin de la maison.',
  nl: 'De trein naar Gent vertrekt vandaag een kwartier later dan op het bord staat vermeld.',
  de: 'Der Zug nach Hamburg fährt heute eine Viertelstunde später ab, als auf der Tafel steht.',
  pl: 'Pociąg do Gdańska odjeżdża dzisiaj kwadrans później, niż napisano na tablicy.',
  ja: '今日の電車は、掲示板に書いてある時刻より十五分ほど遅れて出発します。',
  el: 'Το τρένο για τη Θεσσαλονίκη φεύγει σήμερα ένα τέταρτο αργότερα από όσο γράφει ο πίνακας.',
  ar: 'يغادر القطار المتجه إلى الإسكندرية اليوم متأخرا ربع ساعة عن الموعد المكتوب على اللوحة.',
};

test('a sentence tells its language', () => {
  for (const [lang, text] of Object.entries(sentences)) assert.equal(detectLanguage(text), lang, text);
});

test('the labels of a menu do not hide the language of the text', () => {
  const menu = 'Home\nShop now\nSign in\nSubscribe to our newsletter\nPrivacy and terms\nFollow us\n'.repeat(
    10,
  );
  assert.equal(detectLanguage(`${menu}${sentences.nl}\n${sentences.nl}`), 'nl');
});

test('a few words, or none, tell no language', () => {
  for (const text of ['', 'OK', 'Contact', '1 234 567 890 - 42 €', 'iPhone 17 Pro'])
    assert.equal(detectLanguage(text), null);
});
