import type { Size } from '../../geometry/size.ts'
import { seededRandom } from '../../raster/seeded-random.ts'
import type { Flow } from '../../video/motion/flow-track.ts'
import { cellAt, motionAt } from '../../video/motion/motion-field.ts'
import { createMarkGrid } from './mark-grid.ts'
import {
  CARRIED_MARKS_BARE,
  CARRIED_MARKS_CROWDED,
  CARRIED_MARKS_FADE,
  CARRIED_MARKS_FIRST,
  CARRIED_MARKS_GAP,
  CARRIED_MARKS_PRESSED,
  CARRIED_MARKS_TRIES,
} from './tuning.ts'

/** A dab or a stone that stays on what it was set on. */
export type Mark = {
  x: number
  y: number
  /** Its own number, 0–1: which of two lies above, how its colour differs. */
  own: number
  /** How far it has come, 0 to 1; it goes the same way back. */
  presence: number
  /** What it looked like in the frame before, for who draws it; absent at first. */
  angle?: number
  /** Whether it was last on something that moves by itself. */
  isOwn?: boolean
}

/**
 * Marks about `spacing` apart all over a frame that move as the picture under them does (Litwinowicz 1997). One fades
 * in where a gap opens and out where they crowd; on still ground all stay as they are. One that something comes before,
 * or whose thing has gone by, is dropped, and what has come to light is covered at once: nothing is drawn along.
 * @returns for each frame the marks in the order in which they are laid; motion is undefined where a scene begins
 */
export function carryMarks(
  { width, height }: Size,
  spacing: number,
  seed: number,
): (flow?: Flow) => readonly Mark[] {
  let random = seededRandom(seed)
  let marks: readonly Mark[] = []
  const grid = createMarkGrid<Mark>({ width, height }, spacing)
  const { columns, rows } = grid
  // The places a try may fall on are half a cell off the cells themselves.
  const bareCells = (): Uint8Array | undefined => {
    const bare = new Uint8Array(columns * rows)
    let isAny = false
    for (let row = 0; row < rows - 1; row++) {
      for (let column = 0; column < columns - 1; column++) {
        if (grid.isNear(column * spacing, row * spacing, CARRIED_MARKS_BARE * spacing)) continue
        bare[row * columns + column] = 1
        isAny = true
      }
    }
    return isAny ? bare : undefined
  }
  const fillGaps = (
    tries: number,
    least: number,
    beginAt: (x: number, y: number) => Pick<Mark, 'presence' | 'isOwn'>,
    only?: Uint8Array,
  ): void => {
    for (let round = 0; round < tries; round++) {
      for (let row = 0; row < rows - 1; row++) {
        for (let column = 0; column < columns - 1; column++) {
          if (only && !only[row * columns + column]) continue
          const x = (column - 0.5 + random()) * spacing
          const y = (row - 0.5 + random()) * spacing
          if (grid.isNear(x, y, least)) continue
          if (!grid.add({ x, y, own: random(), ...beginAt(x, y) })) return
        }
      }
    }
  }
  const isInside = ({ x, y }: Mark): boolean =>
    x > -spacing && y > -spacing && x < width + spacing && y < height + spacing
  /** Moves all marks along. Gives those that fade out. */
  const follow = (flow: Flow): Mark[] => {
    const leaving: Mark[] = []
    const moved = moveMarks(marks, flow)
    grid.clear(moved.length * 2)
    for (const mark of moved.filter(isInside)) {
      if (grid.isNear(mark.x, mark.y, CARRIED_MARKS_CROWDED * spacing)) {
        mark.presence -= 1 / CARRIED_MARKS_FADE
        if (mark.presence > 0) leaving.push(mark)
        continue
      }
      mark.presence = Math.min(1, mark.presence + 1 / CARRIED_MARKS_FADE)
      grid.add(mark)
    }
    const begun = (x: number, y: number, presence: number) => ({
      presence: flow.revealed[cellAt(flow, x, y)] ? 1 : presence,
      isOwn: flow.own[cellAt(flow, x, y)] === 1,
    })
    const bare = bareCells()
    if (bare)
      fillGaps(CARRIED_MARKS_TRIES, CARRIED_MARKS_FIRST * spacing, (x, y) => begun(x, y, 1), bare)
    fillGaps(3, CARRIED_MARKS_GAP * spacing, (x, y) => begun(x, y, 1 / CARRIED_MARKS_FADE))
    return leaving.filter(({ x, y }) => !grid.isNear(x, y, CARRIED_MARKS_PRESSED * spacing))
  }
  const begin = (): void => {
    random = seededRandom(seed)
    grid.clear(0)
    fillGaps(CARRIED_MARKS_TRIES, CARRIED_MARKS_FIRST * spacing, () => ({ presence: 1 }))
  }
  return (flow) => {
    let leaving: readonly Mark[] = []
    if (flow) leaving = follow(flow)
    else begin()
    marks = [...grid.marks, ...leaving]
    return marks.toSorted((a, b) => a.own - b.own)
  }
}

/**
 * The marks that are still to be seen, moved. Motion tells where a place came from; where a mark goes to is found in
 * two steps from there.
 */
function moveMarks(marks: readonly Mark[], flow: Flow): Mark[] {
  const by = { x: 0, y: 0 }
  return marks.filter((mark) => {
    const before = cellAt(flow, mark.x, mark.y)
    motionAt(flow, mark.x, mark.y, by)
    if (by.x !== 0 || by.y !== 0) {
      motionAt(flow, mark.x - by.x, mark.y - by.y, by)
      mark.x -= by.x
      mark.y -= by.y
    }
    const now = cellAt(flow, mark.x, mark.y)
    const wasOwn = mark.isOwn
    mark.isOwn = flow.own[now] === 1
    const isCovered = flow.own[before] === 1 && !mark.isOwn
    const isLeft = wasOwn && !mark.isOwn && flow.revealed[now] === 1
    return !isCovered && !isLeft
  })
}
