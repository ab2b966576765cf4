import { expect, test } from 'vitest'
import {
  MADE_UP,
  type Plate,
  SEEN,
  UNKNOWN,
} from '../../../../engine/effects/obj-rem-vid/collect-plates.ts'
import { completePlate } from '../../../../engine/effects/obj-rem-vid/complete-plate.ts'

const SIDE = 64

/** Pixels nobody saw around what is needed: holes are not taken for background up to their soft edge. */
const DOUBT = 4

test('what no frame shows is made up as far as what was seen, or a rim of nothing would stay between', () => {
  const box = { left: 0, top: 0, width: SIDE, height: SIDE }
  const needed = new Uint8Array(SIDE * SIDE)
  const known = new Uint8Array(SIDE * SIDE).fill(SEEN)
  const y = new Uint8Array(SIDE * SIDE)
  for (let at = 0; at < y.length; at++) {
    const apart = Math.max(Math.abs((at % SIDE) - 31.5), Math.abs(Math.floor(at / SIDE) - 31.5))
    if (apart < 9) needed[at] = 1
    if (apart < 9 + DOUBT) known[at] = UNKNOWN
    else y[at] = 100 + ((at * 7) % 40)
  }
  const grey = (): Uint8Array => new Uint8Array((SIDE * SIDE) / 4).fill(128)
  const plate: Plate = { box, known, planes: { y, u: grey(), v: grey() } }
  const plan = { anchor: 0, box, needed, unseen: true, sources: [] }
  completePlate(plate, plan, undefined, SIDE, { red: 0.299, blue: 0.114 })
  expect(plate.known.includes(UNKNOWN)).toBe(false)
  for (const [at, is] of plate.known.entries())
    if (is === MADE_UP) expect(y[at]).toBeGreaterThan(80)
})
