import { expect, test } from 'vitest'
import { findEarlobe } from '../../../../engine/effects/2d-vto-earring/find-earlobe.ts'
import { liesOnGround } from '../../../../engine/effects/2d-vto-earring/lies-on-ground.ts'
import { faceWidthOf } from '../../../../engine/jewellery/face-scale.ts'
import { labToSrgb } from '../../../../engine/raster/colour/lab.ts'
import { sitFor } from '../../jewellery/sit-for.ts'

test('a place with the colour of the ground behind is no lobe, one with another colour is', async () => {
  const seat = await sitFor('kofi')
  const { at } = findEarlobe(seat.face, seat.regions, 'right')
  const unit = faceWidthOf(seat.face)
  const { width } = seat.picture
  const { grid } = seat.regions
  const isGround = (x: number): boolean => x < at.x - 0.15 * unit
  const person = seat.regions.person.map((_, n) =>
    isGround(grid.area.left + ((n % grid.width) + 0.5) * grid.scale) ? 0 : 1,
  )
  const tellsGround = (light: number): boolean => {
    const data = seat.picture.data.slice()
    for (let i = 0; i < data.length / 4; i++) {
      const [x, y] = [(i % width) + 0.5, Math.floor(i / width) + 0.5]
      // Between an ear and a lock of hair there is as little of it.
      const isBetween = Math.hypot(x - at.x, y - at.y) < 0.03 * unit
      const l = isBetween ? light : isGround(x) ? 70 : 45
      data.set(labToSrgb({ l, a: 10, b: 12 }), 4 * i)
    }
    const picture = { ...seat.picture, data }
    return liesOnGround(picture, seat.face, { ...seat.regions, person, skin: person }, at)
  }
  expect(tellsGround(72)).toBe(true)
  expect(tellsGround(78)).toBe(false)
  expect(tellsGround(45)).toBe(false)
})
