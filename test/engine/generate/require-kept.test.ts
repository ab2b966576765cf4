import sharp, { type Sharp } from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { keptCorrelation, requireKept } from '../../../engine/generate/require-kept.ts'
import { LEAST_KEPT } from '../../../engine/generate/tuning.ts'
import type { Mask, Picture } from '../../../engine/raster/picture.ts'
import { bust } from '../../../samples/bust.ts'

let picture: Picture
let keep: Mask
let png: Buffer

/** What stays of a portrait: all but the lower two fifths. */
beforeAll(async () => {
  png = (await bust('maren', { width: 320, height: 360 })).png
  picture = await pictureOf(sharp(png))
  const data = Uint8Array.from({ length: 320 * 360 }, (_, i) => (i < 320 * 216 ? 255 : 0))
  keep = { width: 320, height: 360, data }
})

async function pictureOf(made: Sharp): Promise<Picture> {
  const { data, info } = await made.ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data: new Uint8ClampedArray(data) }
}

/** The picture moved down, with the background going on above. */
const moved = async (lines: number): Promise<Sharp> =>
  sharp(
    await sharp(png)
      .extend({ top: lines, extendWith: 'copy' })
      .extract({ left: 0, top: 0, width: 320, height: 360 })
      .png()
      .toBuffer(),
  )

describe('an answer that shows the same picture', () => {
  test.each([
    ['as it is', async () => sharp(png)],
    [
      'with other contrast and colour',
      async () => sharp(png).linear(0.85, 18).modulate({ saturation: 0.7 }),
    ],
    ['poorly compressed', async () => sharp(await sharp(png).jpeg({ quality: 40 }).toBuffer())],
    [
      'at half the size',
      async () => sharp(await sharp(png).resize(160).toBuffer()).resize(320, 360),
    ],
    ['one pixel lower', () => moved(1)],
    [
      'with all of what may change in black',
      async () => {
        const black = { width: 320, height: 144, channels: 3, background: 'black' } as const
        const patch = await sharp({ create: black }).png().toBuffer()
        return sharp(
          await sharp(png)
            .composite([{ input: patch, left: 0, top: 216 }])
            .toBuffer(),
        )
      },
    ],
  ])('%s passes', async (_, make) => {
    const answer = await pictureOf(await make())
    await requireKept(picture, answer, keep)
    expect(await keptCorrelation(picture, answer, keep)).toBeGreaterThan(LEAST_KEPT + 0.05)
  })
})

describe('an answer that shows another picture', () => {
  test.each([
    ['a third of a head lower', () => moved(36)],
    ['a mirrored one', async () => sharp(png).flop()],
    ['somebody else', async () => sharp((await bust('kofi', { width: 320, height: 360 })).png)],
    ['nothing', async () => sharp(png).linear(0, 128)],
  ])('%s is refused', async (_, make) => {
    const answer = await pictureOf(await make())
    expect(await keptCorrelation(picture, answer, keep)).toBeLessThan(LEAST_KEPT - 0.02)
    await expect(requireKept(picture, answer, keep)).rejects.toMatchObject({
      condition: 'generator-answer',
    })
  })
})

test('where nothing is kept, or only even ground, nothing is compared', async () => {
  const none = { ...keep, data: new Uint8Array(320 * 360) }
  const other = await pictureOf(sharp(png).flop())
  expect(await keptCorrelation(picture, other, none)).toBe(1)
})
