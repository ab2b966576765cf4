import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { simulateSkin } from '../../../../engine/effects/skin-simulation/skin-simulation.ts'
import { decodePicture } from '../../../../engine/media/decode-picture.ts'
import type { LabColour } from '../../../../engine/raster/colour/lab.ts'
import type { Picture } from '../../../../engine/raster/picture.ts'
import type { Face } from '../../../../engine/vision/faces/face.ts'
import { bust, type SitterName } from '../../../../samples/bust.ts'
import { createSvgContext } from '../../../../samples/svg.ts'
import { sampled } from '../../../setup/sampled.ts'
import { type DrawnFace, drawFace } from '../../face/draw-face.ts'
import { faceIn } from '../../face/face-in.ts'
import {
  AT,
  darkCircles,
  deepFolds,
  flush,
  foreheadLines,
  glasses,
  grain,
  MARKS,
  manyMarks,
  poreDots,
  shine,
} from '../../face/flaws.ts'
import { meanLab, ringLab, roughness } from '../../face/measure-skin.ts'

const SKINS = { dark: '#6b4229', pale: '#f1d3c0', medium: '#d9a384' }

let face: Face
beforeAll(async () => {
  face = await faceIn((await drawFace()).picture)
})

function distance(p: LabColour, q: LabColour): number {
  return Math.hypot(p.l - q.l, p.a - q.a, p.b - q.b)
}

/** Chroma over light, which is the same for the same skin in light and in shade. */
function richness({ l, a, b }: LabColour): number {
  return Math.hypot(a, b) / (l + 16)
}

describe('wrinkles of drawn people', () => {
  /** Pixels that softening wrinkles changes, and by how many levels at most. */
  const softened = async (name: SitterName, concerns: boolean, width: number, grey = false) => {
    const { png } = await bust(name, {
      width,
      height: Math.round((width * 7) / 6),
      face: 0.66,
      look: { concerns },
    })
    const picture = await decodePicture(
      grey ? await sharp(png).grayscale().toColourspace('srgb').png().toBuffer() : png,
    )
    const after = simulateSkin(picture, await faceIn(picture), { wrinkle: 0.6 })
    const off = after.data.map((value, i) => Math.abs(value - picture.data[i]!))
    return {
      pixels: off.filter((_, i) => i % 4 === 0 && off[i]! > 0).length,
      most: off.reduce((most, value) => Math.max(most, value)),
    }
  }

  test('are found on dark skin, whose shadows are fainter', async () => {
    const [dark, pale] = [await softened('kofi', true, 400), await softened('maren', true, 400)]
    expect(dark.pixels).toBeGreaterThan(0.25 * pale.pixels)
  })

  test('are not what lashes are taken for in a grey picture', async () => {
    expect((await softened('maren', false, 600, true)).most).toBeLessThan(25)
  })
})

