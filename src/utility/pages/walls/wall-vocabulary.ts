/**
 * The words of walls and error pages, in the languages most pages are in. An asterisk stands for any ending, an
 * underscore for a space; words are compared without accents.
 */

/** Why there is no page, by the kind of page that says so. */
export const reasons = {
  challenge: `
    капч* запросы_с you_are_leaving be_redirected
    verify_your_browser
    people_ahead your_place lose_your_place you're_next turn_to_enter one_more_step drag_the slide_the puzzle unverified prove confirm_that confirm_you bestatige* aufgabe in_kurze_weitergeleitet lost_sie
    confirmez confirma confirme conferma potwierdz* подтвердите запросы_отправляли автоматические похожи_на підтвердіть onayla* bekrafta bekraeft* vahvista potvrdte erositse confirmati επιβεβαιωστε περιμενετε vui_long_cho cho_mot_chut
    vuelve_a_intentarlo comprobacion sicherheitscheck browser-check verificacao verificação zabezpieczen* security_verification kiem_tra xac_minh יש_לאמת אימות לאמת जाँच सत्यापित पुष्टि تایید ربات بررسی
    robot robots bot bots human humans humain humaine humano humana umano mensch menschen czlowiek* человек* робот* insan
    captcha* recaptcha hcaptcha verify verifying verification verified verifi* verific* uberpruf* sicherheitspruf* sicherheitsuberpruf*
    sicherheitsabfrage prufen sprawdz* weryfik* проверя* проверк* перевір* dogrula* kontroll* checking comprueba comprobando comprobar
    wait waiting warten wartezeit* patient patienter patientez espere espera esperar aguarde attendere attendi attendez aspetta*
    wacht wachten poczekaj czekaj подожд* почекай* bekle* vanta odota tunggu
    queue warteschlange warteraum wachtrij wachtruimte in_line cola fila coda kolejk* очеред* kuyruk* file_d_attente
    redirected redirecting weitergeleitet umgeleitet redirig* przekier* перенаправ* yonlendir* reindirizz* redirecion*
    suspicious verdachtig* suspect* sospech* sospett* suspeit* podejrzan* подозрит* supheli unusual ungewohnlich* inhabitu* inusual*
    insolit* nietypow* необычн* automated automatisiert* automatise* automatizad* automatizzat* abnormal
    please_enable need_to_enable must_enable have_to_enable enable_javascript_and to_continue javascript_is active_javascript activer_javascript activez_javascript javascript_aktivieren activar_javascript attiva_javascript включите_javascript adblock* ad_blocker werbeblocker interruption this_quickly too_quickly too_many_requests slow_down real_person security_check to_connect connect_to_the_internet для_продолжения pour_continuer para_continuar per_continuare um_fortzufahren
    비정상* 로봇* 대기* روبوت* التحقق* الانتظار`,
  refused: `
    nekat nekad* naegtet nægtet odepren* odmietnut* megtagad* refuzat απαγορευεται απορριφθηκε заборон* нельзя estetty kielletty tu_choi bi_chan bi_tu_choi נחסם נחסמה נדחתה נדחה חסום अस्वीकृत अवरुद्ध प्रतिबंधित غیرمجاز مسدود فیلتر مجاز_نمی
    only_available only_works nur_in available_within only_be_viewed seulement_disponible solo_disponible rights_issues geo-blocked geoblocked disabled_access urheberrechtlichen no_tienes_permiso url_blocked ip_blocked has_been_blocked engel engeli
    blocked blockiert* geblockt gesperrt* bloque* bloqu* bloccat* blocco geblokkeerd* zablokow* блокир* заблокир* заблоков*
    engellen* engelli* blockerad* blokeret estetty zablokov* blocat* diblokir inibit*
    denied verweigert* abgelehnt refuse* denegad* negado negato geweigerd* odmow* отказ* отклон* reddedil* nekad* ditolak
    forbidden verboten* interdit* prohibid* proibid* vietat* zabron* запрещ* yasak* negative_content konten_negatif
    restricted restreint* restring* eingeschrankt* beschrankt* ogranicz* огранич* обмеж* kisitlan* limited banned
    unauthorised unauthorized seized seizure sequestr* beschlagnahm* 차단* 거부* 제한* رفض حظر محظور* ممنوع* حجب`,
  error: `
    can't_connect cannot_connect trouble_finding overloaded high_demand default_web_server_page default_web_page registriert est_survenue
    couldn't_process could_not_process can't_process temporarily_disabled has_been_disabled fora_do_ar fuera_de_servicio hors_service ausser_betrieb störung storung arrive_bientot presto_online sara_presto can't_be_displayed cannot_be_displayed cannot_offer schiefgelaufen se_ha_producido_un_error ocorreu_um_erro oups
    quota_exceeded has_expired runtime_error unexpected_error experienced exceeded deleted expired problem_occurred an_error_occurred fejl feil virhe chyba chybu hiba hibat eroare σφαλμα помилка loi_xay_ra gangguan sedang_dalam שגיאה त्रुटि خطا
    not_deployed nothing_is_here nothing_here no_content keine_inhalte being_built coming_shortly great_things making_some_improvements be_right_back come_back_later come_back_in right_back im_aufbau noch_nicht_online aparcado aparcada estacionado reservado est_reserve en_preparation in_vorbereitung w_przygotowaniu w_budowie
    huollossa huoltokatko palaamme pian_takaisin udrzba udrzbe odstavka odstavku karbantart* mentenanta in_constructie in_curand revenim υπο_κατασκευη συντηρηση під_обслуговування обслуговуван* bao_tri pemeliharaan perbaikan תחזוקה रखरखाव تعمیر دست_تعمیر kommer_snart kommer_snarligt под_реконструкц* на_обслуживании на_реконструкции профилактик*
    neexistuje nenalezena nebyla_nalezena nem_talalhato nu_a_fost nu_exista δεν_βρεθηκε не_знайдено hittades_inte finns_inte findes_ikke finnes_ikke blev_ikke_fundet ei_loydy ei_loytynyt khong_tim_thay tidak_ditemukan לא_נמצא लא_נמצאה नहीं_मिला یافت_نشد
    item_was_deleted may_have_been_moved has_moved moved_or_deleted verschoben deplacee nicht_mehr plus_disponible ya_no_existe non_esiste_piu bestaat_niet
    error fehler* erreur* erro errore fout blad ошибк* помилк* hata oops ooops whoops ups hoppla went_wrong is_broken schiefgegangen schiefgelaufen
    unavailable nonavailable indisponib* niedostepn* недоступн* introuvable nenalezen* bulunama* page_not_found kullanilam*
    gone removed deleted geloscht entfernt supprime* eliminad* rimoss* verwijderd usunie* удален* silinmis* desactivee deaktiviert no_longer n_est_plus ya_no
    maintenance database_connection connect_to_the_database wartung* gewartet mantenimiento manutencao manutenzione onderhoud konserwac* технические_работы технічні bakim* underhall* huolto udrzb*
    technical_difficulties technical_issue technical_issues technische_probleme technischen_problemen experiencing_problems bientot_de_retour
    under_construction being_built im_aufbau im_bau entsteht en_construction en_construccion em_construcao in_costruzione in_allestimento w_budowie в_разработке yapim_asamasinda
    expired abgelaufen expire expirado scaduto verlopen wygasl* истек* suspended suspendu suspendid* sospeso
    parked geparkt припаркован* zaparkowan* for_sale zu_verkaufen zum_verkauf a_vendre en_venta in_vendita a_venda te_koop na_sprzedaz продается satilik
    has_been_registered was_registered recently_registered is_registered ist_registriert bereits_registriert enregistre a_ete_cree registrado registrato geregistreerd zarejestrow* зарегистрирован* using_hostinger
    default_page default_index standardseite successfully_installed coming_soon opening_soon launching_soon launch_soon back_soon back_shortly website_is_on_its_way site_is_on_its_way
    bald_verfugbar in_kurze demnachst bientot_disponible tres_bientot proximamente em_breve binnenkort wkrotce скоро_появится yakinda 점검* 오류* صيانة خطأ`,
  login: `
    melden_sie_sich nur_fur_mitglieder last_free_article free_articles article_this_month
    abonnent* abonnes abonne reserve_aux suscriptor* assinant* be_invited invited exclusivo_para confirm_your_age sign_in_to
    logging_in by_logging_in sign_up signing_in paid_subscribers paid_subscriber for_subscribers becoming_a_member become_a_member unlock continue_with_google continue_with_facebook have_access need_access request_access
    faca_login fazer_login entre_na effettuare_il_login effettua_il_login effettua_l_accesso area_riservata riservata riservato reservee reservado giris_yapmalisiniz giris_yapin uye_girisi uye_olun logga_in log_ind logg_inn kirjaudu prihlas* bejelentkez* autentific* conectati συνδεση συνδεθειτε увійдіть увійти đang_nhap dang_nhap masuk_untuk silakan_masuk התחבר להתחבר लॉगिन ورود وارد_شوید
    per_leggere pour_lire para_leer zum_lesen nur_fur_abonnenten exclusivo_para exclusif reserve_aux riservato_agli alleen_voor_abonnees tylko_dla только_для_подписчиков bli_prenumerant
    log_in logged_in logged-in log-in sign_in signed_in login signin anmelden angemeldet einloggen eingeloggt connecter connectez connecte identifier identifiez
    iniciar_sesion inicia_sesion accedi accedere fazer_login inloggen ingelogd aanmelden aangemeld zaloguj* zalogowan* войти войдите авториз* giris_yap* oturum_ac* 로그인* تسجيل_الدخول
    password_protected enter_your_password enter_the_password passwortgeschutzt
    members_only subscribe_to subscribers_only keep_reading read_the_full continue_reading weiterlesen digital-abo abonnez-vous abonnez suscribete suscribase assine abbonati zaprenumeruj подпишитесь
    private invited_readers`,
  consent: `
    akzeptieren_und_weiter mit_werbung pur-abo accepter_et_continuer aceptar_y_continuar accetta_e_continua
    accetta_i accettare_i accetta acepta aceptar_y accetta_e akzeptiere stimme_zu zustimmen_und godkann godkend godta hyvaksy prijmout souhlas elfogad* accepti αποδοχη прийняти принять_и setuju chap_nhan אישור_עוגיות
    confirm_your_age your_age of_age 21_or_over 18_or_over over_21 be_21 be_18 age_legal l_age_legal consommer_de_l_alcool alcohol alcool alkohol maior_de_18 maiores_de_18 maior_de_idade 18_anni 18_anos 18_ans ab_18 18_lat 18_years 18_ar 18_vuotta
    accept accepteer accepteren akzeptieren accepter aceptar accetta accettare aceitar zaakceptuj kabul_et consent zustimmen zustimmung einwilligung consentement consenso consentimiento toestemming
    legal_age drinking_age legal_drinking_age years_old years_of_age or_older over_18 volljahrig* jahre_alt plus_de_18 majeur majeure mayor_de_edad mayores_de_18 maggiorenne 18_jaar pelnoletn* 18_лет совершеннолет*`,
} as const;

