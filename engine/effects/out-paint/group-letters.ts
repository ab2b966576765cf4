import type { Box } from '../../geometry/box.ts'
import type { Letter } from './letter.ts'
import { LETTERS_ALIKE, LETTERS_OVERLAP, MIN_LETTERS } from './tuning.ts'

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
  if (gap > LETTERS_ALIKE.gap * height || gap < LETTERS_OVERLAP * height) return false
  const bottoms = Math.abs(last.top + last.height - next.top - next.height)
  const tops = Math.abs(last.top - next.top)
  return (
    Math.min(bottoms, tops) < LETTERS_ALIKE.shift * Math.min(last.height, next.height) &&
    height < LETTERS_ALIKE.height * Math.min(last.height, next.height) &&
    Math.max(last.stroke, next.stroke) <
      LETTERS_ALIKE.stroke * Math.min(last.stroke, next.stroke) + 1 &&
    Math.abs(last.luma - next.luma) < LETTERS_ALIKE.luma
  )
}

function around(letters: readonly Letter[]): Box {
  const left = Math.min(...letters.map((own) => own.left))
  const top = Math.min(...letters.map((own) => own.top))
  const right = Math.max(...letters.map((own) => own.left + own.width))
  const bottom = Math.max(...letters.map((own) => own.top + own.height))
  return { left, top, width: right - left, height: bottom - top }
}