describe.each(sampled(1, Object.entries(SKINS)))('on %s skin', (name, skin) => {
  const draw = (marks = ''): Promise<DrawnFace> => drawFace({ look: { skin }, marks })

  test.each(
    sampled(1, [
      ['acne', '#b3201c'],
      ['spots', '#4b2f17'],
    ] as const),
  )('%s heals many marks close together', async (concern, colour) => {
    const [drawn, clean] = await Promise.all([draw(manyMarks(colour)), draw()])
    const after = simulateSkin(drawn.picture, face, { [concern]: 1 })
    const left = MARKS.filter(({ x, y, radius }) => {
      const mark = (picture: Picture) =>
        meanLab(picture, drawn.pointAt(x, y), 0.6 * radius * drawn.scale)
      const skinThere = mark(clean.picture)
      return distance(mark(after), skinThere) > 0.4 * distance(mark(drawn.picture), skinThere)
    })
    expect(MARKS.length).toBeGreaterThan(30)
    // Brown hardly shows on dark skin, so some of these marks are no visible spots.
    const most = name === 'dark' && concern === 'spots' ? 0.12 : 0.05
    expect(left.length / MARKS.length).toBeLessThanOrEqual(most)
  })

  test('a deep fold becomes shallow over its whole width, with no bright line beside it', async () => {
    const [drawn, clean] = await Promise.all([draw(deepFolds()), draw()])
    const after = simulateSkin(drawn.picture, face, { wrinkle: 1 })
    const across = Array.from({ length: 17 }, (_, i) => drawn.pointAt(15.6 + i * 0.4, 74))
    const dip = (picture: Picture) =>
      across.map((at) => {
        const [now, bare] = [picture, clean.picture].map((p) => meanLab(p, at, 0.3 * drawn.scale))
        return now!.l - bare!.l
      })
    const [was, is] = [dip(drawn.picture), dip(after)]
    expect(Math.min(...is)).toBeGreaterThan(0.75 * Math.min(...was))
    expect(Math.min(...is) - Math.min(...was)).toBeLessThan(22.5)
    // What is left is a shadow and not a line: it is less than half as steep as the fold was.
    const steepest = (line: number[]) =>
      Math.max(...line.slice(1).map((value, i) => Math.abs(value - line[i]!)))
    expect(steepest(is)).toBeLessThan(0.5 * steepest(was))
    expect(Math.max(...is)).toBeLessThan(Math.max(0, ...was) + 2.5)
  })

  test('a line on grainy skin is removed and its grain stays', async () => {
    const drawn = await draw(grain() + foreheadLines())
    const bare = await draw(grain())
    const after = simulateSkin(drawn.picture, face, { wrinkle: 1 })
    const rough = (picture: Picture) => {
      const along = [-11, -7, -3, 1, 5, 9].map((x) =>
        roughness(picture, drawn.pointAt(x, 34.5 - 0.8 * (1 - (x / 17) ** 2)), 0.7 * drawn.scale),
      )
      return along.reduce((sum, value) => sum + value, 0) / along.length
    }
    expect(rough(after)).toBeLessThan(0.8 * rough(drawn.picture))
    expect(rough(after)).toBeGreaterThan(0.75 * rough(bare.picture))
  })

  test('reduced redness takes the hue of the skin around and is not grey', async () => {
    const [drawn, clean] = await Promise.all([draw(flush()), draw()])
    const at = drawn.pointAt(AT.flush[0]!, AT.flush[1]!)
    const after = simulateSkin(drawn.picture, face, { redness: 1 })
    const [was, is, bare] = [drawn.picture, after, clean.picture].map((p) =>
      meanLab(p, at, 3 * drawn.scale),
    )
    const calm = ringLab(clean.picture, at, 5 * drawn.scale, 8 * drawn.scale)
    expect(distance(is!, bare!)).toBeLessThan(0.6 * distance(was!, bare!))
    expect(richness(is!)).toBeGreaterThan(0.75 * richness(calm))
  })

  test('a lightened circle has the colour of the skin around, flushed or not', async () => {
    const drawn = await draw(darkCircles() + flush())
    const after = simulateSkin(drawn.picture, face, { dark_circle: 1 })
    const clean = await draw()
    for (const [x, y] of AT.hollows as number[][]) {
      const at = drawn.pointAt(x!, y!)
      const [was, is, bare] = [drawn.picture, after, clean.picture].map((p) =>
        meanLab(p, at, 1.2 * drawn.scale),
      )
      expect(distance(is!, bare!)).toBeLessThan(0.3 * distance(was!, bare!))
      expect(richness(is!)).toBeGreaterThan(0.8 * richness(bare!))
    }
  })

  test('shine is removed, and a face without shine keeps its light and shade', async () => {
    const [drawn, clean] = await Promise.all([draw(shine()), draw()])
    const dull = (picture: Picture) => simulateSkin(picture, face, { oiliness: 1 })
    const on = (picture: Picture, x: number, y: number) =>
      meanLab(picture, drawn.pointAt(x, y), 2 * drawn.scale)
    const gleam = (picture: Picture) => {
      const [x, y] = AT.shine as [number, number]
      return on(picture, x, y).l - on(clean.picture, x, y).l
    }
    expect(gleam(dull(drawn.picture))).toBeLessThan(0.6 * gleam(drawn.picture))
    const after = dull(clean.picture)
    // Where the drawn face is lit by the window, and elsewhere.
    for (const [x, y] of [
      [-9, 29],
      [-19, 62],
      [-16, 58],
      [18, 60],
      [0, 92],
    ] as const) {
      expect(Math.abs(on(after, x, y).l - on(clean.picture, x, y).l)).toBeLessThan(0.15)
    }
  })
})

