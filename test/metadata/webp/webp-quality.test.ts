import sharp, { type Sharp, type WebpOptions } from 'sharp'
import { describe, expect, it } from 'vitest'
import { readWebpQuality } from '../../../metadata/webp/webp-quality.ts'
import { grain, paint } from '../../engine/media/paint.ts'
import { fc } from '../../setup/random.ts'

/** How far a quality that is read may be from the one that was asked for. */
const APART = 4

const PICTURES: Record<string, () => Sharp> = {
  edges: () => paint(400, 320),
  grain: () => grain(400, 320),
  transparency: () => grain(400, 320).ensureAlpha(0.5),
  'one colour': () => sharp({ create: { width: 64, height: 64, channels: 3, background: '#789' } }),
}

async function qualityOf(image: Sharp, options: WebpOptions): Promise<number> {
  return (await readWebpQuality(await image.webp(options).toBuffer())).quality
}

describe.each(Object.keys(PICTURES))('a WebP of %s', (name) => {
  it.each([40, 60, 75, 85, 90, 97, 100])('tells its quality of %i', async (quality) => {
    const found = await qualityOf(PICTURES[name]!(), { quality })
    expect(Math.abs(found - quality)).toBeLessThan(APART)
  })
})

it.each([{ effort: 0 }, { effort: 6 }, { smartSubsample: true }, { preset: 'photo' as const }])(
  'is read however it was encoded: %o',
  async (options) => {
    const found = await qualityOf(grain(400, 320), { quality: 80, ...options })
    expect(Math.abs(found - 80)).toBeLessThan(APART)
  },
)

it('knows pixels without losses, behind a profile too', async () => {
  for (const image of [paint(), paint().withIccProfile('p3')]) {
    const files = [image.clone().webp({ lossless: true }), image.clone().webp({ quality: 75 })]
    const [none, some] = await Promise.all(
      files.map(async (file) => readWebpQuality(await file.toBuffer())),
    )
    expect(none).toMatchObject({ isLossless: true })
    expect(some).toMatchObject({ isLossless: false })
    expect(some!.quality).toBeLessThan(75 + APART)
  }
})

it('counts the bytes of the pixels alone', async () => {
  const [plain, profiled] = await Promise.all(
    [
      paint(),
      paint()
        .keepIccProfile()
        .withExif({ IFD0: { Artist: 'somebody' } }),
    ].map(async (image) => await image.webp().toBuffer()),
  )
  expect(profiled!.length).toBeGreaterThan(plain!.length)
  expect(await readWebpQuality(profiled!)).toEqual(await readWebpQuality(plain!))
  expect((await readWebpQuality(plain!)).bytes).toBeLessThan(plain!.length)
})

it('takes a file that cannot be read for a very good one', async () => {
  const file = await paint().webp().toBuffer()
  for (const length of [0, 10, 16, 24]) {
    expect((await readWebpQuality(file.subarray(0, length))).quality).toBe(95)
  }
})

it('gives a quality whatever stands in a frame', async () => {
  const file = await paint(64, 64).webp().toBuffer()
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 0, maxLength: 80 }), async (noise) => {
      const { quality } = await readWebpQuality(Buffer.concat([file.subarray(0, 30), noise]))
      expect(quality).toBeGreaterThanOrEqual(0)
      expect(quality).toBeLessThanOrEqual(100)
    }),
  )
})
