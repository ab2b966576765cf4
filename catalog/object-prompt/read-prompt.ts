import { COLOUR_NAMES, COLOUR_WORDS, NOTHING_BUT_COLOURS, SHADE_WORDS } from './colour-words.ts'
import { CSS_COLOURS } from './css-colours.ts'
import { MATERIAL_WORDS, MATERIALS, type Material } from './material-words.ts'
import { FILLER_WORDS, REMOVAL_WORDS, THING_WORDS } from './thing-words.ts'

/** What the engine can do to an object without inventing anything. */
export type Replacement =
  | { kind: 'remove' }
  | { kind: 'recolour'; colour: Rgb }
  | { kind: 'material'; material: Material; colour?: Rgb | undefined }

/** sRGB levels. */
type Rgb = readonly [red: number, green: number, blue: number]

/** What a word of a prompt means. */
type Meaning =
  | { is: 'removal' | 'thing' | 'filler' }
  | { is: 'colour'; rgb: string }
  | { is: 'name'; rgb: string; of: string; isThing: boolean }
  | { is: 'shade'; lightness: number }
  | { is: 'material'; material: Material }

/** Words of scripts without spaces are looked for anywhere in a run of letters; the longest has this many at most. */
const LONGEST = 8

/** German writes the shade and the colour as one word. */
const SHADED_WORD = /^(dunkel|hell)(.+)$/

const [NAVY, BLUE] = [COLOUR_WORDS['navy']?.[0] ?? '', COLOUR_WORDS['blue']?.[0] ?? '']

const meanings = new Map<string, Meaning>()
const nothingElse = new Set(NOTHING_BUT_COLOURS.split(' '))
for (const [rgb, colour, words] of COLOUR_NAMES) {
  const of = COLOUR_WORDS[colour]?.[0] ?? ''
  for (const word of words.split(' '))
    learn(word, { is: 'name', rgb, of, isThing: !nothingElse.has(word) })
}
const cssColours = new Map<string, string>()
for (const [, name, levels] of CSS_COLOURS.matchAll(/(\S+) ([\da-f]{6})/g)) {
  cssColours.set(name!, `#${levels!}`)
}
// Later ones win: as a colour, a word says more than as a thing.
learn(FILLER_WORDS, { is: 'filler' })
learn(THING_WORDS, { is: 'thing' })
learn(REMOVAL_WORDS, { is: 'removal' })
for (const material of MATERIALS) learn(MATERIAL_WORDS[material], { is: 'material', material })
for (const [rgb, words] of Object.values(COLOUR_WORDS)) learn(words, { is: 'colour', rgb })
for (const [lightness, words] of Object.values(SHADE_WORDS))
  learn(words, { is: 'shade', lightness })

function learn(words: string, meaning: Meaning): void {
  for (const word of words.split(' ')) meanings.set(folded(word), meaning)
}

/**
 * Reads from a prompt in any of eleven languages what the engine can do without a generator: take the object out, give
 * it another colour (a name, or hex), or another material. Every word must be known, because the engine would ignore
 * what an unknown one asks for.
 * @returns undefined for everything else
 */
export function readPrompt(prompt: string): Replacement | undefined {
  const found = wordsOf(prompt)
  if (!found) return undefined
  const materials = new Set(found.flatMap((word) => (word.is === 'material' ? word.material : [])))
  const colours = new Set(found.flatMap((word) => (word.is === 'colour' ? word.rgb : [])))
  // "Navy blue" names one colour.
  if (colours.has(NAVY)) colours.delete(BLUE)
  const names = found.flatMap((word) => (word.is === 'name' ? word : []))
  if (!isColour(names, found)) return undefined
  // "Royal blue" names one colour, too.
  for (const { rgb, of } of names) {
    colours.delete(of)
    colours.add(rgb)
  }
  const shades = found.flatMap((word) => (word.is === 'shade' ? word.lightness : []))
  if (materials.size > 1 || colours.size > 1 || shades.length > 1) return undefined
  const [material] = materials
  const [rgb] = colours
  const removes = found.some(({ is }) => is === 'removal')
  if (removes) return material || rgb ? undefined : { kind: 'remove' }
  const colour = rgb === undefined ? undefined : shaded(rgb, shades[0] ?? 0)
  if (material) return { kind: 'material', material, colour }
  return colour && { kind: 'recolour', colour }
}

