import type { Statements } from './wall-wording.ts';

/** Shorter statements are names and buttons. */
const minStatementWords = 3;

/** Whether a page consists of a question for consent and the button that gives it. */
export function isConsentWall(html: string, { headings, body }: Statements): boolean {
  if (policy.test(headings[0] ?? '') || ![...headings, ...body].some((each) => topic.test(each)))
    return false;
  const other = body.some(
    (each) => each.split(/\s+/).length >= minStatementWords && !topic.test(each) && !choice.test(each),
  );
  return !other && controls(html).some((each) => acceptance.test(each));
}

/** A page that explains cookies, and often has a banner as well. */
const policy =
  /polic(?:y|ies)|notice|statement|richtlinie|erklärung|hinweise|politique|mentions|política|informativa|beleid|verklaring|polityk|политика/i;
/** What is asked for. */
const topic =
  /\bcookies?\b|your privacy|privatsphäre|vie privée|privacidad|prywatnoś|soukromí|\bconsent|tracking|\btrackers?\b|personali[sz]ed (?:ads|advertis)|personal data|unique identifiers|zustimmung|einwilligung|personenbezogen|données personnelles|traceurs|datos personales|dati personali|dados pessoais|persoonsgegevens|toestemming|dane osobowe|plik(?:i|ów|ach) cookie|osobní údaje|персональн|файлы cookie|同意|クッキー|쿠키/i;
/** Ways to answer, or to pay instead. */
const choice =
  /\b(?:accept|agree|reject|decline|manage|settings|options|preferences|partners?|vendors?|privacy|subscri\w+|akzept\w+|ablehn\w+|einstellung\w*|abo\w*|werb\w+|datenschutz\w*|accepter|refuser|param\w+|abonn\w+|publicit\w+|acept\w+|rechaz\w+|suscri\w+|accett\w+|rifiut\w+|abbon\w+|accepteren|weigeren|instellingen|advert\w+)\b/i;
const acceptance =
  /^\W*(?:(?:yes|ok|okay),? )?(?:i |allow |alle |alles |tout |todo |tutti |aceitar |zaakceptuj|przejdź|принять)?(?:accept|agree|allow|got it|consent|continue|akzeptieren|zustimmen|einverstanden|accepter|j.accepte|aceptar|acepto|accett[ao]|accetta|aceitar|aceito|accepteren|akkoord|godkänn|acceptera|akceptuj\w*|zgadzam|przejdź|souhlasím|przyjmuję|принять|согласен|同意|동의)/i;

/** Texts of buttons, links and inputs. */
function controls(html: string): string[] {
  const texts = [...html.matchAll(/<(button|a)\b[^<>]{0,1000}>([^<]{1,80})(?:<|$)/gi)].map((each) => each[2]);
  const values = [...html.matchAll(/<input\b[^<>]{0,500}\bvalue\s*=\s*["']?([^"'<>]{1,80})/gi)].map(
    (each) => each[1],
  );
  return [...texts, ...values].map((each) => (each ?? '').trim());
}
