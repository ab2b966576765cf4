import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Head } from '../../../../../engine/effects/hair-transfer/head/head.ts'
import {
  requireNothingLeft,
  requireNothingTouches,
} from '../../../../../engine/effects/hair-transfer/refuse/require-nothing-left.ts'
import type { Engine } from '../../../../../engine/perform.ts'
import { bust } from '../../../../../samples/bust.ts'
import { isEveryCaseTried, sampled } from '../../../../setup/sampled.ts'
import { warmEngine } from '../../../warm-engine.ts'

const SIZE = { width: 480, height: 540, face: 0.29 } as const
const QUALITIES = sampled(1, [60, 75])

let engine: Engine
beforeAll(() => {
  engine = warmEngine()
})
afterAll(() => engine?.close())

/** Hair of the skin's colour, and hair a little darker. */
const LIKE_SKIN = '#5f3d2a'
const DARKER = '#553626'

/** What becomes of somebody with such hair, at several qualities of the JPEG. */
async function outcomes(hair: string, params: object, ref?: Uint8Array): Promise<string[]> {
  const { png } = await bust('kofi', { ...SIZE, look: { hair } })
  const found: string[] = []
  for (const quality of QUALITIES) {
    const files = { src: await sharp(png).jpeg({ quality }).toBuffer(), ...(ref && { ref: [ref] }) }
    const request = { feature: 'hair-transfer', stage: 'effect', files } as const
    const made = engine.perform({ ...request, params: { ...params } })
    found.push(
      await made.then(
        () => 'done',
        ({ condition, role }) => `${condition} of ${role}`,
      ),
    )
  }
  return found
}

test('hair of the skin’s colour is refused at every quality where it would stay beside the new hair', async () => {
  const found = await outcomes(LIKE_SKIN, { template_id: 'male_crew' })
  expect(found).toEqual(QUALITIES.map(() => 'hidden-face of src'))
}, 60_000)

test.runIf(isEveryCaseTried())(
  'a little darker hair is no hindrance at any quality where the new hair covers it',
  async () => {
    const ref = await sharp((await bust('henrik', SIZE)).png)
      .jpeg({ quality: 92 })
      .toBuffer()
    expect(await outcomes(DARKER, {}, ref)).toEqual(QUALITIES.map(() => 'done'))
  },
  60_000,
)

test.each([
  ['hair beside a cheek is refused', -0.1, true],
  ['a collar’s ring that begins below the ears is not', -0.6, false],
] as const)('%s', (_, from, isRefused) => {
  const size = { width: 300, height: 400 }
  const count = size.width * size.height
  // Beside the head, from a height above the eyes down; widths of the face are a hundred pixels.
  const person = Float32Array.from({ length: count }, (_, n) => {
    const [u, v] = [((n % 300) - 150) / 100, (200 - Math.floor(n / 300)) / 100]
    return u > 0.75 && u < 0.9 && v < from ? 1 : 0
  })
  const none = new Float32Array(count)
  const head = {
    picture: size,
    frame: {
      faceWidth: 100,
      centre: { x: 150, y: 200 },
      oval: [],
      across: { x: 1, y: 0 },
      up: { x: 0, y: -1 },
    },
    hair: { alpha: none },
    regions: {
      person,
      cloth: none,
      grid: { area: { left: 0, top: 0, ...size }, scale: 1, ...size },
    },
  } as unknown as Head
  const act = () => requireNothingLeft(head, none)
  if (isRefused) expect(act).toThrow(/not told as hair/)
  else expect(act).not.toThrow()
})

test('a frame that touches the person’s hair is refused where it shows beside the new hair', () => {
  const head = {
    frame: { faceWidth: 100 },
    hair: { alpha: new Float32Array(60).fill(1) },
  } as unknown as Head
  const clear = new Float32Array(60)
  const act = (share: number) => () =>
    requireNothingTouches(head, clear, new Float32Array(60).fill(share))
  expect(act(0)).toThrow(/touches/)
  expect(act(0.9)).not.toThrow()
})
