/** A line of two texts that are compared: of both, of the first one alone, or of the second one alone. */
export type DiffLine = { kind: 'same' | 'removed' | 'added'; text: string }

/**
 * What was removed from one text and added to it to give the other, line by line: a longest common subsequence, by the
 * usual table. Recipes have at most some thousand lines; what is equal at both ends is left out of the table.
 */
export function lineDiff(before: string, after: string): DiffLine[] {
  const [one, other] = [before.split('\n'), after.split('\n')]
  let start = 0
  while (start < one.length && start < other.length && one[start] === other[start]) start += 1
  let [end, last] = [one.length, other.length]
  while (end > start && last > start && one[end - 1] === other[last - 1]) {
    end -= 1
    last -= 1
  }
  const same = (lines: readonly string[]): DiffLine[] =>
    lines.map((text) => ({ kind: 'same', text }))
  return [
    ...same(one.slice(0, start)),
    ...middle(one.slice(start, end), other.slice(start, last)),
    ...same(one.slice(end)),
  ]
}

/** Rows times columns of the table from which on two texts are shown one after the other, in whole. */
const LARGEST = 4_000_000

function middle(one: readonly string[], other: readonly string[]): DiffLine[] {
  const removed = (text: string): DiffLine => ({ kind: 'removed', text })
  const added = (text: string): DiffLine => ({ kind: 'added', text })
  const width = other.length + 1
  if (one.length * width > LARGEST) return [...one.map(removed), ...other.map(added)]
  const longest = new Uint16Array((one.length + 1) * width)
  const at = (row: number, column: number): number => longest[row * width + column] ?? 0
  for (let row = one.length - 1; row >= 0; row--) {
    for (let column = other.length - 1; column >= 0; column--) {
      longest[row * width + column] =
        one[row] === other[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1))
    }
  }
  const lines: DiffLine[] = []
  let [row, column] = [0, 0]
  while (row < one.length || column < other.length) {
    const [text, otherText] = [one[row], other[column]]
    if (text !== undefined && text === otherText) {
      lines.push({ kind: 'same', text })
      row += 1
      column += 1
    } else if (text !== undefined && at(row + 1, column) >= at(row, column + 1)) {
      lines.push(removed(text))
      row += 1
    } else {
      lines.push(added(otherText ?? ''))
      column += 1
    }
  }
  return lines
}
