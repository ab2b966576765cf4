import { beforeAll, expect, test } from 'vitest'
import type { LowerShape, TopShape } from '../../../../../engine/effects/cloth-v3/garment.ts'
import { wornHemHeight } from '../../../../../engine/effects/cloth-v3/measure/body-edges.ts'
import { pixelToTorso } from '../../../../../engine/effects/cloth-v3/measure/torso-axes.ts'
import { LOOSE_SPECKS } from '../../../../../engine/effects/cloth-v3/tuning.ts'
import {
  drawGarment,
  layGarment,
  paintGarment,
} from '../../../../../engine/effects/cloth-v3/wear/draw-garment.ts'
import { wearLower } from '../../../../../engine/effects/cloth-v3/wear/wear-lower.ts'
import { wearTop } from '../../../../../engine/effects/cloth-v3/wear/wear-top.ts'
import { pointBetween } from '../../../../../engine/geometry/point.ts'
import { changed, type DrawnSubject, drawnSubject, garment, takenForTop } from '../drawn-subject.ts'

const people = {} as { ines: DrawnSubject }

beforeAll(async () => {
  people.ines = await drawnSubject('ines', 'small')
})

test('a top over a dress replaces nothing of it below the hem, as if that was background', async () => {
  const { wearer } = people.ines
  const data = wearer.picture.data.map((value, i) => {
    const { 'upper-garment': upper, 'lower-garment': lower } = wearer.regions
    return Math.max(upper.data[i >> 2]!, lower.data[i >> 2]!) > 0 ? 180 : value
  })
  const { shape } = await garment('tee')
  const top = shape as TopShape
  const dress = wearTop({ ...wearer, picture: { ...wearer.picture, data } }, top, 'top')
  const [mesh] = dress.parts[0]!.meshes
  const hem = mesh!.worn.slice(-mesh!.columns).map((point) => pixelToTorso(wearer.torso, point).v)
  expect(dress.heights.to).toBeLessThanOrEqual(Math.min(...hem) + 0.01)
  expect(wearTop(wearer, top, 'top').heights.to).toBeGreaterThan(Math.max(...hem) - 5)
})

test('what regions take for a top keeps its bytes well below the hem of the new one', async () => {
  const { wearer } = people.ines
  const { torso } = wearer
  const { product, shape } = await garment('tee')
  const hem = wornHemHeight(wearer)
  const isPatch = (x: number, y: number): boolean => {
    const { u, v } = pixelToTorso(torso, { x, y })
    const below = (v - hem) / torso.shoulders
    return Math.abs(u) < 0.1 * torso.shoulders && below > 0.1 && below < 0.14
  }
  const fooled = takenForTop(wearer, (_, x, y) => isPatch(x, y))
  const out = drawGarment(fooled, product, wearTop(fooled, shape as TopShape, 'top'))
  let count = 0
  changed(wearer.picture, out, (at) => {
    if (isPatch(at % out.width, Math.floor(at / out.width))) count++
  })
  expect(count).toBe(0)
})

/** The drawn woman with dark specks at the right of her, so far down her trunk, that hang together with nothing. */
function specked({ wearer }: DrawnSubject, heights: readonly number[]) {
  const { picture, body, torso } = wearer
  const [data, mask] = [picture.data.slice(), body.mask.data.slice()]
  const places = heights.map((v) => {
    const row = Math.round(torso.origin.y + v)
    const isFree = (x: number): boolean =>
      [-4, 0, 4].every((dy) =>
        [-3, 0, 9].every((dx) => body.mask.data[(row + dy) * picture.width + x + dx] === 0),
      )
    let left = Math.round(torso.origin.x)
    while (!isFree(left)) left++
    for (let y = row - 2; y < row + 3; y++) {
      for (let x = left; x < left + 6; x++) {
        const at = y * picture.width + x
        data.set([0, 0, 0], 4 * at)
        mask[at] = 255
      }
    }
    return row * picture.width + left + 3
  })
  const specks = {
    ...wearer,
    picture: { ...picture, data },
    body: { ...body, mask: { ...body.mask, data: mask } },
  }
  return { wearer: specks, places }
}

test('specks beside the new top that hang together with nothing go, and only the wall is continued there', async () => {
  const { picture, regions, torso } = people.ines.wearer
  const { product, shape } = await garment('tee')
  const below = wornHemHeight(people.ines.wearer) + 0.1 * torso.shoulders
  const { wearer, places } = specked(people.ines, [0.75 * torso.length, below])
  const laid = layGarment(wearer, product, wearTop(wearer, shape as TopShape, 'top'))
  const out = paintGarment(laid)
  for (const place of places) {
    const level = picture.data[4 * place]!
    expect(level).toBeGreaterThan(60)
    expect(Math.abs(out.data[4 * place]! - level)).toBeLessThan(20)
  }
  // Beside the lower one are the trousers.
  const { box, hidden } = laid.hole!
  let trousers = 0
  for (let at = places[1]! - LOOSE_SPECKS.around; at < places[1]!; at++) {
    if (regions['lower-garment'].data[at]! < 240) continue
    trousers++
    const [x, y] = [at % picture.width, Math.floor(at / picture.width)]
    expect(hidden[(y - box.top) * box.width + x - box.left], `column ${x}`).toBe(1)
  }
  expect(trousers).toBeGreaterThan(5)
})

test('and such a speck beside new trousers stays', async () => {
  const { product, shape } = await garment('jeans')
  const { wearer, places } = specked(people.ines, [1.4 * people.ines.wearer.torso.length])
  const { uncovered } = layGarment(wearer, product, wearLower(wearer, shape as LowerShape))
  expect(uncovered.beside[places[0]!]).toBe(0)
})

test('a top without sleeves ends at its armholes, and one with sleeves has none', async () => {
  const { wearer } = people.ines
  const tee = (await garment('tee')).shape as TopShape
  const bare = wearTop(wearer, { ...tee, sleeves: undefined }, 'top')
  const sleeved = wearTop(wearer, tee, 'top')
  for (const [shoulder, elbow] of wearer.arms) {
    const [high, low] = [0.05, 0.6].map((share) => pointBetween(shoulder, elbow, share))
    expect([high, low].map((place) => bare.byArmhole?.(place!))).toEqual([1, 0])
    expect(sleeved.byArmhole?.(high!)).toBe(0)
  }
})