/** Reasons only beside a negation. */
export const negatedReasons = {
  error: `
    available verfugbar* erreichbar* disponib* beschikbaar dostepn* доступн* tillganglig* tilgaengelig* saatavilla reachable raggiungibile
    found find gefunden trouve* encontrad* encontrar encontramos trovat* gevonden znalezion* znalezc найден* найти hittades funnet fundet loyty* gasita
    exist exists existiert existe esiste bestaat istnieje существует gibt inhalte hinterlegt
    deployed mapping configured published veroffentlicht publie publicado pubblicato опубликован* connected supported unterstutzt compatible handle online en_ligne en_linea`,
  refused: `
    consentito permessi permission permissions permitted permiso permisos permesso permissao berechtig* permis uprawnien* authorized authorised autoris* autoriz* autorizz*
    allowed erlaubt able access accessible zuganglich view viewed download downloaded visa vise behorighet adgang tilladelse tilgang oikeutta pristup opravneni
    jogosultsag drept acces permisiune προσβαση доступу quyen izin הרשאה अनुमति مجاز`,
} as const;
export const negations = `
  inte ikke ei nelze neni ne nem nu δεν ні khong tidak לא אין नहीं نیست نمی aucun aucune nessun nessuna ningun ninguna nenhum nenhuma keinerlei haven't hasn't wasn't weren't
  not no cannot can't cant nor don't dont doesn't doesnt isn't isnt aren't arent couldn't couldnt won't wont unable nicht kein keine keinen keinem nichts ne n pas non no nao niet geen nie brak не нет inte ikke icke degil yok without sin sans ohne ليس`;

