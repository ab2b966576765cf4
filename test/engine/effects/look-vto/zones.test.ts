import { beforeAll, describe, expect, test } from 'vitest'
import type { LookZone } from '../../../../catalog/looks/look.ts'
import { putOnLook } from '../../../../engine/effects/look-vto/look-vto.ts'
import { srgbToLinear } from '../../../../engine/raster/colour/lab.ts'
import { blur } from '../../../../engine/raster/filter/blur.ts'
import type { Picture } from '../../../../engine/raster/picture.ts'
import { seededRandom } from '../../../../engine/raster/seeded-random.ts'
import type { Face } from '../../../../engine/vision/faces/face.ts'
import { type DrawnFace, drawFace } from '../../face/draw-face.ts'
import { faceIn } from '../../face/face-in.ts'
import { changeBy, lookOf, meanAround } from './draw-made-up.ts'

type Drawn = DrawnFace & { face: Face }

async function drawnFace(portrait: Parameters<typeof drawFace>[0] = {}): Promise<Drawn> {
  const drawn = await drawFace(portrait)
  return { ...drawn, face: await faceIn(drawn.picture) }
}

let plain: Drawn
beforeAll(async () => {
  plain = await drawnFace()
})

const VIVID = { pigment: '2040d0', opacity: 0.9 } as const
const POWDER = { ...VIVID, finish: 'matte' } as const
const SPOT = { lips: [0, 83], cheek: [21, 66], brow: [15, 39], lid: [15, 44.8] } as const

/** The mean change in a disc of a face, on both sides where it is not in the middle. */
function changeAt(change: Float32Array, { picture, pointAt, scale }: Drawn, x: number, y: number) {
  const sides = x === 0 ? [0] : [x, -x]
  const means = sides.map((side) => meanAround(change, picture, pointAt(side, y), scale))
  return means.reduce((sum, mean) => sum + mean, 0) / means.length
}

describe('each zone is painted at its own place and not elsewhere', () => {
  test.each<[LookZone, at: readonly [number, number], least: number]>([
    [{ zone: 'contour', ...VIVID }, [26, 70], 4],
    [{ zone: 'blush', placement: 'apples', ...VIVID }, [20, 64], 8],
    [{ zone: 'blush', placement: 'lifted', ...VIVID }, [23, 61], 8],
    [{ zone: 'blush', placement: 'draped', ...VIVID }, [26, 57], 8],
    [{ zone: 'highlighter', pigment: 'ffffff', opacity: 1 }, [22, 58], 3],
    [{ zone: 'brows', ...VIVID }, SPOT.brow, 8],
    [{ zone: 'wash', ...POWDER }, SPOT.lid, 20],
    [{ zone: 'crease', ...POWDER }, [15, 43.5], 15],
    [{ zone: 'outer-corner', ...POWDER }, [22, 46], 15],
    [{ zone: 'inner-corner', ...POWDER }, [7.5, 49.5], 5],
    [{ zone: 'brow-bone', ...POWDER }, [18, 41.8], 4],
    [{ zone: 'lower-lid', ...POWDER }, [17.6, 53.4], 15],
    [{ zone: 'lower-liner', ...VIVID, smudge: 1 }, [18, 53.3], 8],
    [{ zone: 'lashes', ...VIVID, length: 0.8 }, [22, 48.2], 15],
    [{ zone: 'lip-liner', ...VIVID }, [0, 85.4], 10],
  ])('%o', (zone, [x, y], least) => {
    const change = changeBy(plain.picture, plain.face, zone)
    expect(changeAt(change, plain, x, y)).toBeGreaterThan(least)
    for (const [name, [u, v]] of Object.entries(SPOT)) {
      if (Math.hypot(u - x, v - y) < 12) continue
      expect(changeAt(change, plain, u, v), name).toBeLessThan(2)
    }
  })
})

test('lashes are as long, a liner as thick and as soft as it says', () => {
  const inked = (zone: LookZone): number =>
    changeBy(plain.picture, plain.face, zone).reduce((sum, by) => sum + by, 0)
  const ink = { pigment: '0d0b0b', opacity: 0.95 } as const
  const lashes = [0.2, 0.9].map((length) => inked({ zone: 'lashes', ...ink, length }))
  expect(lashes[1]).toBeGreaterThan(1.3 * lashes[0]!)
  const liner = { zone: 'liner', ...ink, wing: 0, smudge: 0 } as const
  expect(inked({ ...liner, thickness: 1 })).toBeGreaterThan(
    1.3 * inked({ ...liner, thickness: 0.2 }),
  )
  const edge = (smudge: number): number => {
    const { picture, face } = plain
    const change = changeBy(picture, face, { ...liner, thickness: 0.5, smudge })
    const below = picture.width
    return change.reduce(
      (most, by, i) => Math.max(most, Math.abs(by - (change[i + below] ?? 0))),
      0,
    )
  }
  expect(edge(1)).toBeLessThan(0.8 * edge(0))
})

