import { expect, test } from 'vitest'
import { torsoToPixel } from '../../../../../engine/effects/cloth-v3/measure/torso-axes.ts'
import { openWearer } from '../../../../../engine/effects/cloth-v3/measure/wearer.ts'
import { withHairBesideNeck } from '../../../../../engine/effects/cloth-v3/measure/with-hair-beside-neck.ts'
import type { Mask } from '../../../../../engine/raster/picture.ts'
import { type ByRegion, byRegion } from '../../../../../engine/regions/region-names.ts'
import { BODY } from '../../../../../engine/vision/bodies/body.ts'
import { drawnSubject } from '../drawn-subject.ts'

const SIZE = { width: 200, height: 200 } as const
const COLOURS = {
  wall: [235, 235, 235],
  top: [60, 90, 160],
  skin: [220, 170, 140],
  hair: [50, 35, 30],
} as const
type Shown = keyof typeof COLOURS

/** Somebody from the nose down, hair beside the neck down to the shoulders, which lie at a height of 110. */
function shownAt(x: number, y: number): Shown {
  const aside = Math.abs(x + 0.5 - 100)
  if (y >= 112) return aside < 60 ? 'top' : 'wall'
  if (aside < 16) return 'skin'
  return aside < 34 && y < 108 ? 'hair' : 'wall'
}

/**
 * What is found in a picture whose hair is told as `told`.
 * @param paints what is there, where it is not what it is told for
 */
function found(told: 'upper-garment' | 'body-skin', paints: Partial<Record<Shown, Shown>> = {}) {
  const data = new Uint8ClampedArray(4 * SIZE.width * SIZE.height).fill(255)
  const plane = (): Mask => ({ ...SIZE, data: new Uint8Array(SIZE.width * SIZE.height) })
  const regions = byRegion(plane)
  const mask = plane()
  for (let at = 0; at < mask.data.length; at++) {
    const [x, y] = [at % SIZE.width, Math.floor(at / SIZE.width)]
    const shown = shownAt(x, y)
    data.set(COLOURS[paints[shown] ?? shown], 4 * at)
    if (shown === 'wall') continue
    mask.data[at] = 255
    const name = { top: 'upper-garment', skin: 'body-skin', hair: told } as const
    regions[name[shown]].data[at] = 255
  }
  const torso = {
    origin: { x: 100, y: 110 },
    right: { x: 1, y: 0 },
    down: { x: 0, y: 1 },
    shoulders: 100,
    length: 140,
  }
  const own = withHairBesideNeck({ ...SIZE, data }, regions, {
    mask,
    torso,
    nose: { x: 100, y: 45 },
  })
  return (name: keyof ByRegion<Mask>, x: number, y: number): number =>
    own[name].data[y * SIZE.width + x]!
}

test.each(['upper-garment', 'body-skin'] as const)(
  'takes hair beside the neck that passes for %s for hair, down to the shoulders',
  (told) => {
    const level = found(told)
    for (const x of [75, 125]) {
      for (const y of [50, 80, 103]) {
        expect(level('hair', x, y)).toBeGreaterThan(240)
        expect(level(told, x, y)).toBeLessThan(15)
      }
    }
    expect(level('body-skin', 100, 90)).toBe(255)
    expect(level('upper-garment', 75, 125)).toBe(255)
  },
)

test('leaves beside the neck what has the colours of the garment, and what has those of skin', () => {
  const dark = found('upper-garment', { top: 'hair' })
  expect(dark('upper-garment', 75, 103)).toBe(255)
  expect(dark('upper-garment', 75, 125)).toBe(255)
  const bare = found('body-skin', { hair: 'skin' })
  expect(bare('body-skin', 75, 80)).toBe(255)
  expect(bare('hair', 75, 80)).toBe(0)
})

test('of somebody whom the picture cuts off at the nose, chestnut hair is hair and not skin', async () => {
  const { picture, body, wearer } = await drawnSubject('kofi')
  const { width, height } = picture
  const { shoulders } = wearer.torso
  const placeOf = (u: number, v: number): number => {
    const { x, y } = torsoToPixel(wearer.torso, u * shoulders, v * shoulders)
    return Math.floor(y) * width + Math.floor(x)
  }
  const [data, seen] = [picture.data.slice(), body.mask.data.slice()]
  for (let v = -0.95; v < -0.08; v += 0.003) {
    for (let u = 0.2; u < 0.34; u += 0.003) {
      for (const at of [placeOf(u, v), placeOf(-u, v)]) {
        data.set([150, 90, 50], 4 * at)
        seen[at] = 255
      }
    }
  }
  const top = Math.floor(body.landmarks[BODY.nose]!.y) - 4
  const size = { width, height: height - top }
  const cut = {
    ...body,
    box: { ...body.box, top: 0, height: Math.min(size.height, body.box.height) },
    landmarks: body.landmarks.map((point) => ({ ...point, y: point.y - top })),
    mask: { ...size, data: seen.slice(width * top) },
  }
  const { regions } = openWearer({ ...size, data: data.slice(4 * width * top) }, cut, undefined)
  for (const v of [-0.4, -0.3, -0.2, -0.12]) {
    const at = placeOf(0.27, v) - width * top
    expect(regions.hair.data[at]).toBeGreaterThan(250)
    expect(regions['body-skin'].data[at]).toBeLessThan(5)
  }
})
