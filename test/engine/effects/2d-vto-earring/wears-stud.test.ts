import { expect, test } from 'vitest'
import { findEarlobe } from '../../../../engine/effects/2d-vto-earring/find-earlobe.ts'
import { takeOffEarring } from '../../../../engine/effects/2d-vto-earring/take-off-earring.ts'
import { STUD } from '../../../../engine/effects/2d-vto-earring/tuning.ts'
import { wearsStud } from '../../../../engine/effects/2d-vto-earring/wears-stud.ts'
import { faceWidthOf } from '../../../../engine/jewellery/face-scale.ts'
import { labToSrgb } from '../../../../engine/raster/colour/lab.ts'
import { type SeatedBust, sitFor } from '../../jewellery/sit-for.ts'

/** Lightness L*, and lengths in widths of the face. */
type Spot = { light: number; radius: number; far?: number; skin?: number; ground?: number }

/** A head of one colour before a ground of another one, with a round spot at its right lobe or so far beside it. */
async function spotted({
  light,
  radius,
  far = 0,
  skin: own = 40,
  ground = 15,
}: Spot): Promise<SeatedBust & { at: { x: number; y: number } }> {
  const seat = await sitFor('kofi')
  const { at } = findEarlobe(seat.face, seat.regions, 'right')
  const unit = faceWidthOf(seat.face)
  const isGround = (x: number): boolean => x < at.x - 0.15 * unit
  const { width } = seat.picture
  const data = seat.picture.data.slice()
  for (let i = 0; i < data.length / 4; i++) {
    const [x, y] = [(i % width) + 0.5, Math.floor(i / width) + 0.5]
    const isSpot = Math.hypot(x - at.x - far * unit, y - at.y) < radius * unit
    const l = isSpot ? light : isGround(x) ? ground : own
    data.set(labToSrgb({ l, a: 0, b: 0 }), 4 * i)
  }
  const { grid } = seat.regions
  const person = seat.regions.person.map((_, n) =>
    isGround(grid.area.left + ((n % grid.width) + 0.5) * grid.scale) ? 0 : 1,
  )
  const regions = { ...seat.regions, person, skin: person }
  return { ...seat, picture: { ...seat.picture, data }, regions, at }
}

async function finds(spot: Spot): Promise<boolean> {
  const { picture, face, regions, at } = await spotted(spot)
  return wearsStud(picture, face, regions, at)
}

test('a spot that is lighter than the shine of the skin is an earring, which is refused', async () => {
  expect(await finds({ light: 40 * STUD.lighter + 2, radius: 0.02 })).toBe(false)
  expect(await finds({ light: 40 + STUD.standsOut + 2, radius: 0.02 })).toBe(true)
  expect(await finds({ light: 40 + STUD.standsOut - 2, radius: 0.02 })).toBe(false)
  const { picture, face, regions, at } = await spotted({ light: 70, radius: 0.02 })
  const takeOff = () => takeOffEarring(picture, face, regions, at, 'right', true)
  expect(takeOff).toThrow(/right ear wears an earring already, which cannot be painted out/)
})

test('light skin shines as much', async () => {
  expect(await finds({ light: 97, radius: 0.02, skin: 80 })).toBe(true)
  expect(await finds({ light: 97, radius: 0.02, skin: 86 })).toBe(false)
})

test('it has a least area and is near the lobe', async () => {
  const least = Math.sqrt(STUD.area / Math.PI)
  expect(await finds({ light: 75, radius: least + 0.003 })).toBe(true)
  expect(await finds({ light: 75, radius: least - 0.003 })).toBe(false)
  expect(await finds({ light: 75, radius: 0.015, far: STUD.near - 0.012 })).toBe(true)
  expect(await finds({ light: 75, radius: 0.015, far: STUD.near + 0.012 })).toBe(false)
})

test('the ground between strands of hair is none', async () => {
  expect(await finds({ light: 70, radius: 0.02, ground: 70 })).toBe(false)
  expect(await finds({ light: 70, radius: 0.02, ground: 62 })).toBe(true)
})
