import { pagesWithSigns } from './pages-with-signs.ts';
import { prose, type Served, titled } from './served-page.ts';

/** Titles of real pages, short and long, that resemble those of walls; each is tried with little and with much text. */
const lookAlikes = [
  'Example Domain',
  'Just a moment: how challenges work',
  '404 things to do in Bruges',
  'Error handling in Go',
  'Wait to be seated: a restaurant guide',
  'Cookie policy',
  'Privacy notice',
  'Contact us',
  'Access control lists explained',
  'Security checks at airports',
  'How to fix 403 Forbidden',
  'What is a CAPTCHA?',
  'HTTP 404 - Wikipedia',
  'Sign in with Apple: developer guide',
  'Login forms done well',
  'Maintenance of old bicycles',
  'The Moment',
  'Are you human? A short story',
  'Humans | A film',
  'Blocked drains in London',
  'Too many cooks',
  'Page speed and what to do about it',
  'Our services',
  'Service status',
  'Domain names',
  'Attention is all you need',
  'Checking accounts compared',
  'Browser support',
  'Verification of mathematical proofs',
  'Robot vacuum cleaners',
  'Un momento con Ana',
  'Der Moment',
  'Anmeldung zum Kurs',
  'Connexion Internet par fibre',
  'Entrar en el mar',
  'Вход в лабиринт: рассказ',
  'ログインボーナスの話',
  'Welcome',
  'Hello, world',
  'Index of /pub/',
];

/** Real pages that resemble those that block programs. */
export const realPages: ReadonlyMap<string, Served> = new Map([
  ...lookAlikes.flatMap((title) => [
    [`${title} (short)`, { html: titled(title, '<p>A few words of its own.</p>') }] as const,
    [`${title} (long)`, { html: titled(title, prose) }] as const,
  ]),
  ...Object.entries(pagesWithSigns),
]);
