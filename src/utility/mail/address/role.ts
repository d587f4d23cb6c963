/** Local parts that name a function and not a person: RFC 2142, and common names in several languages. */
const roles = new Set(
  (
    'abuse accounting accounts ads all admin administracion administration administrator admissions anfrage api ' +
    'bewerbung bestellung bestellingen billing boekhouding booking bookings buchhaltung careers cert ciso ' +
    'commercial communication community compliance comptabilite contact contacto contactus customercare ' +
    'customerservice data datenschutz demo dev devnull devops direction dns donotreply dpo editor email ' +
    'employment engineering enquiries enquiry events everyone export facturation facturen factuur fbl feedback ' +
    'finance ftp gdpr general hallo hello help helpdesk hi hiring hostmaster hr ik-zoek impressum info ' +
    'informatie information inoc inquiries inquiry internet invest investors investorrelations invoice invoices ' +
    'ispfeedback ispsupport it jobs klantendienst klantenservice kontakt lead leads legal list listserv logistics ' +
    'mail mailer-daemon mailerdaemon mailing marketing media moderator netadmin network news newsletter no-reply ' +
    'no_reply nobody noc noreply notification notifications null office operations ops order orders partner ' +
    'partners payments payroll personeel phish phishing post postbus postmaster pr presse press privacy ' +
    'procurement purchasing rechnung reception receptie recrutement recruiting recruitment redactie redaktion ' +
    'registrar remove reply request reservations returns root sales schule secretariaat secretariat sekretariat ' +
    'security service servicedesk shipping shop soc spam staff subscribe support survey sysadmin system team tech ' +
    'technical test trouble undisclosed-recipients unsubscribe usenet uucp ventas vente ventes verkauf verkoop ' +
    'vertrieb web webadmin webmaster website webteam welcome winkel www'
  ).split(' '),
);

/** A tag after + does not change the owner of a mailbox. */
export function isRoleAccount(local: string): boolean {
  const name = local.replaceAll('"', '').split('+')[0]?.toLowerCase() ?? '';
  return roles.has(name) || name.startsWith('owner-') || /-(?:owner|request|bounces?)$/.test(name);
}