/** Words by which a page speaks to its visitor about this visit. */
export const address = `
  nostri nostre noi nuestros nuestras nossos nossas
  du dig din er jer din vi oss var sinulla sinun olet me tama sivu jste vas vase mas on ez az ont onnek kerjuk sajnaljuk dvs dumneavoastra va ne acest aceasta σας μας αυτη αυτο παρακαλω ласка вашого ви нам
  ban trang_nay xin vui_long anda kamu silakan לך זה אנא מצטערים आप आपको आपके इस कृपया क्षमा شما این لطفا متاسفیم
  you your you're youre you've youve you'll we we're we've we'll our us this please sorry unfortunately
  sie ihr ihre ihrem ihren ihrer du dein deine deinem deiner wir uns unser* diese dieser dieses diesem bitte leider hier
  vous votre vos nous notre nos ce cet cette desole veuillez
  usted tu tus su sus nuestro nuestra estamos este esta eres tienes lamentamos volvemos
  voce seu sua nosso nossa desculpe tuo tua nostro nostra questo questa spiacenti siamo sei suo
  je jouw uw ons onze deze dit wij jestes twoj* nasz* prosimy przepraszamy cie
  вы вас вам ваш* мы наш* этот эта это эту этого пожалуйста извините приносим siz size sizin bu lutfen uzgunuz
  din ditt vi denna detta dette deres anda kami ini maaf mohon sinun tama
  이 귀하* 당신* أنت هذا هذه عذرا لديك`;

