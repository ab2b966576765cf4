import { beforeAll, expect, test } from 'vitest'
import { fitTop } from '../../../../../engine/effects/cloth-v3/fit/fit-top.ts'
import { foldedShare } from '../../../../../engine/effects/cloth-v3/fit/mesh.ts'
import { alongArm, outOfArm } from '../../../../../engine/effects/cloth-v3/fit/sleeve-end.ts'
import type { TopShape } from '../../../../../engine/effects/cloth-v3/garment.ts'
import {
  crossSectionAt,
  wornHemHeight,
} from '../../../../../engine/effects/cloth-v3/measure/body-edges.ts'
import { measureLowerBody } from '../../../../../engine/effects/cloth-v3/measure/lower-body.ts'
import { pixelToTorso } from '../../../../../engine/effects/cloth-v3/measure/torso-axes.ts'
import { readGarment } from '../../../../../engine/effects/cloth-v3/read/read-garment.ts'
import type { Point } from '../../../../../engine/geometry/point.ts'
import { readProduct } from '../../../../../engine/product/read-product.ts'
import { ines } from '../../../../../samples/people.ts'
import { drawGarmentAlone } from '../../../../bench/garment-alone.ts'
import { isEveryCaseTried } from '../../../../setup/sampled.ts'
import { type DrawnSubject, drawnSubject, garment, takenForTop } from '../drawn-subject.ts'

/** The colour of the top that the drawn woman wears, #3f7f86. */
const TEAL = [63, 127, 134]

const people = {} as { ines: DrawnSubject; kofi: DrawnSubject }

beforeAll(async () => {
  people.ines = await drawnSubject('ines')
  people.kofi = await drawnSubject('kofi')
})

test('a T-shirt is not folded over, nor stretched across more than bounds', async () => {
  const tee = await garment('striped-tee')
  const { torso, sleeves, scale } = fitTop(tee.shape as TopShape, people.ines.wearer)
  for (const mesh of [torso, ...sleeves]) expect(foldedShare(mesh)).toBeLessThan(0.06)
  const row = (torso.rows - 8) * torso.columns + (torso.columns >> 1)
  const across =
    (torso.worn[row + 1]!.x - torso.worn[row - 1]!.x) /
    (torso.flat[row + 1]!.x - torso.flat[row - 1]!.x)
  expect(across / scale).toBeGreaterThan(0.8)
  expect(across / scale).toBeLessThan(1.2)
})

test.runIf(isEveryCaseTried())(
  'what regions take for a top is no collar where it has the colour of skin, and the neckline stays',
  async () => {
    const { wearer } = people.ines
    const { torso, regions, picture } = wearer
    const alone = await drawGarmentAlone({ ...ines, at: { x: 0, y: 0 }, height: 1 }, 'upper_body')
    const shape = readGarment(readProduct(alone, { removeBackground: true, index: 0 }))
      .shape as TopShape
    const isNeck = (at: number, x: number, y: number): boolean => {
      const { u, v } = pixelToTorso(torso, { x, y })
      const isNear = Math.abs(u) < 0.2 * torso.shoulders && v > -0.45 * torso.shoulders && v < 0
      return isNear && regions['body-skin'].data[at]! > 12
    }
    const fooled = takenForTop(wearer, isNeck)
    const data = picture.data.slice()
    for (let at = 0; at < data.length / 4; at++) {
      if (isNeck(at, at % picture.width, Math.floor(at / picture.width))) data.set(TEAL, 4 * at)
    }
    const collared = { ...fooled, picture: { ...picture, data } }
    const [own, neck, collar] = [wearer, fooled, collared].map(
      (one) => fitTop(shape, one).neckline[0]!.y,
    ) as [number, number, number]
    expect(Math.abs(neck - own) / torso.shoulders).toBeLessThan(0.005)
    expect((own - collar) / torso.shoulders).toBeGreaterThan(0.03)
  },
)

test.runIf(isEveryCaseTried())('sleeves follow the arms to the wrists', async () => {
  const { wearer, scene } = people.kofi
  const { sleeves } = fitTop((await garment('sweater')).shape as TopShape, wearer)
  const { joints } = scene.truth.people[0]!
  const wide = joints['leftShoulder']!.x - joints['rightShoulder']!.x
  for (const [n, wrist] of ['rightWrist', 'leftWrist'].entries()) {
    const cuff = sleeves[n]!.worn.at(-13)!
    const { x, y } = joints[wrist]!
    expect(Math.hypot(cuff.x - x, cuff.y - y)).toBeLessThan(0.2 * wide)
  }
})

