import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { wristsIn } from '../../../../engine/effects/2d-vto-bracelet/wrists-in.ts'
import { earsIn } from '../../../../engine/effects/2d-vto-earring/ears-in.ts'
import { necksIn } from '../../../../engine/effects/2d-vto-necklace/necks-in.ts'
import { readWorn } from '../../../../engine/jewellery/worn/read-worn.ts'
import { decodePicture } from '../../../../engine/media/decode-picture.ts'
import { bust } from '../../../../samples/bust.ts'
import { WORN_PRODUCTS } from '../../../../samples/worn-products.ts'
import { isEveryCaseTried, sampled } from '../../../setup/sampled.ts'
import { warmVision } from '../../warm-vision.ts'
import { cutOutOverlap } from '../cut-out-overlap.ts'

const PLACES = { earring: earsIn, necklace: necksIn, bracelet: wristsIn }

/** `npm run bench -- placement` measures all nine. */
const SOME = WORN_PRODUCTS.filter(({ name }) => ['drop', 'medallion', 'bangle'].includes(name))

describe.each(sampled(1, SOME))('$name, worn', ({ kind, draw }) => {
  test('is cut out of the picture of who wears it', async () => {
    const { png, alpha, anchors } = await draw()
    const picture = await decodePicture(png)
    const places = await PLACES[kind](picture, await warmVision())
    const { product, front } = readWorn(picture, places, { index: 0, kind })
    expect(cutOutOverlap(product, alpha, picture.width)).toBeGreaterThan(0.82)
    if (!front) return
    const [left, right] = front.map(({ x, y }) => ({ x: product.left + x, y: product.top + y }))
    const across = Math.hypot(anchors[1]!.x - anchors[0]!.x, anchors[1]!.y - anchors[0]!.y)
    expect(Math.hypot(left!.x - anchors[0]!.x, left!.y - anchors[0]!.y)).toBeLessThan(0.15 * across)
    expect(Math.hypot(right!.x - anchors[1]!.x, right!.y - anchors[1]!.y)).toBeLessThan(
      0.15 * across,
    )
  })
})

test.runIf(isEveryCaseTried())(
  'silver over grey cloth, found in parts: refused in words',
  async () => {
    const { png } = await WORN_PRODUCTS.find(({ name }) => name === 'linked')!.draw('#b9bec6')
    const picture = await decodePicture(png)
    const places = await necksIn(picture, await warmVision())
    expect(() => readWorn(picture, places, { index: 0, kind: 'necklace' })).toThrow(
      /found in parts only/,
    )
  },
)

test('background beside a lobe that is unlike the rest: no earring', async () => {
  const { png, worn } = await bust('maren', {
    width: 480,
    height: 540,
    face: 0.42,
    look: { hairCut: 'bun' },
  })
  const { x, y } = worn.lobes.left
  const patch = { create: { width: 26, height: 30, channels: 3, background: '#7fc7d0' } } as const
  const at = { left: Math.round(x) + 6, top: Math.round(y) - 12 }
  const picture = await decodePicture(
    await sharp(png)
      .composite([{ input: patch, ...at }])
      .toBuffer(),
  )
  const places = await earsIn(picture, await warmVision())
  expect(() => readWorn(picture, places, { index: 0, kind: 'earring' })).toThrow(/beside the ear/)
})

test('nobody wears anything: refused in words', async () => {
  const { png } = await bust('maren', { width: 480, height: 540, look: { hairCut: 'bun' } })
  const picture = await decodePicture(png)
  for (const kind of sampled(1, ['necklace', 'bracelet'] as const)) {
    const places = await PLACES[kind](picture, await warmVision())
    expect(() => readWorn(picture, places, { index: 2, kind })).toThrow(
      /^Reference 2 has no plain ground to cut the .* out of, and /,
    )
  }
})
