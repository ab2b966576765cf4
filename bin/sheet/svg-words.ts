import { printable } from '../../catalog/json/unprintable.ts'

const NAMED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

/** Text of an SVG document. Names of files are other people's: nothing of them is markup, none turns the direction. */
export function svgWords(text: string): string {
  return printable(text)
    .toWellFormed()
    .replace(/[\ufffe\uffff]/g, '\ufffd')
    .replace(/[&<>"]/g, (character) => NAMED[character] ?? character)
}

/** How wide characters are at most in shares of the size of the letters: fonts differ between machines. */
const LETTER = 0.6
const IDEOGRAPH = 1.05
/** Ideographs, syllables of Korean and pictures take a square. */
const SQUARE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60]|\p{Extended_Pictographic}/u

function widthOf(text: string): number {
  return [...text].reduce((sum, one) => sum + (SQUARE.test(one) ? IDEOGRAPH : LETTER), 0)
}

/** A name that fits a width in shares of the size of the letters: its middle is left out, its ending stays. */
export function cutName(name: string, width: number): string {
  const letters = [...printable(name)]
  if (widthOf(letters.join('')) <= width) return letters.join('')
  let [head, tail] = [Math.ceil(letters.length / 2), Math.floor(letters.length / 2)]
  const cut = () =>
    `${letters.slice(0, head).join('')}…${letters.slice(letters.length - tail).join('')}`
  while (head + tail > 2 && widthOf(cut()) > width) {
    if (head > tail) head -= 1
    else tail -= 1
  }
  return cut()
}

/** A text in lines of a width, at most so many: what is left over ends in `…`. */
export function wrapWords(text: string, width: number, most: number): string[] {
  const lines: string[] = []
  for (const word of printable(text).split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1)
    const longer = last === undefined ? word : `${last} ${word}`
    if (last !== undefined && widthOf(longer) <= width) lines[lines.length - 1] = longer
    else lines.push(cutName(word, width))
  }
  if (lines.length <= most) return lines
  const kept = lines.slice(0, most)
  kept[most - 1] = `${[...(kept.at(-1) ?? '')].slice(0, -1).join('')}…`
  return kept
}
