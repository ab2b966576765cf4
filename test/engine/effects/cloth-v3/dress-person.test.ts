import { beforeAll, describe, expect, test } from 'vitest'
import { dressPerson, dressPersonWith } from '../../../../engine/effects/cloth-v3/dress-person.ts'
import { behindGarments } from '../../../../engine/effects/cloth-v3/generate/make-up-behind.ts'
import { inpainting } from '../../../../engine/generate/with-inpainting.ts'
import type { Picture } from '../../../../engine/raster/picture.ts'
import { isEveryCaseTried } from '../../../setup/sampled.ts'
import { redInpainting } from '../../red-inpainting.ts'
import { changed, type DrawnSubject, drawnSubject, garment } from './drawn-subject.ts'

const people = {} as { ines: DrawnSubject }
/** The drawn woman in the striped T-shirt. */
let striped: Picture

beforeAll(async () => {
  people.ines = await drawnSubject('ines', 'small')
  striped = dressPerson(people.ines, [await garment('striped-tee')])
})

describe('a striped T-shirt on a drawn woman', () => {
  test('changes no pixel beside the clothes: face, hands, legs and room keep their bytes', async () => {
    const { picture, scene } = people.ines
    const { joints, mask } = scene.truth.people[0]!
    const wide = joints['leftShoulder']!.x - joints['rightShoulder']!.x
    let count = 0
    changed(picture, striped, (at) => {
      count++
      const [x, y] = [at % picture.width, Math.floor(at / picture.width)]
      expect(y).toBeGreaterThan(joints['leftShoulder']!.y - 0.4 * wide)
      expect(y).toBeLessThan(joints['leftHip']!.y + 0.42 * wide)
      for (const name of ['leftWrist', 'rightWrist']) {
        expect(Math.hypot(x - joints[name]!.x, y - joints[name]!.y)).toBeGreaterThan(0.12 * wide)
      }
      const reach = Math.round(0.12 * wide)
      // A collar stands a little above the shoulder.
      const above = Math.round(0.09 * wide) * picture.width
      const near = [-reach, 0, reach, above].some((by) => mask.data[at + by]! > 0)
      expect(near).toBe(true)
    })
    expect(count).toBeGreaterThan(0.3 * wide * wide)
  })

  test('has level stripes as far apart on the chest as at the waist', async () => {
    const { picture, scene } = people.ines
    const { joints } = scene.truth.people[0]!
    const [left, right] = [joints['rightShoulder']!, joints['leftShoulder']!]
    const middle = (left.x + right.x) / 2
    const wide = right.x - left.x
    const [top, bottom] = [left.y + 0.2 * wide, joints['leftHip']!.y - 0.1 * wide]
    const edgesAt = (x: number): number[] => {
      const light = (y: number) => striped.data[(y * picture.width + Math.round(x)) * 4]!
      const found: number[] = []
      for (let y = Math.round(top); y < bottom; y++) {
        const [a, b] = [light(y), light(y + 1)]
        if (a < 140 && b >= 140) found.push(y + (140 - a) / (b - a))
      }
      return found
    }
    const centre = edgesAt(middle)
    expect(centre.length).toBeGreaterThan(6)
    const steps = centre.slice(1).map((y, n) => y - centre[n]!)
    const mean = steps.reduce((sum, step) => sum + step, 0) / steps.length
    for (const step of steps) expect(Math.abs(step / mean - 1)).toBeLessThan(0.15)
    for (const aside of [-0.25, 0.25]) {
      const edges = edgesAt(middle + aside * wide)
      expect(Math.abs(edges.length - centre.length)).toBeLessThan(2)
      // One at either end can lie beyond what is looked at.
      const inside = edges.filter(
        (y) => y > centre[0]! - 0.5 * mean && y < centre.at(-1)! + 0.5 * mean,
      )
      for (const [n, y] of inside.entries()) {
        const off = Math.min(...centre.map((other) => Math.abs(y - other)))
        expect(off, `stripe ${n}`).toBeLessThan(0.03 * wide)
      }
    }
  })
})

