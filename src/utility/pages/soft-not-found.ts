import type { FetchedResponse } from './fetched-response.ts';
import { extractHeading, extractTitle } from './walls/blocked-page.ts';
import { countVisibleWords } from './walls/visible-words.ts';

/** Phrases for "not found" in the most common languages. */
const notFoundPhrases =
  /^(?:(?:error|fehler|erreur)\s*404\b|404(?:\s*[:|–—-]|\s*$|\s+(?:error|page|not found))|410\s*[:|–—-])|\b(?:page|document|file|article|resource|content) (?:was |is |could |can)?(?:not|no longer|n[o’']t)\b.{0,12}(?:found|exist|available)|^(?:not|nothing) found\b|page introuvable|page non trouvée|seite (?:wurde )?nicht gefunden|página no (?:encontrada|existe)|página não encontrada|pagina non trovata|pagina (?:is )?niet gevonden|nie znaleziono strony|sidan (?:kunde inte hittas|hittades inte)|siden (?:blev )?ikke fundet|страница не найдена|ページが見つかりません|页面不存在|找不到(?:页面|網頁)|(?:couldn[’']t|can[’']t|could not|cannot|unable to) find (?:(?:the|that|this|your) (?:page|document|article|file|resource|url|address)\b|what you)|stránka (?:nebyla )?(?:nenalezena|nenájdená|neexistuje)|sayfa bulunamadı|페이지를 찾을 수 없|페이지가 없습니다|η σελίδα δεν βρέθηκε|az oldal nem található|pagina nu (?:a fost găsită|există)|sivua ei löyt|сторінку не знайдено|страницата не е намерена|halaman tidak ditemukan|không tìm thấy trang|ไม่พบหน้า|الصفحة غير موجودة|הדף לא נמצא|stranica nije pronađena|siden finnes ikke|fant ikke siden|sidan finns inte/i;

/** What may precede such words in the title of an error page. */
const opening =
  /^(?:\W|\d|\b(?:oops|ooops|sorry|error|http|uh|oh|hmm|whoops|the|this|that|your|requested|we|we[’']re|i[’']m|die|diese|la|cette|esta|questa|de|deze)\b)*$/i;
/** An article about such pages has more words than one of them. */
const maxWords = 150;

const startChars = 64 * 1_024;

/** Why a response with a success status is still not a page (a soft 404); null if it is one. */
export function softNotFoundReason(answer: FetchedResponse, requestedUrl: URL): string | null {
  if (answer.status >= 300 || !/html/.test(answer.mediaType)) return null;
  const start = answer.body.subarray(0, startChars).toString('utf8');
  const phrase = [extractTitle(start), extractHeading(start)].find((text) => saysNotFound(text, start));
  if (phrase) return `It returned status ${answer.status} and a page that says "${phrase.slice(0, 80)}".`;
  const final = new URL(answer.url);
  const isDeepPath = requestedUrl.pathname.replace(/\/$/, '').split('/').length > 2;
  const isFrontPage = final.pathname === '/' && final.search === '';
  return isFrontPage && isDeepPath && final.href !== requestedUrl.href
    ? 'It redirects to the front page of the site: the page no longer exists.'
    : null;
}

/**
 * The words must start the title or a part of it; elsewhere they count only on a page with little other text.
 */
function saysNotFound(text: string, html: string): boolean {
  const found = notFoundPhrases.exec(text);
  if (!found) return false;
  const before =
    text
      .slice(0, found.index)
      .split(/[|–—·•:»]|\s-\s/)
      .at(-1) ?? '';
  return opening.test(before) || countVisibleWords(html) <= maxWords;
}
