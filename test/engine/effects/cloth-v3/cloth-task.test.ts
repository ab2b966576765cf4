import { beforeAll, describe, expect, test } from 'vitest'
import { decodePicture } from '../../../../engine/media/decode-picture.ts'
import type { Picture } from '../../../../engine/raster/picture.ts'
import { garmentNamed } from '../../../../samples/all-garments.ts'
import { drawProduct } from '../../../../samples/draw-product.ts'
import { onePerson } from '../../../../samples/one-person.ts'
import { isEveryCaseTried, sampled } from '../../../setup/sampled.ts'
import { type Planted, runCloth } from './run-cloth.ts'

const pictures = {} as Record<
  'ines' | 'amara' | 'two' | 'shorts' | 'jeans' | 'striped-dress' | 'blank',
  Picture
>

beforeAll(async () => {
  const alone = async (who: 'ines' | 'amara') =>
    await decodePicture((await onePerson(who, 450)).png)
  pictures.ines = await alone('ines')
  // The woman twice takes less time to make than two people.
  pictures.amara = isEveryCaseTried() ? await alone('amara') : pictures.ines
  pictures.two = beside(pictures.ines, pictures.amara)
  for (const name of sampled(2, ['shorts', 'jeans', 'striped-dress'] as const)) {
    pictures[name] = await decodePicture(await drawProduct(garmentNamed(name), { scale: 0.6 }))
  }
  const data = new Uint8ClampedArray(400 * 400 * 4).fill(200)
  pictures.blank = { width: 400, height: 400, data }
})

function beside(left: Picture, right: Picture): Picture {
  const data = new Uint8ClampedArray(2 * left.data.length)
  const row = 4 * left.width
  for (let y = 0; y < left.height; y++) {
    data.set(left.data.subarray(y * row, (y + 1) * row), 2 * y * row)
    data.set(right.data.subarray(y * row, (y + 1) * row), (2 * y + 1) * row)
  }
  return { width: 2 * left.width, height: left.height, data }
}

const run = (
  ref: keyof typeof pictures,
  parameters: object,
  planted?: Planted,
  src: keyof typeof pictures = 'ines',
) => runCloth({ src: pictures[src], ref: pictures[ref] }, parameters, planted)

describe('without a generator', () => {
  // In `npm test` they are put on beside a generator, which is not asked.
  test.runIf(isEveryCaseTried())(
    'trousers are put on, and the results say that shoes stay',
    async () => {
      const { results } = await run('jeans', { garment_category: 'lower_body' })
      expect(results['note']).toMatch(/shoes are those of the source/)
      const other = await run('jeans', { garment_category: 'lower_body', change_shoes: false })
      expect(other.results).toEqual({})
    },
  )

  test.runIf(isEveryCaseTried())(
    'a dress goes on over blouse and skirt, lit by each of them alone',
    async () => {
      const full = { garment_category: 'full_body' }
      const { output } = await run('striped-dress', full, undefined, 'amara')
      const { width, data } = await decodePicture(output!.bytes)
      /** The brightest stripe and the reddest one over a height of 40 pixels in the middle. */
      const stripes = (top: number) => {
        const rows = Array.from({ length: 40 }, (_, n) => ((top + n) * width + 225) * 4)
        const light = Math.max(...rows.map((at) => data[at + 1]!))
        return { light, red: Math.max(...rows.map((at) => data[at]! - data[at + 1]!)) }
      }
      const [chest, skirt] = [stripes(240), stripes(340)]
      expect(chest.red).toBeGreaterThan(40)
      expect(skirt.red).toBeGreaterThan(40)
      // The blouse was nearly white, the skirt dark green.
      expect(Math.abs(chest.light - skirt.light)).toBeLessThan(60)
    },
  )

  const REFUSED = [
    ['shoes', 'jeans', 'ines', 'mismatch', /Shoes are put on by a generator/],
    ['auto', 'jeans', 'two', 'several', /2 people .* one person can be dressed/],
    // In `npm test` `cloth-codes.test.ts` has it.
    ['auto', 'blank', 'ines', 'reference', /./],
    ['upper_body', 'jeans', 'ines', 'mismatch', /shows trousers or shorts/],
    ['lower_body', 'shorts', 'ines', 'mismatch', /at least as long/],
    ['auto', 'jeans', 'blank', 'target', /Nobody/],
  ] as const
  test.each(sampled(2, REFUSED))(
    '%s with %s on %s is refused: %s',
    async (category, ref, src, condition, words) => {
      const refused = run(ref, { garment_category: category }, undefined, src)
      await expect(refused).rejects.toMatchObject({
        condition,
        message: expect.stringMatching(words),
      })
    },
  )
})

describe('with a generator', () => {
  test('it paints what the engine refuses, by words where it takes no reference', async () => {
    const planted: Planted = { abilities: ['fill'], asked: [] }
    const { results, output } = await run('shorts', { garment_category: 'lower_body' }, planted)
    expect(planted.asked).toHaveLength(1)
    expect(planted.asked[0]!.prompt).toMatch(/wearing: [a-z]+ shorts\./)
    expect(planted.asked[0]!.reference).toBeUndefined()
    expect(results['note']).toMatch(/takes no reference picture/)
    const made = await decodePicture(output!.bytes)
    const { width, height, data } = pictures.ines
    let painted = 0
    for (let at = 0; at < width * height; at++) {
      const y = Math.floor(at / width)
      const differs = made.data[at * 4] !== data[at * 4]
      if (differs) painted++
      // Head and room keep their bytes.
      if (y < 0.4 * height || at % width < 0.15 * width) expect(differs).toBe(false)
    }
    expect(painted).toBeGreaterThan(0.02 * width * height)
  })

  test('one that takes references is shown them, also those that cannot be read', async () => {
    const planted: Planted = { abilities: ['fill', 'fill from a reference'], asked: [] }
    await run('blank', { garment_category: 'full_body' }, planted)
    await run('jeans', { garment_category: 'shoes' }, planted)
    expect(planted.asked.map(({ reference }) => reference?.width)).toEqual([
      pictures.blank.width,
      pictures.jeans.width,
    ])
    expect(planted.asked[0]!.prompt).toMatch(/whole outfit, with its shoes/)
    expect(planted.asked[1]!.prompt).toMatch(/wearing the shoes/)
    const shares = planted.asked.map(
      ({ replace }) => replace.data.filter((share) => share > 0).length,
    )
    expect(shares[0]).toBeGreaterThan(4 * shares[1]!)
  })

  test('what the engine does well is not asked for', async () => {
    const planted: Planted = { abilities: ['fill', 'fill from a reference'], asked: [] }
    const garment_category = isEveryCaseTried() ? 'auto' : 'lower_body'
    const { results } = await run('jeans', { garment_category }, planted)
    expect(planted.asked).toEqual([])
    if (isEveryCaseTried()) return
    expect(results['note']).toMatch(/shoes are those of the source/)
  })
})
