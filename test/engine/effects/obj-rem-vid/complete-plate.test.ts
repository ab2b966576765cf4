import { expect, test } from 'vitest'
import {
  MADE_UP,
  type Plate,
  SEEN,
  UNKNOWN,
} from '../../../../engine/effects/obj-rem-vid/collect-plates.ts'
import {
  completePlate,
  countMadeUp,
} from '../../../../engine/effects/obj-rem-vid/complete-plate.ts'

const SIDE = 64

/** Pixels nobody saw around what is needed: holes are not taken for background up to their soft edge. */
const DOUBT = 4

/** A plate whose middle no frame shows. */
function hollow() {
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
  return { plate, plan }
}

const WEIGHTS = { red: 0.299, blue: 0.114 }

test('what no frame shows is made up as far as what was seen, or a rim of nothing would stay between', async () => {
  const { plate, plan } = hollow()
  await completePlate(plate, plan, undefined, SIDE, { weights: WEIGHTS })
  expect(plate.known.includes(UNKNOWN)).toBe(false)
  for (const [at, is] of plate.known.entries())
    if (is === MADE_UP) expect(plate.planes.y[at]).toBeGreaterThan(80)
})

test('a network of users makes it up where there is one, and is shown what is unknown as such', async () => {
  const { plate, plan } = hollow()
  const before = plate.planes.y.slice()
  const unknown = plate.known.map((is) => (is === UNKNOWN ? 255 : 0))
  const asked: Uint8Array[] = []
  await completePlate(plate, plan, undefined, SIDE, {
    weights: WEIGHTS,
    inpaint: async (picture, replace) => {
      asked.push(replace.data)
      return { ...picture, data: picture.data.map(() => 255) }
    },
  })
  expect(asked).toEqual([unknown])
  for (const [at, is] of plate.known.entries()) {
    expect(plate.planes.y[at]).toBe(is === MADE_UP ? 235 : before[at])
  }
})

test('what no frame shows is counted, so that the results can say how much it is', async () => {
  const { plate, plan } = hollow()
  expect(countMadeUp({ ...plate, known: plate.known.map(() => SEEN) }, plan).madeUp).toBe(0)
  await completePlate(plate, plan, undefined, SIDE, { weights: WEIGHTS })
  expect(countMadeUp(plate, plan)).toEqual({ madeUp: 18 * 18, needed: 18 * 18 })
})
