import { expect, test } from 'vitest'
import { carryMarks } from '../../../../engine/effects/video-trans/carried-marks.ts'
import type { Flow } from '../../../../engine/video/motion/flow-track.ts'

const SIZE = { width: 320, height: 192 }
const STEP = 16
const [COLUMNS, ROWS] = [SIZE.width / STEP, SIZE.height / STEP]
const SPACING = 8

/** A thing of 4 × 4 cells that goes a cell to the right; its left edge is at cell `left` now. */
function flowOf(left: number): Flow {
  const plane = (): Float32Array => new Float32Array(COLUMNS * ROWS)
  const cells = (): Uint8Array => new Uint8Array(COLUMNS * ROWS)
  const flow: Flow = {
    step: STEP,
    columns: COLUMNS,
    rows: ROWS,
    dx: plane(),
    dy: plane(),
    own: cells(),
    revealed: cells(),
  }
  for (let row = 4; row < 8; row++) {
    if (left > 0) flow.revealed[row * COLUMNS + left - 1] = 1
    for (let column = left; column < left + 4; column++) {
      flow.own[row * COLUMNS + column] = 1
      flow.dx[row * COLUMNS + column] = -STEP
    }
  }
  return flow
}

test('a thing that goes by takes no marks of the ground along and leaves none of its own', () => {
  const carry = carryMarks(SIZE, SPACING, 3)
  const first = new Set(carry())
  for (let left = 1; left < 12; left++) {
    const marks = carry(flowOf(left))
    const inRows = marks.filter(({ y }) => y > 4 * STEP + 2 && y < 8 * STEP - 2)
    // What came to light is covered at once, by marks that stand there.
    const revealed = inRows.filter(({ x }) => x > (left - 1) * STEP && x < left * STEP)
    expect(revealed.length).toBeGreaterThan(3)
    for (const mark of revealed) expect(mark).toMatchObject({ presence: 1, isOwn: false })
    // Ground before the thing keeps its own marks, and nothing is pushed into it.
    const ahead = inRows.filter(({ x }) => x > (left + 5) * STEP)
    for (const mark of ahead) expect(first.has(mark)).toBe(true)
  }
})

/** The whole picture drawn towards its middle, or away from it: a place came from `from` times as far from there. */
function stretch(from: number): Flow {
  const flow = { ...flowOf(0), own: new Uint8Array(COLUMNS * ROWS) }
  for (let at = 0; at < flow.dx.length; at++) {
    flow.dx[at] = (from - 1) * (((at % COLUMNS) + 0.5) * STEP - SIZE.width / 2)
    flow.dy[at] = (from - 1) * ((Math.floor(at / COLUMNS) + 0.5) * STEP - SIZE.height / 2)
  }
  return flow
}

test('no ground stays bare where marks are drawn apart, and none lie in splinters where they are pressed', () => {
  const carry = carryMarks(SIZE, SPACING, 3)
  carry()
  const drawnApart = carry(stretch(0.5)).filter(({ presence }) => presence === 1)
  for (let y = 40; y < SIZE.height - 40; y += 4) {
    for (let x = 40; x < SIZE.width - 40; x += 4) {
      const nearest = Math.min(...drawnApart.map((mark) => Math.hypot(mark.x - x, mark.y - y)))
      expect(nearest).toBeLessThan(2 * SPACING)
    }
  }
  const pressed = carry(stretch(1.8)).filter(({ x, y }) => x > 0 && y > 0)
  // What goes has less than its whole presence; beside what stays it is no splinter.
  const staying = pressed.filter(({ presence }) => presence === 1)
  const going = pressed.filter(({ presence }) => presence < 1)
  expect(going.length).toBeGreaterThan(0)
  for (const one of staying) {
    for (const other of going) {
      expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThan(0.39 * SPACING)
    }
  }
})
