import { expect, test } from 'vitest'
import { carryTextures } from '../../../../engine/effects/video-trans/carried-field.ts'
import type { Flow } from '../../../../engine/video/motion/flow-track.ts'
import { motionAt } from '../../../../engine/video/motion/motion-field.ts'

const SIZE = { width: 320, height: 192 }
const STEP = 16
const [COLUMNS, ROWS] = [SIZE.width / STEP, SIZE.height / STEP]

/** Pixels that the camera and the thing before it go to the right from frame to frame. */
type Speeds = { camera: number; thing: number }

/** A thing of 4 × 4 cells whose left edge is at cell `left`, over ground; what it leaves behind is revealed. */
function flowOf(left: number, { camera, thing }: Speeds): Flow {
  const flow: Flow = {
    step: STEP,
    columns: COLUMNS,
    rows: ROWS,
    dx: new Float32Array(COLUMNS * ROWS).fill(camera),
    dy: new Float32Array(COLUMNS * ROWS),
    own: new Uint8Array(COLUMNS * ROWS),
    revealed: new Uint8Array(COLUMNS * ROWS),
  }
  for (let row = 4; row < 8; row++) {
    for (let column = left - 1; column < left + 4; column++) {
      if (column < 0 || column >= COLUMNS) continue
      const at = row * COLUMNS + column
      if (column < left) flow.revealed[at] = 1
      else {
        flow.own[at] = 1
        flow.dx[at] = -thing
      }
    }
  }
  return flow
}

function at(field: Parameters<typeof motionAt>[0], x: number, y: number): number {
  const to = { x: 0, y: 0 }
  motionAt(field, x, y, to)
  return to.x
}

test('a thing takes its texture along, and the ground behind it is as it was', () => {
  const carry = carryTextures(SIZE)
  carry()
  let field = carry().field
  for (let left = 0; left < 10; left++) {
    field = carry(flowOf(left, { camera: 0, thing: STEP })).field
    expect(at(field, 300, 100)).toBe(0)
    expect(at(field, 100, 20)).toBe(0)
  }
  expect(at(field, (9 + 2) * STEP, 6 * STEP)).toBeCloseTo(-10 * STEP, 0)
  for (let x = 1; x < 8; x++) expect(at(field, x * STEP, 6 * STEP)).toBe(0)
})

test('under a moving camera revealed ground goes on as the ground around it does', () => {
  const carry = carryTextures(SIZE)
  carry()
  let field = carry().field
  for (let left = 0; left < 10; left++) {
    field = carry(flowOf(left, { camera: 3, thing: STEP })).field
  }
  expect(at(field, 300, 20)).toBeCloseTo(30, 0)
  for (let x = 2; x < 7; x++) expect(at(field, x * STEP, 6 * STEP)).toBeCloseTo(30, 0)
})

test('a worn field is replaced in steps', () => {
  const carry = carryTextures(SIZE)
  carry()
  const shares: number[] = []
  for (let nth = 0; nth < 40; nth++) {
    const zoom = flowOf(-9, { camera: 0, thing: 0 })
    for (let cell = 0; cell < zoom.dx.length; cell++) {
      zoom.dx[cell] = -0.02 * STEP * ((cell % COLUMNS) - COLUMNS / 2)
      zoom.dy[cell] = -0.02 * STEP * (Math.floor(cell / COLUMNS) - ROWS / 2)
    }
    shares.push(carry(zoom).fresh?.share ?? 0)
  }
  const begins = shares.findIndex((share) => share > 0)
  expect(begins).toBeGreaterThan(5)
  expect(shares[begins]).toBeLessThan(0.2)
  expect(shares.slice(begins).some((share) => share === 0)).toBe(true)
})
