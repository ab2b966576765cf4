import type { Point } from '../../geometry/point.ts'
import type { Size } from '../../geometry/size.ts'

/** Marks by where they are, in cells as wide as the distance between marks; the first cells lie outside the frame. */
export type MarkGrid<M extends Point> = {
  readonly columns: number
  readonly rows: number
  /** The marks it holds, in the order in which they came. */
  readonly marks: readonly M[]
  /** Forgets all marks, and has room for so many besides two for each cell. */
  clear(room: number): void
  /** Adds a mark. False where there is no room for it. */
  add(mark: M): boolean
  /** Whether a mark lies closer to a place than `least` pixels, which are at most the width of a cell and a half. */
  isNear(x: number, y: number, least: number): boolean
}

/**
 * Finds marks near a place without looking at all of them.
 * @param spacing the width of a cell in pixels
 */
export function createMarkGrid<M extends Point>(
  { width, height }: Size,
  spacing: number,
): MarkGrid<M> {
  const columns = Math.ceil(width / spacing) + 2
  const rows = Math.ceil(height / spacing) + 2
  let marks: M[] = []
  // For each cell the first mark in it, and for each mark the next one there.
  let first = new Int32Array(0)
  let next = new Int32Array(0)
  const cellOf = (x: number, y: number): number => {
    const column = Math.min(columns - 1, Math.max(0, Math.floor(x / spacing) + 1))
    return Math.min(rows - 1, Math.max(0, Math.floor(y / spacing) + 1)) * columns + column
  }
  return {
    columns,
    rows,
    get marks() {
      return marks
    },
    clear: (room) => {
      marks = []
      first = new Int32Array(columns * rows).fill(-1)
      next = new Int32Array(room + columns * rows * 2)
    },
    add: (mark) => {
      if (marks.length >= next.length) return false
      const cell = cellOf(mark.x, mark.y)
      next[marks.length] = first[cell]!
      first[cell] = marks.length
      marks.push(mark)
      return true
    },
    isNear: (x, y, least) => {
      const cell = cellOf(x, y)
      for (let row = -1; row <= 1; row++) {
        for (let column = -1; column <= 1; column++) {
          let nth = first[cell + row * columns + column] ?? -1
          for (; nth >= 0; nth = next[nth]!) {
            const dx = marks[nth]!.x - x
            const dy = marks[nth]!.y - y
            if (dx * dx + dy * dy < least * least) return true
          }
        }
      }
      return false
    },
  }
}
