import { expect, test } from 'vitest'
import { wearEarrings } from '../../../../engine/effects/2d-vto-earring/earring.ts'
import { wearsHoop } from '../../../../engine/effects/2d-vto-earring/wears-hoop.ts'
import { faceWidthOf } from '../../../../engine/jewellery/face-scale.ts'
import { changeBetween, type SeatedBust, sitFor } from '../../jewellery/sit-for.ts'
import { products, STANDARD, worn } from './wear-drawn-earring.ts'

const LOBE = { x: 100, y: 100 }

/** A person with a plain ground beside a lobe, on which a ring of a radius is drawn, with a gap of some degrees. */
async function ringed(radius: number, gap = 0, at = LOBE): Promise<SeatedBust> {
  const seat = await sitFor('maren')
  const { width } = seat.picture
  const data = seat.picture.data.slice()
  const far = faceWidthOf(seat.face)
  for (let i = 0; i < data.length / 4; i++) {
    const [x, y] = [(i % width) - at.x, Math.floor(i / width) - at.y - radius]
    if (Math.max(Math.abs(x), Math.abs(y)) > far) continue
    const isRing = Math.abs(Math.hypot(x, y) - radius) < 1.2
    const isGap = Math.abs((Math.atan2(x, y) * 180) / Math.PI) < gap
    data.set(isRing && !isGap ? [150, 150, 150] : [190, 190, 190], 4 * i)
  }
  const person = new Float32Array(seat.regions.person.length)
  return { ...seat, picture: { ...seat.picture, data }, regions: { ...seat.regions, person } }
}

function finds({ picture, face, regions }: SeatedBust): boolean {
  return wearsHoop(picture, face, regions, LOBE)
}

test('a hoop is told by the ground that it encloses, a strand of hair is open', async () => {
  expect(finds(await ringed(14))).toBe(true)
  expect(finds(await ringed(14, 50))).toBe(false)
})

test('skin of the colours of the ground is none of it', async () => {
  const seat = await ringed(14)
  const { grid } = seat.regions
  const { width, height } = grid
  const centre = {
    x: (LOBE.x - grid.area.left) / grid.scale,
    y: (LOBE.y + 14 - grid.area.top) / grid.scale,
  }
  const findsUnder = (share: number) => {
    const person = Float32Array.from({ length: width * height }, (_, at) =>
      Math.hypot((at % width) - centre.x, Math.floor(at / width) - centre.y) < 20 / grid.scale
        ? share
        : 0,
    )
    return finds({ ...seat, regions: { ...seat.regions, person } })
  }
  expect(findsUnder(0.55)).toBe(true)
  expect(findsUnder(0.65)).toBe(false)
})

test('what it encloses has a least size and begins near the lobe', async () => {
  const seat = await ringed(14)
  const unit = faceWidthOf(seat.face)
  // The ring and a pixel of its rim are none of it.
  const least = Math.sqrt((5e-4 * unit * unit) / Math.PI) + 2.2
  expect(finds(await ringed(least + 2))).toBe(true)
  expect(finds(await ringed(least - 1))).toBe(false)
  const below = (by: number) => ringed(14, 0, { x: LOBE.x, y: LOBE.y + by * unit })
  expect(finds(await below(0.12))).toBe(true)
  expect(finds(await below(0.18))).toBe(false)
})

test('a single earring that no parameter names goes to the ear that shows', async () => {
  const seat = await sitFor('maren')
  const { earring_is_right_ear: _, ...unnamed } = STANDARD
  const { lobes } = seat.drawn.worn
  const middle = (lobes.left.x + lobes.right.x) / 2
  const centreOf = async (yaw: number) => {
    const face = { ...seat.face, pose: { ...seat.face.pose, yaw } }
    const item = { product: await products.stud, parameter: unnamed, index: 0 }
    const { picture } = wearEarrings({ ...seat, face }, [item], () => 1)
    return changeBetween(seat.picture, picture).centre.x
  }
  expect(await centreOf(0)).toBeLessThan(middle)
  expect(await centreOf(-18)).toBeGreaterThan(middle)
  const near = {
    ...unnamed,
    earring_wearing_location: [Math.round(lobes.left.x), 300] as [number, number],
  }
  expect(await worn(seat, 'stud', near)).toBeDefined()
})
