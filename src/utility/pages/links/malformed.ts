const webScheme = /^https?:/i;
/** Valid schemes that no web server handles. */
const otherSchemes = new Set(
  'about blob cid data facetime feed file fax ftp ftps geo git im intent irc ircs javascript magnet maps market mid ms-settings news nntp callto sip sips skype slack sms smsto spotify ssh steam tel telnet tg threema urn view-source viber webcal weixin whatsapp ws wss xmpp zoommtg bitcoin ethereum mailto android-app ios-app signal'.split(
    ' ',
  ),
);
const misspeltScheme = /^(?:h?t{1,3}ps?|htps?|hhttps?|httpp?s{0,2}|hptts?|htpps?|https?s)$/i;
const placeholder =
  /\{\{|\$\{|<%|%7B%7B|\[object(?: |%20)Object\]|^(?:undefined|null|NaN)$|\/(?:undefined|NaN)(?:\/|$)/i;

/** Why a link cannot be what its author intended; null if it can. */
export function malformedReason(href: string, base: URL): string | null {
  const text = href.trim();
  if (placeholder.test(text)) return 'A placeholder of a template or a script was not filled in.';
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(text)?.[1]?.toLowerCase();
  if (scheme === 'mailto') return mailFault(text.slice(7));
  if (scheme === 'tel') return /\d/.test(text) ? null : 'A tel: link without a number.';
  if (scheme && !webScheme.test(text)) {
    if (/^[a-z0-9-]+(?:\.[a-z0-9-]+)+:\d{1,5}(?:[/?#]|$)/i.test(text))
      return 'The scheme is missing, so the host is read as one.';
    if (misspeltScheme.test(scheme)) return `The scheme "${scheme}:" is misspelt.`;
    return otherSchemes.has(scheme) ||
      scheme.startsWith('web+') ||
      scheme.includes('.') ||
      scheme.includes('-')
      ? null
      : `The scheme "${scheme}:" is not a known one.`;
  }
  if (/^https?\/\//i.test(text)) return 'The colon after the scheme is missing, so it is read as a path.';
  if (/^https?:(?!\/\/)/i.test(text)) return 'The two slashes after the scheme are missing.';
  if (/^https?:\/\/https?(?::|\/\/)/i.test(text)) return 'It has two schemes.';
  if (/^www\.[^/\s]+\.[a-z]{2,}(?:[/?#]|$)/i.test(text))
    return 'The scheme is missing, so it is read as a path.';
  const url = URL.parse(text, base.href);
  if (!url) return 'It cannot be read as an address.';
  const host = webScheme.test(text) || text.startsWith('//') ? hostFault(text) : null;
  return host;
}

/** Browsers repair these; other clients do not. */
function hostFault(text: string): string | null {
  const host = /^(?:https?:)?\/\/([^/?#]*)/i.exec(text)?.[1] ?? '';
  if (host === '') return 'The host is missing.';
  if (/[\s<>"]|%20/.test(host)) return 'The host has a space or a bracket in it.';
  if (host.includes('..') || host.startsWith('.')) return 'The host has an empty label.';
  return null;
}

function mailFault(rest: string): string | null {
  const [address = '', query = ''] = rest.split('?', 2);
  if (address === '' && /(?:^|&)(?:to|subject|body|cc|bcc)=/i.test(query)) return null;
  return /[^\s@]@[^\s@]/.test(address) || /%40/.test(address) ? null : 'A mailto: link without an address.';
}
