import { describe, expect, test } from 'vitest'
import { wearEarrings } from '../../../../engine/effects/2d-vto-earring/earring.ts'
import { findEarlobe } from '../../../../engine/effects/2d-vto-earring/find-earlobe.ts'
import {
  findWornEarring,
  isBroad,
} from '../../../../engine/effects/2d-vto-earring/find-worn-earring.ts'
import { ringTest } from '../../../../engine/geometry/polygon.ts'
import { faceWidthOf } from '../../../../engine/jewellery/face-scale.ts'
import { FACE } from '../../../../engine/vision/faces/face.ts'
import { changeBetween, sitFor } from '../../jewellery/sit-for.ts'
import { products, STANDARD, worn } from './wear-drawn-earring.ts'

describe('an earring that is worn already', () => {
  test('is painted out before the new one is put on, and the result says so', async () => {
    const seat = await sitFor('maren')
    const hoop = await worn(seat, 'hoop', { earring_scale: 3 })
    const dressed = { ...seat, picture: hoop }
    const stud = { product: await products.stud, parameter: STANDARD, index: 0 }
    const made = wearEarrings(dressed, [stud], () => 1)
    expect(made.note).toBe(
      'What hung from the right ear already, an earring by its look, was painted out.',
    )
    const wanted = await worn(seat, 'stud')
    const left = changeBetween(wanted, made.picture, 40).count
    expect(left).toBeLessThan(changeBetween(seat.picture, hoop, 40).count / 3)
  })

  test('none is found on a bare ear', async () => {
    for (const who of ['kofi', 'maren'] as const) {
      const seat = await sitFor(who)
      for (const side of ['right', 'left'] as const) {
        const { at } = findEarlobe(seat.face, seat.regions, side)
        expect(findWornEarring(seat.picture, seat.face, seat.regions, at)).toBeUndefined()
      }
    }
  })

  test.each([
    ['the ground between two strands of hair is none', [130, 135, 140], false],
    ['silver between them is one', [215, 220, 225], true],
  ] as const)('%s', async (_, between, isWorn) => {
    const seat = await sitFor('maren')
    const { width } = seat.picture
    const { at } = findEarlobe(seat.face, seat.regions, 'right')
    const data = seat.picture.data.slice()
    const person = seat.regions.person.slice().fill(1)
    const { grid } = seat.regions
    for (let i = 0; i < data.length / 4; i++) {
      const [x, y] = [(i % width) - at.x, Math.floor(i / width) - at.y]
      if (Math.abs(x) > 30 || y < -10 || y > 55) continue
      const isHair = Math.abs(x) < 5 && y < 40
      const isBetween = Math.abs(x) < 2 && isHair
      data.set(isBetween ? between : isHair ? [25, 22, 20] : [130, 135, 140], 4 * i)
      const column = Math.floor(((i % width) - grid.area.left) / grid.scale)
      const row = Math.floor((Math.floor(i / width) - grid.area.top) / grid.scale)
      if (!isHair) person[row * grid.width + column] = 0
    }
    const picture = { ...seat.picture, data }
    const found = findWornEarring(picture, seat.face, { ...seat.regions, person }, at)
    expect(found !== undefined).toBe(isWorn)
  })

  test('the light along the edge of a cheek is none', async () => {
    const seat = await sitFor('kofi')
    const { width } = seat.picture
    const { at } = findEarlobe(seat.face, seat.regions, 'right')
    const oval = FACE.oval.map((point) => seat.face.landmarks[point]!)
    const isBeforeFace = ringTest(oval)
    const data = seat.picture.data.slice()
    const unit = faceWidthOf(seat.face)
    for (let y = Math.floor(at.y - 0.02 * unit); y < at.y + 0.14 * unit; y++) {
      let edge = 0
      while (edge < width && !isBeforeFace(edge, y)) edge++
      for (let x = edge + 6; x < edge + 9; x++) data.set([250, 246, 240], 4 * (y * width + x))
    }
    const lit = { ...seat.picture, data }
    expect(findWornEarring(lit, seat.face, seat.regions, at)).toBeUndefined()
  })

  test.each([
    ['a white collar between clothes and the neck is none', 1, -0.02, false],
    ['what is as white farther from the clothes is one', 1, -0.08, true],
    ['what is as white beside the ground is one', 0, -0.02, true],
  ] as const)('%s', async (_, cloth, edge, isWorn) => {
    const seat = await sitFor('kofi')
    const { face, picture, regions } = seat
    const { at } = findEarlobe(face, regions, 'right')
    const unit = faceWidthOf(face)
    const data = picture.data.slice()
    const [skin, person] = [regions.skin.slice(), regions.person.slice()]
    const { grid } = regions
    for (let i = 0; i < data.length / 4; i++) {
      const [x, y] = [
        ((i % picture.width) - at.x) / unit,
        (Math.floor(i / picture.width) - at.y) / unit,
      ]
      if (Math.abs(x) > 0.5 || y < 0.03 || y > 0.7) continue
      const isLine = x > -0.02 && x < 0.01 && y > 0.06 && y < 0.4
      data.set(isLine ? [240, 238, 244] : x < edge ? [30, 32, 38] : [120, 80, 60], 4 * i)
      const column = Math.floor(((i % picture.width) - grid.area.left) / grid.scale)
      const row = Math.floor((Math.floor(i / picture.width) - grid.area.top) / grid.scale)
      if (column < 0 || row < 0 || column >= grid.width || row >= grid.height) continue
      skin[row * grid.width + column] = isLine || x >= edge ? 1 : 0
      person[row * grid.width + column] = isLine || x >= edge ? 1 : cloth
    }
    const hair = new Float32Array(skin.length)
    const dressed = { ...regions, skin, person, hair }
    const found = findWornEarring({ ...picture, data }, face, dressed, at)
    expect(found !== undefined).toBe(isWorn)
  })

  test('that hides more than can be painted is refused', async () => {
    const seat = await sitFor('kofi')
    const drop = await worn(seat, 'drop', { earring_scale: 4 })
    const stud = { product: await products.stud, parameter: STANDARD, index: 0 }
    const wear = () => wearEarrings({ ...seat, picture: drop }, [stud], () => 1)
    expect(wear).toThrow(/right ear wears an earring already, which cannot be painted out/)
  })

  test('that is larger than what is looked at is refused', async () => {
    const seat = await sitFor('kofi')
    const hoop = await worn(seat, 'hoop', { earring_scale: 8 })
    const stud = { product: await products.stud, parameter: STANDARD, index: 0 }
    const wear = () => wearEarrings({ ...seat, picture: hoop }, [stud], () => 1)
    expect(wear).toThrow(/cannot be painted out/)
  })

  test.each([
    ['was not found', 0],
    ['hair hides', 1],
  ])('on a lobe that %s is refused', async (_, share) => {
    const seat = await sitFor('maren')
    const picture = await worn(seat, 'hoop', { earring_scale: 3 })
    const none = new Float32Array(seat.regions.skin.length)
    const hair = none.map(() => share)
    const regions = { ...seat.regions, skin: none, hair, person: none }
    const stud = { product: await products.stud, parameter: STANDARD, index: 0 }
    const wear = () => wearEarrings({ ...seat, picture, regions }, [stud], () => 1)
    expect(wear).toThrow(/right ear wears an earring already/)
  })

  test('is broad from a depth on', () => {
    const size = {
      width: 40,
      height: 40,
      scale: 1,
      area: { left: 0, top: 0, width: 40, height: 40 },
    }
    const unit = 100
    const band = (wide: number) =>
      Uint8Array.from({ length: 1600 }, (_, at) => (at % 40 >= 10 && at % 40 < 10 + wide ? 1 : 0))
    const least = 2 * Math.round(0.06 * unit)
    expect(isBroad(band(least), size, unit)).toBe(false)
    expect(isBroad(band(least + 1), size, unit)).toBe(true)
  })
})
