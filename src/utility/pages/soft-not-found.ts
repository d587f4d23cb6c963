import { headingOf, titleOf } from './blocked-page.ts';
import type { FetchedResponse } from './fetched-response.ts';

/** Phrases for "not found" in the most common languages. */
const notFoundPhrases =
  /^(?:(?:error|fehler|erreur)\s*404\b|404(?:\s*[:|–—-]|\s*$|\s+(?:error|page|not found))|410\s*[:|–—-])|\b(?:page|document|file|article|resource|content) (?:was |is |could |can)?(?:not|no longer|n[o’']t)\b.{0,12}(?:found|exist|available)|^(?:not|nothing) found\b|page introuvable|page non trouvée|seite (?:wurde )?nicht gefunden|página no (?:encontrada|existe)|página não encontrada|pagina non trovata|pagina (?:is )?niet gevonden|nie znaleziono strony|sidan (?:kunde inte hittas|hittades inte)|siden (?:blev )?ikke fundet|страница не найдена|ページが見つかりません|页面不存在|找不到(?:页面|網頁)/i;

const startChars = 64 * 1_024;

/** Why a response with a success status is still not a page (a soft 404); null if it is one. */
export function softNotFoundReason(answer: FetchedResponse, asked: URL): string | null {
  if (answer.status >= 300 || !/html/.test(answer.mediaType)) return null;
  const start = answer.body.subarray(0, startChars).toString('utf8');
  const said = [titleOf(start), headingOf(start)].find((text) => notFoundPhrases.test(text));
  if (said) return `It answered with status ${answer.status} and a page that says "${said.slice(0, 80)}".`;
  const final = new URL(answer.url);
  const sent = asked.pathname.replace(/\/$/, '').split('/').length > 2;
  const home = final.pathname === '/' && final.search === '';
  return home && sent && final.href !== asked.href
    ? 'It leads to the front page of the site: what was there is gone.'
    : null;
}