test('a top that is too short is lengthened in the plain cloth above its hem alone', async () => {
  const { wearer } = people.ines
  const { torso } = wearer
  const tee = (await garment('tee')).shape as TopShape
  const armpit = (tee.armpits[0].y + tee.armpits[1].y) / 2
  const shorten = (share: number): TopShape => {
    const at = ({ x, y }: Point): Point => ({ x, y: armpit + share * (y - armpit) })
    const sides = [tee.sides[0].map(at), tee.sides[1].map(at)] as const
    return { ...tee, sides, hem: tee.hem.map(at), plainBelow: undefined }
  }
  const hems = (shape: TopShape) =>
    fitTop(shape, wearer).hem.map((point) => pixelToTorso(torso, point).v)
  const short = [0.9, 0.8, 0.7, 0.6].map(shorten).find((shape) => {
    try {
      return hems(shape).length === 0
    } catch {
      return true
    }
  })!
  expect(() => fitTop(short, wearer)).toThrow(/reaches lower/)
  const end = short.hem[short.hem.length >> 1]!.y
  const plain = { ...short, plainBelow: armpit + 0.5 * (end - armpit) }
  expect(Math.max(...hems(plain))).toBeGreaterThan(wornHemHeight(wearer))
  const { printed, torso: mesh, scale } = fitTop(plain, wearer)
  expect(printed.rows).toBeLessThan(mesh.rows)
  // The rows just above the plain cloth are drawn out by a tenth.
  const column = mesh.columns >> 1
  const [upper, lower] = [printed.rows - 3, printed.rows - 1].map((row) => ({
    worn: printed.worn[row * mesh.columns + column]!.y,
    flat: printed.flat[row * mesh.columns + column]!.y,
  })) as [{ worn: number; flat: number }, { worn: number; flat: number }]
  const drawn = (lower.worn - upper.worn) / (scale * (lower.flat - upper.flat))
  expect(drawn).toBeGreaterThan(0.95)
  expect(drawn).toBeLessThan(1.25)
  expect(() => fitTop({ ...short, plainBelow: armpit + 0.9 * (end - armpit) }, wearer)).toThrow(
    /reaches lower/,
  )
})

test('a top without sleeves has armholes from the tips of its shoulders to its armpits', async () => {
  const { wearer } = people.ines
  const tee = (await garment('tee')).shape as TopShape
  const { torso, armholes } = fitTop({ ...tee, sleeves: undefined }, wearer)
  for (const n of [0, 1] as const) {
    const { tip, end } = armholes![n]
    const rows = Array.from({ length: torso.rows }, (_, row) => {
      const at = row * torso.columns + (n === 0 ? 0 : torso.columns - 1)
      return { worn: torso.worn[at]!, off: Math.abs(torso.flat[at]!.y - tee.armpits[n].y) }
    })
    const corner = rows[0]!.worn
    const armpit = rows.toSorted((one, other) => one.off - other.off)[0]!.worn
    expect(tip.along).toBeLessThan(-5)
    expect(tip.along).toBeCloseTo(alongArm(wearer.arms[n], corner), 0)
    expect(tip.out).toBeCloseTo(outOfArm(wearer.arms[n], corner, n), 0)
    expect(Math.abs(end - alongArm(wearer.arms[n], armpit))).toBeLessThan(4)
  }
  expect(fitTop(tee, wearer).armholes).toBeUndefined()
})

test('trousers end where the old ones end, and part near the crotch', async () => {
  const { wearer, scene } = people.ines
  const { joints } = scene.truth.people[0]!
  const wide = joints['leftShoulder']!.x - joints['rightShoulder']!.x
  const { ends, crotch } = measureLowerBody(wearer)
  const unit = wide / 134
  const truth = {
    crotch: joints['leftHip']!.y + 35 * unit,
    hem: joints['leftAnkle']!.y + 17 * unit,
  }
  expect(Math.abs(crotch.y - truth.crotch) / wide).toBeLessThan(0.1)
  for (const n of [0, 1] as const) {
    const { at } = crossSectionAt(wearer.legs[n], ends[n], n === 0 ? -1 : 1)
    expect(Math.abs(at.y - truth.hem) / wide).toBeLessThan(0.02)
  }
})