// In `npm test` trousers are put on in `cloth-task.test.ts`.
describe.runIf(isEveryCaseTried())('jeans on a drawn woman in trousers', () => {
  test('cover the old ones, and leave hands, top and room alone', async () => {
    const { picture, scene } = people.ines
    const { joints, mask } = scene.truth.people[0]!
    const worn = dressPerson(people.ines, [await garment('jeans')])
    const wide = joints['leftShoulder']!.x - joints['rightShoulder']!.x
    let count = 0
    changed(picture, worn, (at) => {
      count++
      const [x, y] = [at % picture.width, Math.floor(at / picture.width)]
      expect(y).toBeGreaterThan(joints['leftHip']!.y - 0.15 * wide)
      // The hem's shadow lies on the upper part of the shoes.
      expect(y).toBeLessThan(joints['leftAnkle']!.y + 0.25 * wide)
      const reach = Math.round(0.14 * wide)
      expect([-reach, 0, reach].some((by) => mask.data[at + by]! > 0)).toBe(true)
      for (const name of ['leftWrist', 'rightWrist']) {
        expect(Math.hypot(x - joints[name]!.x, y - joints[name]!.y)).toBeGreaterThan(0.1 * wide)
      }
    })
    expect(count).toBeGreaterThan(0.6 * wide * wide)
    for (const side of ['left', 'right']) {
      for (const share of [0.15, 0.5, 0.9]) {
        const [knee, ankle] = [joints[`${side}Knee`]!, joints[`${side}Ankle`]!]
        const x = Math.round(knee.x + share * (ankle.x - knee.x))
        const y = Math.round(knee.y + share * (ankle.y - knee.y))
        const at = (y * picture.width + x) * 4
        // The old trousers are brown.
        expect(worn.data[at + 2]! - worn.data[at]!, `${side} ${share}`).toBeGreaterThan(20)
      }
    }
  })
})

test.runIf(isEveryCaseTried())(
  'a long skirt over trousers leaves top, hands, shoes and room alone',
  async () => {
    const { picture, scene } = people.ines
    const { joints, mask } = scene.truth.people[0]!
    const wide = joints['leftShoulder']!.x - joints['rightShoulder']!.x
    const worn = dressPerson(people.ines, [await garment('long-skirt')])
    let count = 0
    changed(picture, worn, (at) => {
      count++
      const [x, y] = [at % picture.width, Math.floor(at / picture.width)]
      expect(y).toBeGreaterThan(joints['leftHip']!.y - 0.15 * wide)
      expect(y).toBeLessThan(joints['leftAnkle']!.y + 0.25 * wide)
      const near = [-0.5, -0.3, -0.15, 0, 0.15, 0.3, 0.5].some(
        (by) => mask.data[at + Math.round(by * wide)]! > 0,
      )
      expect(near).toBe(true)
      for (const name of ['leftWrist', 'rightWrist']) {
        expect(Math.hypot(x - joints[name]!.x, y - joints[name]!.y)).toBeGreaterThan(0.1 * wide)
      }
    })
    expect(count).toBeGreaterThan(0.6 * wide * wide)
  },
)

test('without a file a dressed picture keeps every byte, and with one all but a rim', async () => {
  const tee = await garment('striped-tee')
  const garments = [{ ...tee, product: { ...tee.product, faint: 0.5 } }]
  if (isEveryCaseTried()) {
    const without = await dressPersonWith(people.ines, garments, behindGarments({}))
    expect(without.data.every((level, at) => level === striped.data[at])).toBe(true)
  }
  const { net, asked } = redInpainting()
  const binding = { signal: new AbortController().signal, task: 'a' }
  const behind = behindGarments({ inpaint: inpainting(net, binding) })
  const told: string[] = []
  const made = await dressPersonWith(people.ines, garments, behind, (words) => told.push(words))
  expect(asked()).toBe(1)
  // As light as its ground, a garment has edges of which not all can be told.
  expect(told.join(' ')).toContain('as light as its ground')
  let [differs, red] = [0, 0]
  changed(striped, made, (at) => {
    differs++
    if (made.data[4 * at]! > striped.data[4 * at]!) red++
  })
  expect(red).toBeGreaterThan(20)
  expect(differs).toBeLessThan(0.09 * people.ines.wearer.torso.shoulders ** 2)
})
