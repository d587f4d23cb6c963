/** Marks of challenge and wall products. Marks that real pages carry as well are left out. */
interface HeaderMark {
  readonly header: string;
  readonly value: RegExp;
  readonly by: string;
  /** Applies to any status. */
  readonly always: boolean;
}

export const headerMarks: readonly HeaderMark[] = [
  { header: 'cf-mitigated', value: /^challenge/i, by: 'Cloudflare', always: true },
  { header: 'x-amzn-waf-action', value: /challenge|captcha/i, by: 'AWS WAF', always: true },
  { header: 'x-vercel-mitigated', value: /challenge|deny/i, by: 'Vercel', always: true },
  { header: 'x-datadome', value: /protected/i, by: 'DataDome', always: false },
  { header: 'x-sucuri-block', value: /./, by: 'Sucuri', always: false },
  { header: 'server', value: /^ddos-guard/i, by: 'DDoS-Guard', always: false },
  { header: 'server', value: /^AkamaiGHost/i, by: 'Akamai', always: false },
];

interface BodyMark {
  readonly sign: RegExp;
  readonly by: string;
}

export const bodyMarks: readonly BodyMark[] = [
  {
    sign: /window\._cf_chl_opt|cf-browser-verification|id="cf-error-details"|cf-chl-widget/,
    by: 'Cloudflare',
  },
  {
    sign: /captcha-delivery\.com|var dd\s*=\s*\{\s*'rt'|Please enable JS and disable any ad blocker/,
    by: 'DataDome',
  },
  { sign: /_Incapsula_Resource|Incapsula incident ID/, by: 'Imperva' },
  { sign: /id="px-captcha"|window\._pxUuid|captcha\.px-cdn\.net/, by: 'HUMAN' },
  {
    sign: /errors\.edgesuite\.net|id="sec-if-cpt-container"|sec-cpt-if|[?&]bm-verify=|\/_sec\/verify\?provider=/,
    by: 'Akamai',
  },
  { sign: /window\.gokuProps|awsWafCookieDomainList/, by: 'AWS WAF' },
  { sign: /sucuri_cloudproxy_js|Sucuri WebSite Firewall - Access Denied/i, by: 'Sucuri' },
  { sign: /check\.ddos-guard\.net|\/\.well-known\/ddos-guard\//, by: 'DDoS-Guard' },
  { sign: /id="anubis_challenge"|\/\.within\.website\/x\/cmd\/anubis\//, by: 'Anubis' },
  { sign: /window\.KPSDK\s*=/, by: 'Kasada' },
  {
    sign: /window\["bobcmn"\]|Your support ID is|The requested URL was rejected\. Please consult with your administrator/,
    by: 'F5',
  },
  { sign: /\/\.well-known\/sgcaptcha\//, by: 'SiteGround' },
  { sign: /Your access to this site has been limited by the site owner/, by: 'Wordfence' },
  { sign: /action="\/errors(?:_page)?\/validateCaptcha"/, by: 'Amazon' },
  { sign: /["'/]\.bunny-shield\//, by: 'Bunny' },
  { sign: /["'/]\.azwaf\//, by: 'Azure' },
  { sign: /class="anomaly-modal__/, by: 'DuckDuckGo' },
  { sign: /window\.sbbvscc\s*=/, by: 'StackPath' },
  { sign: /unusual traffic from your computer network|action="\/sorry\/index"/i, by: 'Google' },
  { sign: /\/checkcaptcha\?key=|class="CheckboxCaptcha/, by: 'Yandex' },
  { sign: /\/_fs-ch-[\w-]+\//, by: 'Fastly' },
  { sign: /__qrator|qauth_utm/, by: 'Qrator' },
  { sign: /window\.__uzdbm_|validate\.perfdrive\.com/, by: 'Radware' },
];

/** Pages of domains for sale. */
export const parkedMarks =
  /window\.park\s*=\s*["']|location\.href\s*=\s*["']\/lander["']|\bdomain \S{1,80} (?:is|may be) for sale/i;

const titles = (list: string) => new RegExp(`^(?:${list})(?:\\s*[.!…]*)?(?:\\s+[|–—·-]\\s.*)?$`, 'i');

export const challengeTitles = titles(
  [
    'just a moment',
    'nur einen moment|einen moment(?:, bitte)?',
    'un momento(?:, por favor)?|un moment|een moment(?: geduld)?|um momento|один момент|少々お待ちください|请稍候|잠시만 기다리십시오',
    'attention required!?',
    'one moment,? please',
    'please wait|(?:.{1,40} [|–—·-] )?please wait for verification',
    'checking your browser(?: before accessing.*)?',
    'ddos-guard',
    '(?:human|bot|robot|browser|security|captcha) (?:verification|check|challenge|checkpoint)(?: required)?',
    '(?:vercel )?security checkpoint',
    "(?:please )?(?:verify(?:ing)?|confirm(?:ing)?) (?:that )?you(?: are|’re|'re) (?:a )?human",
    "(?:please )?(?:verify(?:ing)?|confirm(?:ing)?|check(?:ing)?) (?:that )?you(?: are|’re|'re) not a (?:bot|robot)",
    'verifying your (?:browser|connection|request)|(?:site|visitor|age and human) verification',
    'are you (?:a )?(?:robot|human)\\??|robot or human\\??',
    'establishing a secure connection',
    'azure waf|sina visitor system|验证码拦截|滑动验证页面|访问被拒绝|访问受限',
    '(?:bitte )?bestätigen sie,? dass sie (?:kein roboter|ein mensch) sind',
    'vérifiez que vous êtes (?:bien )?humain|confirma que no eres un robot|bevestig dat je geen robot bent',
    'pardon our interruption',
    "making sure you(?:'|’|&#39;)re not a bot",
    'access to this page has been denied',
    'access denied|access is denied|zugriff verweigert|accès refusé|acceso denegado|accesso negato|toegang geweigerd|доступ ограничен|доступ запрещен',
    'you have been blocked|sorry, you have been blocked|request blocked|blocked',
    'request rejected|request unsuccessful',
    'captcha|recaptcha|hcaptcha',
    'client challenge|challenge validation',
    '百度安全验证|安全验证|访问验证|人机验证',
    'вы не робот|ой!|проверка браузера',
    'bloqué|vérification de sécurité',
    'too many requests|rate limit(?:ed| exceeded)',
    'javascript (?:is )?required|enable javascript(?: and cookies)? to continue',
  ].join('|'),
);

/** "One moment…", as Cloudflare writes it in the visitor's language. */
export const waitingTitles =
  /^(?:un instant|jedna chwila|chwileczkę|bir dakika lütfen|solo un momento|só um momento|請稍候|vänta ett ögonblick|et øjeblik|et øyeblikk|hetkinen|odota hetki|tunggu sebentar|لحظة واحدة|رجاء الانتظار|зачекайте|один момент|okamžik|moment prosím|egy pillanat|un moment|o clipă|έ?να λεπτό|περιμένετε|רק רגע|क्षण भर रुकें|กรุณารอสักครู่|vui lòng chờ|chờ một chút)\s*(?:…|\.{3}|&hellip;)$/i;

export const consentTitles = titles(
  [
    'before you continue(?: to (?:google|youtube)(?: search)?)?',
    'bevor (?:sie|du) (?:zu )?(?:google|youtube).*',
    "avant d(?:e |’|')(?:accéder|continuer).*",
    'voordat je (?:verdergaat|verder ?gaat).*',
    'antes de (?:continuar|ir a).*',
    'prima di continuare.*',
    '(?:we|your) (?:value|care about|respect) your privacy|your privacy (?:choices|matters)',
    '(?:cookie|privacy) (?:consent|wall|gate|settings required)|consent required',
    'privacy ?gate|cookiewall|dpg media privacy gate|(?:zustimmung|einwilligung) erforderlich|toestemming',
    'age (?:verification|check|gate)(?: required)?|are you (?:over )?(?:18|21)(?: or older)?\\??|altersprüfung|leeftijdscontrole',
    'yahoo (?:is part of|fait partie|ist teil|is een|forma parte|fa parte).*',
  ].join('|'),
);

/** Error titles of server software on pages sent with status 200. */
export const errorTitles = titles(
  [
    '(?:error )?(?:40[0134]|410|429|50[0-4]|52\\d)(?:\\s*[:,–—|-]\\s*.*|\\s+(?:error|page|not found|forbidden|unauthorized|bad|internal|server|service|gateway|too many|gone)\\b.*)?',
    "(?:sorry,? )?(?:this |the |that )?page (?:was )?(?:not found|could not be found|cannot be found|can(?:’|'|&#39;)t be found|doesn(?:’|')t exist|does not exist|isn(?:’|')t available)|not found|nothing found|page introuvable|seite nicht gefunden|página no encontrada|pagina non trovata|pagina niet gevonden|страница не найдена|ページが見つかりません",
    'bad gateway|gateway time-?out|service (?:temporarily )?unavailable|internal server error|server error|bad request|forbidden',
    '(?:this (?:content|site|page|video) is )?(?:not |un)available in your (?:region|country|location|area)|page expired',
    'error establishing a database connection|database error',
    "site (?:not found|maintenance|offline|suspended)|account suspended|under maintenance|maintenance mode|scheduled maintenance|be right back|we(?:’|')ll be (?:right )?back.*",
    'welcome to nginx!?|apache2? (?:ubuntu|debian)? ?default page(?:: it works)?|it works!?|iis windows server|default web site page',
    'domain (?:is )?(?:for sale|parked)|this domain (?:is|may be) for sale|web server is down|error 1\\d{3}.*',
    "no such app|heroku \\| no such app|application error|there isn(?:’|')t a github pages site here|repository not found",
    'runtime error|fatal error|an error occurred|error|oops!?|something went wrong',
  ].join('|'),
);

export const loginPath =
  /\/(?:log-?in|sign-?in|signon|sso|auth(?:enticate|orize|wall)?|wp-login\.php|sign_in|session\/new|accounts?\/login|uas\/login|checkpoint\/lg|inloggen|anmelden|connexion|iniciar-sesion|openid-connect\/auth|authwall|password)(?:[/.]|$)/i;
export const loginHosts =
  /^(?:login\.(?:microsoftonline|live|yahoo|salesforce)\.com|accounts\.google\.com|appleid\.apple\.com|[\w-]+\.(?:okta|auth0|onelogin)\.com|(?:login|signin|sso|auth|idp|accounts?)\.[\w-]+(?:\.[\w-]+)+)$/i;
export const loginTitle =
  /^(?:.{0,60}[|–—·:-]\s)?(?:log ?in|sign ?in|login|anmelden|einloggen|inloggen|aanmelden|connexion|se connecter|iniciar sesión|accedi|entrar|zaloguj(?: się)?|вход|войти|ログイン|登录|로그인|authentication required|members? only)\b|^(?:ログイン|登录|로그인|вход|войти)/i;
