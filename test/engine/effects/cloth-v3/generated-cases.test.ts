import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { Fault } from '../../../../catalog/failures/fault.ts'
import { codeOf } from '../../../../catalog/features/code-of.ts'
import { findFeature } from '../../../../catalog/features/features.ts'
import { decodePicture } from '../../../../engine/media/decode-picture.ts'
import type { Picture } from '../../../../engine/raster/picture.ts'
import { garmentNamed } from '../../../../samples/all-garments.ts'
import { drawPeople } from '../../../../samples/draw-people.ts'
import { drawProduct } from '../../../../samples/draw-product.ts'
import { ROOM } from '../../../../samples/empty-room.ts'
import { amara, ines, kofi } from '../../../../samples/people.ts'
import { isEveryCaseTried, sampled } from '../../../setup/sampled.ts'
import { type Planted, runCloth } from './run-cloth.ts'

/** What the engine leaves to a generator, as docs/effects.md calls it, with the code and the words without one. */
const CASES = [
  [
    'short sleeves over long ones',
    'kofi',
    'tee',
    'upper_body',
    'error_apply_region_mismatch',
    /sleeves at least as long can be worn/,
  ],
  [
    'shorts over trousers',
    'ines',
    'shorts',
    'lower_body',
    'error_apply_region_mismatch',
    /longer trousers|at least as long/,
  ],
  [
    'a short dress over trousers',
    'ines',
    'striped-dress',
    'full_body',
    'error_apply_region_mismatch',
    /longer garment can be worn/,
  ],
  [
    'trousers over a skirt',
    'amara',
    'jeans',
    'lower_body',
    'error_apply_region_mismatch',
    /skirt that is at least as long can be worn/,
  ],
  [
    'shoes',
    'ines',
    'jeans',
    'shoes',
    'error_apply_region_mismatch',
    /Tops, trousers, shorts, skirts and dresses can be worn/,
  ],
  [
    'crossed',
    'crossed',
    'sweater',
    'upper_body',
    'error_pose',
    /arms hang down or stand off the body can be dressed/,
  ],
  ['a coat', 'ines', 'coat', 'upper_body', 'error_invalid_ref', /./],
] as const

type Who = (typeof CASES)[number][1]

const people = {} as Record<Who, Picture>
const garments = new Map<string, Picture>()

beforeAll(async () => {
  const room = { ...ROOM, floor: 495, horizon: 320, plant: false }
  const draw = async (model: typeof ines): Promise<Picture> => {
    const person = { ...model, at: { x: 225, y: 569 }, height: 492 }
    const scene = { width: 450, height: 600, seed: 11, room, people: [person] }
    return decodePicture((await drawPeople(scene)).png)
  }
  const arms = { leftArm: 12, rightArm: 12, leftElbow: 100, rightElbow: 100 }
  const models = { ines, kofi, amara, crossed: { ...ines, pose: { ...ines.pose, ...arms } } }
  for (const [, who] of sampled(1, CASES)) people[who] ??= await draw(models[who])
  for (const [, , name] of sampled(1, CASES)) {
    if (name === 'coat' || garments.has(name)) continue
    garments.set(name, await decodePicture(await drawProduct(garmentNamed(name), { scale: 0.6 })))
  }
  garments.set('coat', openCoat())
})

/** A coat that hangs open: two fronts of one colour with nothing between them. */
function openCoat(): Picture {
  const size = { width: 500, height: 640 }
  const data = new Uint8ClampedArray(4 * size.width * size.height).fill(250)
  for (let y = 60; y < 600; y++) {
    for (let x = 110; x < 390; x++) {
      if (Math.abs(x - 250) < 26) continue
      data.set([60, 52, 48, 255], 4 * (y * size.width + x))
    }
  }
  return { ...size, data }
}

async function attempt(
  who: Who,
  { garment, category }: { garment: string; category: string },
  planted?: Planted,
) {
  const files = { src: people[who], ref: garments.get(garment)! }
  return runCloth(files, { garment_category: category }, planted)
}

describe.each(sampled(1, CASES))('%s', (name, who, garment, category, code, words) => {
  test('is refused without a generator, with words that say what works, and documented', async () => {
    const fault = await attempt(who, { garment, category }).then(
      () => undefined,
      (error: unknown) => error,
    )
    expect(fault).toBeInstanceOf(Fault)
    expect(codeOf(findFeature('cloth-v3')!, fault as Fault)).toBe(code)
    expect((fault as Fault).message).toMatch(words)
    expect(await readFile('docs/effects.md', 'utf8')).toContain(name)
  })

  // In `npm test` one that is shown a reference paints in `cloth-task.test.ts`.
  test.runIf(isEveryCaseTried())(
    'is painted by a generator that is shown the reference',
    async () => {
      const planted: Planted = { abilities: ['fill', 'fill from a reference'], asked: [] }
      const { output } = await attempt(who, { garment, category }, planted)
      expect(output!.bytes.length).toBeGreaterThan(1000)
      expect(planted.asked).toHaveLength(1)
      expect(planted.asked[0]!.reference).toBeDefined()
      // Something is replaced, and much of the picture is not.
      const { data } = planted.asked[0]!.replace
      const share = data.filter((value) => value > 0).length / data.length
      expect(share).toBeGreaterThan(0.002)
      expect(share).toBeLessThan(0.6)
    },
  )
})
