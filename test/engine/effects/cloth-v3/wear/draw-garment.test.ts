import { beforeAll, expect, test } from 'vitest'
import type { TopShape } from '../../../../../engine/effects/cloth-v3/garment.ts'
import { wornHemHeight } from '../../../../../engine/effects/cloth-v3/measure/body-edges.ts'
import { pixelToTorso } from '../../../../../engine/effects/cloth-v3/measure/torso-axes.ts'
import { drawGarment } from '../../../../../engine/effects/cloth-v3/wear/draw-garment.ts'
import { wearTop } from '../../../../../engine/effects/cloth-v3/wear/wear-top.ts'
import { changed, type DrawnSubject, drawnSubject, garment, takenForTop } from '../drawn-subject.ts'

const people = {} as { ines: DrawnSubject }

beforeAll(async () => {
  people.ines = await drawnSubject('ines')
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

test('a speck beside the new top that hangs together with nothing goes, whatever it passes for', async () => {
  const { wearer } = people.ines
  const { picture, body, torso } = wearer
  const { product, shape } = await garment('tee')
  const row = Math.round(torso.origin.y + 0.75 * torso.length)
  const isFree = (x: number): boolean =>
    [-4, 0, 4].every((dy) =>
      [-3, 0, 9].every((dx) => body.mask.data[(row + dy) * picture.width + x + dx] === 0),
    )
  let left = Math.round(torso.origin.x)
  while (!isFree(left)) left++
  const isSpeck = (at: number): boolean => {
    const [x, y] = [at % picture.width, Math.floor(at / picture.width)]
    return x >= left && x < left + 6 && Math.abs(y - row) < 3
  }
  const data = picture.data.map((level, i) => (isSpeck(i >> 2) && i % 4 < 3 ? 0 : level))
  const mask = body.mask.data.map((level, at) => (isSpeck(at) ? 255 : level))
  const specked = {
    ...wearer,
    picture: { ...picture, data },
    body: { ...body, mask: { ...body.mask, data: mask } },
  }
  const out = drawGarment(specked, product, wearTop(specked, shape as TopShape, 'top'))
  const at = 4 * (row * picture.width + left + 3)
  const level = picture.data[at]!
  expect(level).toBeGreaterThan(60)
  expect(Math.abs(out.data[at]! - level)).toBeLessThan(20)
})
