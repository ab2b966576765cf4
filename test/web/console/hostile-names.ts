/** Names that a page which writes them as markup, or lets them turn its text, would be taken over by. */
export const HOSTILE_NAMES = [
  '<img src=x onerror=alert(1)>.jpg',
  'photo\u202egnp.exe.jpg',
  '"><script>alert(1)</script>.jpg',
  'javascript:alert(1).jpg',
  `${'long '.repeat(150)}.jpg`,
  "quote's & amp; {{7*7}}.jpg",
] as const

/** As it is shown: what turns text is written out. */
export const TURNING_SHOWN = 'photo\\u202egnp.exe.jpg'