/** How the titles of explanations and of legal texts begin. */
export const explaining = `
  my mein meine mon ma mi
  terms conditions privacy cookie legal imprint impressum agb datenschutz* mentions politica politique termini privacybeleid
  how why what which when guide tutorial tips wie warum welche wann anleitung comment pourquoi quelle como por_que come perche hoe waarom jak dlaczego как почему nasil`;

/** What walls make a statement about even without speaking to the visitor. */
export const subjects = `
  url
  sivusto sivua sivu web webu strance stranka stranku stranky oldal oldala weboldal webhely site-ul pagina σελιδα ιστοσελιδα ιστοτοπος сторінка сторінку сайту trang website laman אתר דף הגישה הדף האתר पृष्ठ वेबसाइट पहुँच سایت دسترسی صفحه
  file files item transfer board post video instance webbplats side siden hjemmeside adgang atkomst tilgang paasy pristup
  site website page domain access server seite webseite internetprasenz zugriff zugang inhalt domaine contenu acces serveur sitio pagina dominio contenido acceso
  acesso conteudo sito accesso contenuto toegang inhoud strona strony strone dostep domena сайт* страниц* доступ домен ресурс* erisim sayfa site sitesi situs halaman akses
  الوصول الصفحة الموقع 접근* 사이트* 페이지* 접속* sidan webbplatsen siden`;

/** The page itself; statements about it begin with it. */
export const pageItself = `
  page site website webpage seite webseite website pagina sito sitio sidan webbplatsen siden hjemmesiden sivu sivusto strona strone
  страниц* сайт* сторінк* sayfa halaman stranka oldal`;