test('lashes are longer and a liner is thicker towards the outer corner', () => {
  const { picture, face } = plain
  /** How many rows above landmarks of the lid a zone reaches. */
  const reachOf = (zone: LookZone, landmarks: readonly number[]): number[] => {
    const change = changeBy(picture, face, zone)
    return landmarks.map((landmark) => {
      const { x, y } = face.landmarks[landmark]!
      const rows = Array.from({ length: 60 }, (_, up) => Math.round(y - up) * picture.width)
      const isPainted = (row: number) =>
        change.subarray(row + Math.round(x) - 4, row + Math.round(x) + 5).some((by) => by > 12)
      return rows.findLastIndex(isPainted)
    })
  }
  const ink = { pigment: '2040d0', opacity: 1 } as const
  const [outerLeft, innerLeft, outerRight, innerRight] = [388, 398, 161, 173] as const
  const eyes = [
    [outerLeft, innerLeft],
    [outerRight, innerRight],
  ]
  for (const eye of eyes) {
    const [outer, inner] = reachOf({ zone: 'lashes', ...ink, length: 1 }, eye)
    const [thick, thin] = reachOf({ zone: 'liner', ...ink, thickness: 1, wing: 0, smudge: 0 }, eye)
    expect(outer).toBeGreaterThan(1.35 * inner!)
    expect(thick).toBeGreaterThan(1.2 * thin!)
  }
})

test('concealer lightens dark circles', async () => {
  const circles = [-15, 15].map(
    (x) => `<ellipse cx="${x}" cy="58" rx="7" ry="2.6" fill="#8a5a50"/>`,
  )
  const drawn = await drawnFace({ marks: `<g opacity="0.6">${circles.join('')}</g>` })
  const change = changeBy(drawn.picture, drawn.face, { zone: 'concealer', opacity: 1 })
  expect(changeAt(change, drawn, 15, 58)).toBeGreaterThan(4)
})

test('metal shines more than satin, and satin more than matte', () => {
  const { picture, face, pointAt, scale } = plain
  const [matte, satin, metal] = (['matte', 'satin', 'metallic'] as const).map((finish) => {
    const zone: LookZone = { zone: 'lid', pigment: 'c79a4e', opacity: 0.8, finish }
    return meanAround(
      greenOf(putOnLook(picture, face, lookOf(zone))),
      picture,
      pointAt(15, 45),
      scale,
    )
  })
  expect(satin).toBeGreaterThan(matte! + 1)
  expect(metal).toBeGreaterThan(satin! + 3)
})

test('bright lipstick that is worn leaves no rim around a pale one', async () => {
  const { picture, face, pointAt, scale } = await drawnFace({ look: { skin: '#f1d3c0' } })
  const red: LookZone[] = [
    { zone: 'lips', pigment: 'd0101c', opacity: 1, finish: 'matte' },
    { zone: 'lip-liner', pigment: 'd0101c', opacity: 1 },
  ]
  const nude: LookZone = { zone: 'lips', pigment: 'c58a80', opacity: 0.78, finish: 'matte' }
  const onRed = greenOf(putOnLook(putOnLook(picture, face, lookOf(...red)), face, lookOf(nude)))
  const onBare = greenOf(putOnLook(picture, face, lookOf(nude)))
  const off = onRed.map((level, i) => Math.abs(level - onBare[i]!))
  for (const y of [75.8, 79, 83, 85.4, 86.4]) {
    expect(meanAround(off, picture, pointAt(0, y), 0.6 * scale), `at ${y}`).toBeLessThan(30)
  }
})

test('grain of lips that wear red lipstick is calm under a pale one', async () => {
  const { picture, face, pointAt, scale } = await drawnFace({ look: { skin: '#f1d3c0' } })
  const red: LookZone = { zone: 'lips', pigment: 'c00f1a', opacity: 1, finish: 'matte' }
  const nude: LookZone = { zone: 'lips', pigment: 'c58a80', opacity: 0.78, finish: 'matte' }
  const worn = putOnLook(picture, face, lookOf(red))
  const random = seededRandom()
  const data = worn.data.map((level, i) => (i % 4 === 3 ? level : level + 30 * (random() - 0.5)))
  const after = Float32Array.from(greenOf(putOnLook({ ...worn, data }, face, lookOf(nude))))
  const fine = blur(after, picture, 2).map((mean, i) => (after[i]! - mean) ** 2)
  expect(Math.sqrt(meanAround(fine, picture, pointAt(-5, 82), 2 * scale))).toBeLessThan(12)
})

