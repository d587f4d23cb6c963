/**
 * Texts that videos may have to show: each goes into every field of every kind of scene, as much as the field accepts.
 */
export const hostile: Record<string, readonly [string, string]> = {
  'one letter': ['en', 'I'],
  'long words': ['de', 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'],
  'the widest letters': ['en', 'W'.repeat(60)],
  'a full line': ['en', 'Sixty characters of plain English that fill a field to its end'],
  accents: ['vi', 'Nghĩa của Tiếng Việt được viết bằng chữ Quốc ngữ, ÀÉÎÕÜ Ŵŷ'],
  Arabic: ['ar', 'لماذا تبدو السماء زرقاء في النهار وحمراء عند الغروب'],
  'Hebrew and Latin mixed': ['he', 'למה השמיים כחולים? Rayleigh 1871 הסביר'],
  Japanese: ['ja', '蜂蜜はなぜ腐らないのか、三千年前の壺の中の話をしよう'],
  Korean: ['ko', '하늘은 왜 파란색일까요 빛의 산란 이야기'],
  Thai: ['th', 'ทำไมท้องฟ้าจึงเป็นสีฟ้าในตอนกลางวัน'],
  Devanagari: ['hi', 'आसमान नीला क्यों दिखता है यह एक पुराना सवाल है'],
  emoji: ['en', '👩🏽‍🚀🏳️‍🌈👨‍👩‍👧‍👦🇯🇵🦄❤️‍🔥'],
  marks: ['en', 'Z̸̡̨̛͓̹̖͚̊̽a̷̢̛̳̙̯̔̏l̵̰̓̈́g̸̱̍o̶̧͋ </svg>{{x}} $& \\ %s'],
  spaces: ['en', ' \u00a0\u2003 '],
};