/** Words without a topic of their own. */
export const small = `
  da dann denn doch etwas einmal mal neu derzeit momentan gerade gleich sofort ganz vorubergehend zurzeit alles viele wenige wieder ihnen euch euer mir mich dir dich sein seine habe hast bist seid waren wurde sollte sollten darf durfen bis seit ohne dazu dafur damit daher deshalb damals dort wer wem bitte bei
  tout toute tous toutes deja encore alors donc mais si comme quand ici etait etaient sera seront peut-etre aucun aucune leur leurs mon ma mes ton ta tes moi toi momentanement actuellement temporairement depuis entre vers chez avant apres sous fait faire doit devez pouvez souhaitez
  ya tambien pero porque cuando como donde ahora luego siempre nunca algo alguno algunos algunas otro otra otros todo toda todos todas mi mis me te nos les hay fue era sido siendo sobre entre hasta desde sin tan temporalmente actualmente unos minutos pasados puede debe quieres se_ha
  ja tambem mas porque quando onde agora depois sempre nunca algo algum alguns alguma algumas outro outra outros todo toda todos todas meu minha me te lhe ha era sido sobre entre ate desde temporariamente atualmente deve
  gia anche ma perche quando dove ora adesso poi sempre mai qualcosa alcuni alcune altro altra altri tutto tutta tutti mio mia mi ti ci vi sara saranno era erano sopra tra fra fino temporaneamente attualmente deve devi puoi al_momento presto
  al alle alles ook maar omdat wanneer waar nu dan altijd nooit iets andere mijn mij hem haar hun er zal zullen tijdelijk momenteel tussen tot sinds alleen al reeds zijn nog
  juz takze ale bo kiedy gdzie teraz potem zawsze nigdy cos inne moj moja mnie mi byc beda bedzie byly bylo zostales zostalas tymczasowo obecnie chwilowo miedzy od tylko moze mozesz aby zeby ktory ktora ktore nas nam was wam twojego twojej
  временно сейчас иногда всегда никогда что-то другой другие мой моя мне меня будет будут было может можно нужно надо который которая которые также тоже или либо между без под над их его ее себя такое такой вами нами через
  ama cunku ne zaman nerede simdi her zaman bazi baska tum hepsi benim bana olan olur oldu olacak gecici su_anda icin ancak sadece gibi kadar etmek edin
  men nar var nu alltid aldrig nagot andra min mig blir blev bara kan ska maste eller samt under for av hos alt alle noen kun ved blir
  etes cela peut peuvent prendre either neither puede pueden pode podem puo possono kunnen kan moze
  ett har har_du den det de att och till om pa fra til med som en og at ja se on ovat tai kun na se si je jsou nebo pro od az a egy es vagy hogy ezt meg este sunt sau cu din la si pentru το η ο και της του στο για με είναι є та на що до
  va la cua cho voi khong_co dan yang ke ini itu di של את על עם में है की के का और को तक که به از را در و است
  am within while itself them being others another some several only most already yet until through between
  each through bien encore chez bist bin sein mochten alle pas fait peu don't won't un deux tout
  a an the and or of to in on at by for from with as is are was were be been being am has have had do does did if it its that these those
  there here who whom when where can could may might must shall should will would than then so such but because due about after
  before again once while until any all some more most other few into out up off over i me my they them their he she his her ve re ll s t d m
  just still yet already even ever always also well only one two both new own first now currently temporarily shortly soon later today
  der die das den dem des ein eine einen einem einer und oder ist sind war wird werden wurde wurden hat haben hatte im ins am an auf aus bei beim
  mit nach von vom vor zu zum zur fur um uber unter durch gegen ob dass wenn weil als wo es er man sich auch noch nur schon sehr mehr
  aber kann konnen konnte muss mussen musst mindestens jetzt neue neuen bereits einer kurz um
  le la les l un une des du de d et ou est sont a ont ete etre avez avons au aux en dans sur par pour avec que qui se sa son ses il elle on y plus c qu j tres bientot actuellement
  el los las unos lo al del con por para que se es son ha han ser estan mas muy si y o e
  os as um uma foi sao ao do da dos das na nos nas com em seu mais muito gli i uno ed stato stata essere hanno alla della dei delle nel nella per che piu
  het een en of is zijn was wordt werd heeft hebben naar van voor met op aan bij door dat die als om te moet kunt
  w we z ze na od po za przez dla i lub jest sa byl byla zostal zostala sie czy tak oraz to ten ta
  и в во на но а с со к по за из от до для о об при что если чтобы уже еще был была были быть есть он она они только здесь
  ve veya ile icin bir de da var olarak sonra daha och eller ar ett att pa som det og er den dan atau yang di ke dari untuk dengan من في على إلى`;