test('lipstick paler than dark skin in dim light is hardly lighter than it', async () => {
  const { picture, face, pointAt, scale } = await drawnFace({
    look: { skin: '#4a2b1e' },
    light: 0.55,
  })
  const pale: LookZone = { zone: 'lips', pigment: 'e0b0a4', opacity: 0.9, finish: 'matte' }
  const green = greenOf(putOnLook(picture, face, lookOf(pale)))
  const [lips, cheek] = [pointAt(-5, 83), pointAt(21, 66)].map((at) =>
    meanAround(green, picture, at, scale),
  )
  expect(lips).toBeLessThan(cheek! + 55)
})

test('red lips glow little in deep shadow', async () => {
  const red: LookZone = { zone: 'lips', pigment: 'b3142b', opacity: 0.9, finish: 'matte' }
  const bySkin = async (light: number): Promise<number> => {
    const { picture, face, pointAt, scale } = await drawnFace({ light })
    const { data } = putOnLook(picture, face, lookOf(red))
    const linear = Float32Array.from({ length: data.length / 4 }, (_, i) =>
      srgbToLinear(data[4 * i]!),
    )
    const [lips, cheek] = [pointAt(-5, 83), pointAt(21, 66)].map((at) =>
      meanAround(linear, picture, at, scale),
    )
    return lips! / cheek!
  }
  expect(await bySkin(0.25)).toBeLessThan(2 * (await bySkin(1)))
})

test('pale eyeshadow does little over lids that wear dark make-up', async () => {
  const pearl: LookZone = { zone: 'lid', pigment: 'efe2d6', opacity: 0.8, finish: 'matte' }
  const lids = [-15, 15].map((x) => `<ellipse cx="${x}" cy="44.5" rx="11" ry="4" fill="#66493c"/>`)
  const made = await drawnFace({ marks: `<g opacity="0.85">${lids.join('')}</g>` })
  const gain = (drawn: Drawn): number => {
    const { picture, face, pointAt, scale } = drawn
    const after = greenOf(putOnLook(picture, face, lookOf(pearl)))
    const at = pointAt(15, 44.8)
    return meanAround(after, picture, at, scale) / meanAround(greenOf(picture), picture, at, scale)
  }
  expect(gain(made)).toBeLessThan(1.15)
  expect(gain(plain)).toBeGreaterThan(1.2)
})

test('gold in orange light takes on most of its cast', async () => {
  const { picture, face, pointAt, scale } = plain
  const cast = [1.08, 0.85, 0.62, 1]
  const data = picture.data.map((level, i) => level * cast[i % 4]!)
  const orange = { ...picture, data }
  const gold: LookZone = { zone: 'lid', pigment: 'c79a4e', opacity: 1, finish: 'matte' }
  const after = putOnLook(orange, face, lookOf(gold))
  const ratio = (of: Picture, x: number, y: number): number =>
    meanAround(channelOf(of, 0), of, pointAt(x, y), scale) /
    meanAround(channelOf(of, 1), of, pointAt(x, y), scale)
  const neutral = ratio(putOnLook(picture, face, lookOf(gold)), 15, 44.8)
  expect(ratio(after, 15, 44.8)).toBeGreaterThan(1.2 * neutral)
})

test('blush of a deep hue does not glow on pale skin', async () => {
  const { picture, face, pointAt, scale } = await drawnFace({ look: { skin: '#f1d3c0' } })
  const berry = { zone: 'blush', pigment: 'c06676', opacity: 0.5, placement: 'apples' } as const
  const { data } = putOnLook(picture, face, lookOf(berry))
  const red = Float32Array.from(
    { length: picture.width * picture.height },
    (_, i) => data[4 * i]! - picture.data[4 * i]!,
  )
  for (const x of [20, -20]) {
    expect(meanAround(red, picture, pointAt(x, 64), scale)).toBeLessThan(8)
  }
})

test('blush keeps off locks of hair in the colours of the skin', async () => {
  const locks = Array.from({ length: 14 }, (_, i) => {
    const y = 54 + 1.7 * i
    return `<path d="M9 ${y}Q22 ${y - 3} 33 ${y + 1}" stroke="${i % 2 ? '#b98a66' : '#f0c8a0'}"/>`
  })
  const drawn = await drawnFace({
    marks: `<g fill="none" stroke-width="0.9">${locks.join('')}</g>`,
  })
  const { picture, face, pointAt, scale } = drawn
  const change = changeBy(picture, face, { zone: 'blush', placement: 'apples', ...VIVID })
  const [hair, bare] = [20, -20].map((x) => meanAround(change, picture, pointAt(x, 64), 2 * scale))
  expect(hair).toBeLessThan(0.6 * bare!)
})

function greenOf(picture: Picture): number[] {
  return channelOf(picture, 1)
}

function channelOf({ data }: Picture, channel: number): number[] {
  return Array.from({ length: data.length / 4 }, (_, i) => data[4 * i + channel]!)
}