/**
 * Whether the names of a prompt name a colour: each stands beside its own, or beside what has a surface, or is nothing
 * but a colour.
 */
function isColour(
  names: readonly Extract<Meaning, { is: 'name' }>[],
  found: readonly Meaning[],
): boolean {
  const hasSurface = found.some(({ is }) => is === 'thing' || is === 'material')
  const colours = found.flatMap((word) => (word.is === 'colour' ? word.rgb : []))
  return names.every(({ of, isThing }) =>
    colours.length === 0 ? hasSurface || !isThing : colours.includes(of),
  )
}

/** The meanings of all words of a prompt; undefined as soon as one is unknown. */
function wordsOf(prompt: string): Meaning[] | undefined {
  const found: Meaning[] = []
  for (const word of joinedCss(folded(prompt).split(/[^\p{L}\p{M}\p{N}#'-]+/u))) {
    const bare = word.replace(/^['-]+|['-]+$/g, '')
    if (bare === '') continue
    for (const part of bare.split("'")) {
      const own =
        meaningsIn(part) ?? part.split('-').flatMap((end) => meaningsIn(end) ?? [undefined])
      for (const meaning of own) {
        if (!meaning) return undefined
        found.push(meaning)
      }
    }
  }
  return found
}

/** "Midnight blue" is one colour of CSS in two words. What the other tables have is read by them. */
function joinedCss(words: readonly string[]): string[] {
  const joined: string[] = []
  for (const [n, word] of words.entries()) {
    const before = joined.at(-1)
    const is = n > 0 && before !== undefined && !isTold(before) && cssColours.has(before + word)
    if (is) joined[joined.length - 1] = before + word
    else joined.push(word)
  }
  return joined
}

/** Whether a word says by itself what colour a surface gets. */
function isTold(word: string): boolean {
  const meaning = meanings.get(word)
  return meaning?.is === 'shade' || meaning?.is === 'name' || meaning?.is === 'colour'
}

function meaningOf(word: string): Meaning | undefined {
  if (/^#([\da-f]{3}|[\da-f]{6})$/.test(word)) return { is: 'colour', rgb: sixDigits(word) }
  const css = cssColours.get(word)
  return meanings.get(word) ?? (css === undefined ? undefined : { is: 'colour', rgb: css })
}

/** A word, or a run of letters without spaces taken apart from the left, the longest known word first. */
function meaningsIn(run: string): Meaning[] | undefined {
  const whole = meaningOf(run)
  if (whole) return [whole]
  const shade = SHADED_WORD.exec(run)
  if (shade) {
    const both = [meanings.get(shade[1]!), meanings.get(shade[2]!)]
    return both[0] && both[1]?.is === 'colour' ? [both[0], both[1]] : undefined
  }
  if (!/^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+$/u.test(run))
    return undefined
  const found: Meaning[] = []
  for (let at = 0; at < run.length; ) {
    let length = Math.min(LONGEST, run.length - at)
    while (length > 0 && !meanings.has(run.slice(at, at + length))) length--
    if (length === 0) return undefined
    found.push(meanings.get(run.slice(at, at + length))!)
    at += length
  }
  return found
}

/** Lower case, without the accents of Latin and Cyrillic letters, full-width forms as usual ones. */
function folded(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ө', 'у')
    .replaceAll('ү', 'у')
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replaceAll('’', "'")
}

function sixDigits(hex: string): string {
  return hex.length === 7 ? hex : `#${[...hex.slice(1)].map((digit) => digit + digit).join('')}`
}

/** The colour of a hex code, moved towards white or black. @param lightness change of L*, about */
function shaded(hex: string, lightness: number): Rgb {
  const share = Math.abs(lightness) / 50
  const end = lightness > 0 ? 255 : 0
  const level = (from: number): number => {
    const own = Number.parseInt(hex.slice(from, from + 2), 16)
    return Math.round(own + share * (end - own))
  }
  return [level(1), level(3), level(5)]
}