/** What else such pages speak of: the visit, the server, whom to ask, and what to do next. */
export const common = `
  melden bereich mitglieder questa vedere buscas missing moved searching reading
  namecheap godaddy ionos strato ovh hostinger united-domains looks profile privatsphare wichtig speichern informationen gerat respectons fermer nos vos kanun uygulanmaktadir internet siteye sitesi essere completa controllo proseguire trouble finding
  veuillez survenue overloaded viewing properly webserver zustimmung widerruf* widerrufbar tracking verbunden akzeptieren launch notify
  entrar has entra acceder oublie vergessen vergeten dimenticata esqueceu password passwort kennwort mot_de_passe contrasena senha wachtwoord haslo* парол* sifre* losenord heslo its way
  laden neu versuchen versuche angebot arbeiten arbeitet behebung storung storungen artikel beitrag abonnent abonnenten kunde kunden prozess daten anfragen bearbeitet bearbeiten losung technik dienste
  equipes mettent œuvre oeuvre retablir situation oups probleme problemes chargement recharger rechargez reessayez essayer essayez ulterieurement abonne abonnes lire lecture lecteurs nouveau nouvelle arrive article journal
  error producido intentelo intente intentalo sistema fuera ocurrido problema problemas pasado suscriptores suscriptor leyendo leer articulo periodico exclusivo nuevo nueva web web's recargar recargue
  sistema fora ar tente instantes problema ocorreu ocorrido assinantes assinante leitura artigo exclusivo novo nova atualize pagina recarregue servico aviso
  scusiamo disagio problema problemi verificato riprova avviso abbonati abbonato lettura articolo nuovo nuova sito online ricarica momento servizio servizi
  probeer laad herlaad storing probleem problemen abonnee abonnees lezen artikel nieuwe onze excuses ongemak
  wykrylismy wykryto dzialania dzialanie adresu adresem sprobuj sprobowac odswiez przepraszamy utrudnienia problem problemy artykul czytaj prenumerator nowa nowy uzytkownik
  проблем* случается продолжить решите капчу капча обратитесь службу поддержк* попробуйте обновите позднее через_несколько обнаружен* активност* подписчик* статья статью читать нов* пользовател* администратор* владел*
  olmadiginizi devam kutuyu isaretleyin lutfen sorun sorunu hatasi yenileyin deneyiniz makale okumak abone yeni kullanici
  billing clear cookie's process server's feature features offer europe general regulation trust whoever sent served workspace channel displayed inappropriate flagged avoid suggest leaving ahead
  detected behavior behaviour behaviors paused instant verification
  verify_your_email transferring email_address answer registriert webhosting consommer age alcool continua در حال انتقال به سایت مورد نظر هستید truy cap co nay bi
  people ahead place lose refresh drag slider fit solve task complete against users viewed download downloaded time recently exceeded quota empty expect improvements hours workspace board logging
  google facebook apple continue united states uk rights only works becoming unlock paid subscriber newsletter's join already post filter school category reputation gateway notification custom prevent viewed remotely
  current settings occurred experienced administrator handle yesterday instance mode refreshes great things built deployed haven't age tobacco exit shop confirm button oui non si
  losen aufgabe kurze browser hinterlegt hintergrunden informieren vorbei schauen schaue domain gutschein urheberrechtlichen wahlen cookies akzeptiere
  nom reserve adresse publie actuellement aucun seguir navegando acepta proxima web nueva dominio registrada klienta zarejestrowana domena przygotowaniu
  visualizzare devi effettuare questo contenuto noi nostri partner utilizziamo leggere oppure conta login icerigi gormek icin yapmalisiniz
  устройства запросы отправляли очень жаль нам ваша адреса ip-адреса попытку проверку страницы обновите
  visa den har sidan webbplatsen omlouvame omlouvame_se brzy zpet budeme probiha keresett vissza fooldalra nostru curand palaamme pian לצפות בדף जाने पहुँचने سایت
  reported believe please verify happening message technical team aware resolve resolved resolving fix fixed fixing attempting recognize belonging economic area gdpr regulation comply compliance
  requires require following allowed country's settings device computer phone tab window close keep connection's slow busy overloaded capacity exceeded users servers moment's
  subscribe subscription plan membership exclusive sign register registration required forgot forgotten remember username captcha image letters characters box shown picture type
  challenge set department blocking instruction why
  gab proudly powered inc demo apps
  engaged committed options range digital offerings eu market resource advised technologies company control red hat enterprise linux
  fehler problembehandlung erfahre kritischen deiner wordpress identification se_connecter
  vie privee important* importante refuser accept* manage
  installed configuration configure further platform welcome form fill bottom message notify leave best experience experiencing hard give learn troubleshooting critical unexpected occurred
  broken disabled default database down real person unknown added difficulty problems several sufficient privileges directory index produced test operation http proper
  doing seeing reloading exception log record offer buyer program congratulations mistakenly believe issue result message fallback type room last guest
  chrome firefox edge safari latest version update upgrade javascript recommended steps resources searches sponsored listings
  ja nein helfen schutzen partner daten verarbeiten werbung klick stimmen abonnieren leben browser veraltet verwenden vollstandig kostenlos kritischen kritisch
  felicitations aider proteger abonner s'abonner accesso rete autorita alle tutti inizio sklep nowa июля года г россии федеральный
  engeli mahkemesi ceza hakimligi sulh تم للوصول konten peraturan perundangan mengandung
  page pages site sites website websites web webpage domain domains url address server servers service services host hosting hosted
  browser browsers request requests requested connection network ip traffic activity access accessing accessed visit visiting visitor visitors browse browsing
  content article story video shop store blog forum app application account accounts user users username email e-mail mail cookie cookies js
  security secure safe protect protected protects protection firewall policy terms attack attacks online information website's administrator
  continue continuing proceed enter view see read open go back return home homepage click clicking button below above link here
  try trying retry reload refresh automatically automatic process takes take seconds minutes minute second hours time times
  inconvenience apologise apologize apologies patience thank thanks understanding
  contact help support team owner admin webmaster provider details reason reasons questions need needs
  reference ref id incident ray code number ticket file think mistake check
  enable enabled disable turn make sure confirm prove complete press hold solve send asked get look looking like seem seems something
  happened happen internal bad gateway timeout backend status response encountered generated processing returned let know possible reached limit limits usage high
  many much demand authentication required using used working work restore made quick connect human
  create join free full unlimited member members made available week weeks trial reject agree manage options preferences settings
  device partners data personal privacy ads advertising choices yes country countries region location legal responsibly european
  wifi wi-fi internet order orders pursuant law court high violation accordance warrant authority government based received
  category threat estimated turn related recently browser's plugin running power speed moment loading status error errors issue issues
  purchased customer registered registration public whois nameservers active next steps name names owner's
  seite seiten webseite internetseite internetprasenz inhalt inhalte adresse dienst anfrage verbindung netzwerk zugriff zugang besuch besuchen
  sicherheit technische technischen grunden rechtlichen spater erneut versuchen wieder zuruck startseite hilfe kontakt betreiber aktuelle version verwenden
  dauert geduld vielen dank verstandnis unannehmlichkeiten entschuldigen aktualisiert automatisch geschatzte aufgrund hohen nachfrage land
  testen wochen euro sehen lesen nutzen stellen sicher schutzt schutz klicken augenblick moment server gehostet minuten website administrator sekunden mitglied mitglieder abo
  domaine contenu serveur requete demande navigateur connexion reseau acces visite continuer acceder voir retour accueil revenir tard reessayer
  quelques secondes jour ligne securite trafic provenant detecte cochez case contacter administrateur accord partenaires utilisons gene occasionnee boutique mettons
  annonce activer vie privee importante merci patience adresse robot erreur
  pagina sitio dominio contenido direccion servidor servicio solicitud navegador conexion red acceso visitar visita continuar ver volver inicio intentar intentelo nuevo tarde
  segundos minutos momento seguridad contacte contacto administrador ayuda razones pais activar active habilitar resuelve cliente clientes usuario enseguida tareas realizando
  requerimiento autoridad competente comunicado operadora olvidado disculpe molestias
  conteudo endereco servico pedido conexao rede acesso acessar voltar tentar novamente codigo tem
  sito contenuto indirizzo servizio richiesta connessione rete continuare tornare riprovare secondi sicurezza assistenza attivita causa presente esecuzione provvedimento autorita giudiziaria
  inhoud adres dienst verzoek verbinding netwerk toegang terug opnieuw proberen verder gaan bekijken
  strona strony strone stronie serwis serwisu domena tresc adres serwer przegladarki przegladarka polaczenie siec dostep wroc glowna ponownie pozniej sekund zaraz potwierdz
  сайт* страниц* домен* ресурс* информац* сервер* сервис* запрос* браузер* соединени* сеть доступ* адрес* перед переход* несколько секунд* после откроется автоматически
  позже снова попробуйте главную временные неудобства извинения ведутся работы технические займет закрывайте основании федерального закона создан новый размещен* хостинг* робот
  site sitesi sitesine sayfa sayfaya internet sunucu erisim erisime baglanti tarayici guvenlik saniye karar* uyarinca hakkinda alinan sayili tekrar deneyin
  situs halaman akses jaringan melalui sesuai coba sidan webbplatsen forsok igen senare siden prov
  الوصول الصفحة الموقع إذن 잠시 후 다시 시도해 주세요 사이트* 페이지* 정보* 감지* 대한 안내 접속* 접근* 내용이 제공되고 있어 해당 알려드립니다 되었음을 불법 유해 하려고 되었습니다`;