test('with all concerns at full intensity most of the grain is left', async () => {
  const drawn = await drawFace()
  const data = drawn.picture.data.slice()
  const grained = { ...drawn.picture, data }
  const brush = createSvgContext(9)
  for (let i = 0; i < data.length; i += 4) {
    const step = 24 * (brush.random() - 0.5)
    for (let c = i; c < i + 3; c++) data[c] = data[c]! + step
  }
  const after = simulateSkin(grained, face, {
    wrinkle: 1,
    pores: 1,
    texture: 1,
    oiliness: 1,
    radiance: 1,
    redness: 1,
    acne: 1,
    spots: 1,
  })
  for (const [x, y] of [
    [-16, 66],
    [16, 66],
    [0, 30],
  ] as const) {
    const [was, is] = [grained, after].map((p) =>
      roughness(p, drawn.pointAt(x, y), 1.5 * drawn.scale),
    )
    expect(is!).toBeGreaterThan(0.7 * was!)
  }
})

test('a softened fold changes with the skin beside it under other filters', async () => {
  const drawn = await drawFace({ marks: deepFolds() })
  const depth = (picture: Picture): number => {
    const light = (x: number) => meanLab(picture, drawn.pointAt(x, 74), 0.4 * drawn.scale).l
    return (light(15) + light(22.5)) / 2 - Math.min(...[18, 18.4, 18.8, 19.2].map(light))
  }
  const alone = simulateSkin(drawn.picture, face, { wrinkle: 1 })
  const among = simulateSkin(drawn.picture, face, {
    wrinkle: 1,
    radiance: 1,
    texture: 1,
    redness: 1,
  })
  expect(depth(among)).toBeLessThan(1.05 * depth(alone))
})

test.each([
  ['black', '#1d1d20'],
  ['brown', '#4a2410'],
])(
  '%s frames of glasses are not retouched as wrinkles, spots, circles or bags',
  async (_, colour) => {
    const drawn = await drawFace({ marks: glasses(colour) })
    const own = await faceIn(drawn.picture)
    const after = simulateSkin(drawn.picture, own, {
      wrinkle: 1,
      spots: 1,
      acne: 1,
      dark_circle: 1,
      eye_bags: 1,
    })
    for (const side of [-1, 1]) {
      for (const [x, y] of [
        [15.6, 59.5],
        [8, 57.3],
        [31, 48],
      ] as const) {
        const at = drawn.pointAt(side * x, y)
        const [was, is] = [drawn.picture, after].map((p) => meanLab(p, at, 0.4 * drawn.scale).l)
        expect(is! - was!).toBeLessThan(4)
      }
    }
  },
)

test('smoothing texture leaves detail as fine as pores', async () => {
  const drawn = await drawFace({ marks: poreDots() })
  const { width, data } = drawn.picture
  const brush = createSvgContext(9)
  const steps = Array.from({ length: data.length / 16 }, () => 16 * (brush.random() - 0.5))
  const speckled = data.map((value, i) => {
    const [x, y] = [(i >> 2) % width, Math.floor((i >> 2) / width)]
    return i % 4 === 3 ? value : value + steps[(y >> 1) * (width >> 1) + (x >> 1)]!
  })
  const picture = { ...drawn.picture, data: speckled }
  const after = simulateSkin(picture, face, { texture: 1 })
  for (const [x, y] of [
    [-19, 64],
    [16, 66],
    [0, 30],
  ] as const) {
    const [was, is] = [picture, after].map((p) =>
      roughness(p, drawn.pointAt(x, y), 1.5 * drawn.scale),
    )
    expect(is!).toBeGreaterThan(0.92 * was!)
  }
})

test('a fringe of the colour of skin is not smoothed to a haze', async () => {
  const strands = Array.from({ length: 24 }, (_, n) => {
    const x = -26 + 2.2 * n
    return `<path d="M${x} 8L${x + 1} 33" stroke="#b98862" stroke-width="1"/>`
  }).join('')
  const { picture, pointAt, scale } = await drawFace({ marks: strands })
  const after = simulateSkin(picture, await faceIn(picture), { texture: 1, pores: 1 })
  const rough = (of: Picture) => roughness(of, pointAt(4, 27), 5 * scale)
  expect(rough(after)).toBeGreaterThan(0.95 * rough(picture))
})
