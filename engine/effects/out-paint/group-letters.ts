import type { Box } from '../../geometry/box.ts'
import type { Letter } from './letter.ts'

/** Letters of one line: how different heights, stroke widths and luma (levels) may be, and gaps in heights. */
const ALIKE = { height: 2.2, stroke: 1.9, luma: 30, gap: 1.1, shift: 0.45 } as const

/** Fewer letters in a row are not taken for writing. */
const MIN_LETTERS = 3

/** Rows of at least three letters that go together, as their boxes. */
export function groupLetters(letters: readonly Letter[]): Box[] {
  const sorted = letters.toSorted((p, q) => p.left - q.left)
  const used = new Set<Letter>()
  const lines: Box[] = []
  for (const [n, first] of sorted.entries()) {
    if (used.has(first)) continue
    const row = [first]
    for (const next of sorted.slice(n + 1)) {
      if (!used.has(next) && goTogether(row.at(-1)!, next)) row.push(next)
    }
    if (row.length < MIN_LETTERS) continue
    for (const letter of row) used.add(letter)
    lines.push(around(row))
  }
  return lines
}

function goTogether(last: Letter, next: Letter): boolean {
  const height = Math.max(last.height, next.height)
  const gap = next.left - (last.left + last.width)
  if (gap > ALIKE.gap * height || gap < -0.3 * height) return false
  const bottoms = Math.abs(last.top + last.height - next.top - next.height)
  const tops = Math.abs(last.top - next.top)
  return (
    Math.min(bottoms, tops) < ALIKE.shift * Math.min(last.height, next.height) &&
    height < ALIKE.height * Math.min(last.height, next.height) &&
    Math.max(last.stroke, next.stroke) < ALIKE.stroke * Math.min(last.stroke, next.stroke) + 1 &&
    Math.abs(last.luma - next.luma) < ALIKE.luma
  )
}

function around(letters: readonly Letter[]): Box {
  const left = Math.min(...letters.map((own) => own.left))
  const top = Math.min(...letters.map((own) => own.top))
  const right = Math.max(...letters.map((own) => own.left + own.width))
  const bottom = Math.max(...letters.map((own) => own.top + own.height))
  return { left, top, width: right - left, height: bottom - top }
}
