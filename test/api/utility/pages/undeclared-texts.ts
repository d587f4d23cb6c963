/** Text in encodings older than UTF-8, as base64, because Node cannot write them. */
export const undeclared: readonly (readonly [text: string, charset: string, base64: string])[] = [
  [
    'Сегодня утром в столице прошла встреча министров, на которой обсудили бюджет страны и новые правила торговли. Погода будет тёплой.',
    'cp1251',
    '0eXj7uTt/yDz8vDu7CDiIPHy7uvo9uUg7/Du+OvgIOLx8vDl9+Ag7Ojt6PHy8O7iLCDt4CDq7vLu8O7pIO7h8fPk6OvoIOH+5Obl8iDx8vDg7fsg6CDt7uL75SDv8ODi6OvgIPLu8OPu4uvoLiDP7uPu5OAg4fPk5fIg8rjv6+7pLg==',
  ],
  [
    'Сегодня утром в столице прошла встреча министров, на которой обсудили бюджет страны и новые правила торговли. Погода будет тёплой.',
    'koi8-r',
    '88XHz8TO0SDV1NLPzSDXINPUz8zJw8Ug0NLP28zBINfT1NLF3sEgzcnOydPU0s/XLCDOwSDLz9TP0s/KIM/C09XEyczJIMLAxNbF1CDT1NLBztkgySDOz9fZxSDQ0sHXyczBINTP0sfP18zJLiDwz8fPxMEgwtXExdQg1KPQzM/KLg==',
  ],
  [
    'Сегодня утром в столице прошла встреча министров, на которой обсудили бюджет страны и новые правила торговли. Погода будет тёплой.',
    'cp866',
    'kaWjrqSt7yDj4uCurCCiIOHirquo5qUgr+Cu6KugIKLh4uCl56AgrKitqOHi4K6iLCCtoCCqruKu4K6pIK6h4eOkqKuoIKHupKal4iDh4uCgresgqCCtrqLrpSCv4KCiqKugIOKu4KOuoquoLiCPrqOupKAgoeOkpeIg4vGvq66pLg==',
  ],
  [
    'Σήμερα το πρωί πραγματοποιήθηκε στην πρωτεύουσα συνάντηση των υπουργών για τον προϋπολογισμό της χώρας.',
    'iso8859-7',
    '097s5fHhIPTvIPDx+d8g8PHh4+zh9O/w7+ne6Ofq5SDz9OftIPDx+fTl/e/18+Eg8/Xt3O305/PnIPT57SD18O/18eP+7SDj6eEg9O/tIPDx7/vw7+vv4+nz7Pwg9OfyIPf+8eHyLg==',
  ],
  [
    'הבוקר נערכה בבירה פגישת שרים שבה נדון תקציב המדינה והכללים החדשים לסחר. מזג האוויר יהיה חם מחר.',
    'cp1255',
    '5OHl9/gg8PL46+Qg4eHp+OQg9OLp+fog+fjp7SD54eQg8OPl7yD69/bp4SDk7uPp8OQg5eTr7Ozp7SDk5+P56e0g7PHn+C4g7ubiIOTg5eXp+CDp5OnkIOftIO7n+C4=',
  ],
  [
    'عقد صباح اليوم في العاصمة اجتماع للوزراء ناقشوا فيه ميزانية الدولة والقواعد الجديدة للتجارة. سيكون الطقس حارا غدا.',
    'cp1256',
    '2t7PINXIx80gx+Ht5uMg3e0gx+Hax9XjySDHzMrjx9og4eHm0tHHwSDkx97U5scg3e3lIOPt0sfk7ckgx+HP5uHJIObH4d7mx9rPIMfhzM/tz8kg4eHKzMfRyS4g0+3f5uQgx+HY3tMgzcfRxyDbz8cu',
  ],
  [
    'เช้าวันนี้มีการประชุมรัฐมนตรีในเมืองหลวงเพื่อหารือเรื่องงบประมาณของประเทศและกฎการค้าใหม่',
    'cp874',
    '4Krp0sfRubnV6cHVodLDu8PQqtjBw9Gwwbm1w9XjueDB182ny8XHp+C+1+jNy9LD183gw9fozaenurvD0MHSs6LNp7vD0OC3yOHF0KGuodLDpOnS48vB6A==',
  ],
  [
    '今朝、首都で大臣の会合が開かれ、国の予算と新しい貿易のルールについて話し合われました。明日の天気は暖かくなるでしょう。',
    'shift_jis',
    'jaGSqYFBjvGTc4LFkeWQYoLMie+Nh4KqikqCqYLqgUGNkYLMl1yOWoLGkFaCtYKilmaI1YLMg4uBW4OLgsmCwoKigsSYYoK1jYeC7YLqgtyCtYK9gUKWvpP6gsyTVotDgs2SZ4Kpgq2CyILpgsWCtYLlgqSBQg==',
  ],
  [
    '今朝、首都で大臣の会合が開かれ、国の予算と新しい貿易のルールについて話し合われました。明日の天気は暖かくなるでしょう。',
    'euc_jp',
    'uqPEq6GivPPF1KTHwue/w6TOsvG556Sss6ukq6TsoaK58aTOzb27u6TIv7ekt6Sky8ew16TOpeuhvKXrpMukxKSkpMbPw6S3ueek76TspN6kt6S/oaPMwMb8pM7Ft7WkpM/DyKSrpK+kyqTrpMekt6TnpKahow==',
  ],
  [
    '오늘 아침 수도에서 장관 회의가 열려 국가 예산과 새로운 무역 규칙에 대해 논의했습니다. 내일 날씨는 따뜻할 것입니다.',
    'euc_kr',
    'v8C0wyC+xsSnILz2tbW/obytIMDlsPwgyLjAx7ChIL+tt8EgsbmwoSC/ubvqsPogu/W3zr/uILmrv6ogsdTEor+hILTrx9ggs+3Ax8ffvcC0z7TZLiCzu8DPILOvvr60wiC1+7bmx9IgsM3A1LTPtNku',
  ],
  [
    '今天上午，部长们在首都举行会议，讨论了国家预算和新的贸易规则。明天天气将会变暖，市民可以外出活动。',
    'gbk',
    'vfHM7MnPzuejrLK/s6TDx9Tayte2vL7Z0NC74dLpo6zM1sLbwcu5+rzS1KTL47rN0MK1xMOz0te55tTyoaPD98zszOzG+L2ru+Gx5MWvo6zK0MPxv8nS1M3is/a77ravoaM=',
  ],
  [
    '今天上午，部長們在首都舉行會議，討論了國家預算和新的貿易規則。明天天氣將會變暖，市民可以外出活動。',
    'big5',
    'pLWk0aRXpMihQbOhqvitzKZirbqzo8F8pua3fMSzoUGwUb3XpEaw6q5huXe64qlNt3OqurZUqfazV6tooUOp+qTRpNGu8LFOt3zF3Ld4oUGlq6XBpWmlSKV+pVisobDKoUM=',
  ],
  [
    'Dziś rano w stolicy odbyło się spotkanie ministrów, na którym omówiono budżet państwa i nowe zasady handlu. Jutro będzie ciepło, a wiatr osłabnie. Żaden z gości nie przyjechał późno.',
    'iso8859-2',
    'RHpptiByYW5vIHcgc3RvbGljeSBvZGJ5s28gc2nqIHNwb3RrYW5pZSBtaW5pc3Ry83csIG5hIGt083J5bSBvbfN3aW9ubyBidWS/ZXQgcGHxc3R3YSBpIG5vd2UgemFzYWR5IGhhbmRsdS4gSnV0cm8gYupkemllIGNpZXCzbywgYSB3aWF0ciBvc7NhYm5pZS4gr2FkZW4geiBnb7ZjaSBuaWUgcHJ6eWplY2hhsyBw87xuby4=',
  ],
  [
    'Dnes ráno se v hlavním městě konala schůzka ministrů, na které se projednával státní rozpočet a nová pravidla obchodu. Zítra bude teplo.',
    'cp1250',
    'RG5lcyBy4W5vIHNlIHYgaGxhdm7tbSBt7HN07CBrb25hbGEgc2No+XprYSBtaW5pc3Ry+SwgbmEga3Rlcukgc2UgcHJvamVkbuF2YWwgc3ThdG7tIHJvenBv6GV0IGEgbm924SBwcmF2aWRsYSBvYmNob2R1LiBa7XRyYSBidWRlIHRlcGxvLg==',
  ],
  [
    'Ma reggel a fővárosban miniszteri találkozót tartottak, amelyen megvitatták az ország költségvetését és az új kereskedelmi szabályokat. Holnap meleg idő várható, gyűlés lesz.',
    'iso8859-2',
    'TWEgcmVnZ2VsIGEgZvV24XJvc2JhbiBtaW5pc3p0ZXJpIHRhbOFsa29683QgdGFydG90dGFrLCBhbWVseWVuIG1lZ3ZpdGF0dOFrIGF6IG9yc3rhZyBr9mx0c+lndmV06XPpdCDpcyBheiD6aiBrZXJlc2tlZGVsbWkgc3phYuFseW9rYXQuIEhvbG5hcCBtZWxlZyBpZPUgduFyaGF08ywgZ3n7bOlzIGxlc3ou',
  ],
  [
    'Bu sabah başkentte bakanlar toplantısı yapıldı ve ülkenin bütçesi ile yeni ticaret kuralları görüşüldü. Yarın hava sıcak olacak, güneş doğacak.',
    'cp1254',
    'QnUgc2FiYWggYmH+a2VudHRlIGJha2FubGFyIHRvcGxhbnT9c/0geWFw/Wxk/SB2ZSD8bGtlbmluIGL8dOdlc2kgaWxlIHllbmkgdGljYXJldCBrdXJhbGxhcv0gZ/Zy/P78bGT8LiBZYXL9biBoYXZhIHP9Y2FrIG9sYWNhaywgZ/xuZf4gZG/wYWNhay4=',
  ],
  [
    "Ce matin, une réunion des ministres s'est tenue dans la capitale; le budget de l'État et les nouvelles règles du commerce y ont été discutés. Demain, il fera très chaud, là où la fête a déjà commencé.",
    'cp1252',
    'Q2UgbWF0aW4sIHVuZSBy6XVuaW9uIGRlcyBtaW5pc3RyZXMgcydlc3QgdGVudWUgZGFucyBsYSBjYXBpdGFsZTsgbGUgYnVkZ2V0IGRlIGwnyXRhdCBldCBsZXMgbm91dmVsbGVzIHLoZ2xlcyBkdSBjb21tZXJjZSB5IG9udCDpdOkgZGlzY3V06XMuIERlbWFpbiwgaWwgZmVyYSB0cuhzIGNoYXVkLCBs4CBv+SBsYSBm6nRlIGEgZOlq4CBjb21tZW5j6S4=',
  ],
  [
    'Í morgun var haldinn fundur ráðherra í höfuðborginni þar sem rætt var um fjárlög landsins og nýjar reglur. Á morgun verður hlýtt veður og fólk getur farið út að ganga.',
    'cp1252',
    'zSBtb3JndW4gdmFyIGhhbGRpbm4gZnVuZHVyIHLh8GhlcnJhIO0gaPZmdfBib3JnaW5uaSD+YXIgc2VtIHLmdHQgdmFyIHVtIGZq4XJs9mcgbGFuZHNpbnMgb2cgbv1qYXIgcmVnbHVyLiDBIG1vcmd1biB2ZXLwdXIgaGz9dHQgdmXwdXIgb2cgZvNsayBnZXR1ciBmYXJp8CD6dCBh8CBnYW5nYS4=',
  ],
];