/** Chinese and Japanese are written without spaces: phrases instead of words. */
export const phraseReasons = {
  challenge:
    '安全验证 安全驗證 人机验证 完成验证 驗證 下面的验证 机器人 機器人 安全检测 セキュリティ検証 ロボットではない 請稍候 请稍候 稍等 お待ちください',
  refused:
    '拦截 攔截 拒绝 拒絕 禁止访问 访问受限 屏蔽 拒否されました アクセス制限 許可されていません 没有权限 無權限',
  error:
    'ปิดปรับปรุง ไม่พบหน้า 维护中 維護中 正在维护 错误 錯誤 不存在 找不到 未找到 无法访问 無法訪問 暂停服务 已过期 已关闭 已下架 已被删除 出错了 メンテナンス中 エラーが発生 エラー アクセスが集中 混み合って 見つかりません 存在しません 表示できません 準備中 工事中 終了しました 建设中 敬请期待 即将上线',
  login: '请登录 請登入 登录后 ログインしてください ログインが必要 会員ログイン ログイン 输入密码 登录 登入',
  consent: '歳以上ですか 年齢確認 已满18 同意して',
} as const;

export const phraseCommon = `
  先 再 亲 たって 集中 おります
  เว็บไซต์ ชั่วคราว ขออภัยในความไม่สะดวก กรุณา หน้า นี้
  網路 网络不给力 不给力 百度 重新 加载 失败 刷新 显示 无法 暂时 目前 尚未 开放 权限 密码 账号
  请求 可能 存在 威胁 管理员 管理員 设置 您的 您 你的 你 的 了 已 被 很 抱歉 对不起 對不起 访问 訪問 页面 頁面 网页 網頁 网站 網站 系统 系統 中 请 請 为了 为 為 保护 安全 验证 完成 下面 向右 滑动
  给 带来 不便 敬请 谅解 稍后 再试 重试 返回 首页 是 不 在 或 和 与 此 该 本 服务 服務 服务器 需要 后 查看 继续 繼續 联系 聯繫 用户 点击 正在 进行 通过 浏览器 瀏覽器 检查 异常 网络 地址 升级
  この その ページ サイト ウェブ では から ため に を は が の と で も へ や です ます ました ません でした して いる います おり おります される された れ お ご ください いたします
  申し訳 ございません ございます 不便 かけ しばらく 待ち してから 再度 アクセス ただいま 現在 悪意 ある ボット 保護 する サービス 使用 実行 または 管理者 問い合わせ トップ 戻る 利用 必要 こと もう 一度 時間 おいて セキュリティ 検証 メンテナンス 探し 指定`;
