import { expect, test } from 'vitest'
import type { LookZone } from '../../../../catalog/looks/look.ts'
import { readLook } from '../../../../catalog/looks/read-look.ts'
import { putOnLook } from '../../../../engine/effects/look-vto/look-vto.ts'
import { srgbToLinear } from '../../../../engine/raster/colour/lab.ts'
import type { Picture } from '../../../../engine/raster/picture.ts'
import { type DrawnFace, drawFace } from '../../face/draw-face.ts'
import { faceIn } from '../../face/face-in.ts'
import { glasses } from '../../face/flaws.ts'
import { changeBy, lookOf, meanAround } from './draw-made-up.ts'

const LIPS: LookZone = { zone: 'lips', pigment: 'b3142b', opacity: 0.9, finish: 'gloss' }
const LINER: LookZone = { zone: 'lip-liner', pigment: '3c0c14', opacity: 0.8 }
const INK: LookZone = { zone: 'lid', pigment: '101014', opacity: 0.7, finish: 'matte' }

/** A laughing mouth: lips around a dark opening with the upper teeth in it. */
const LAUGH =
  '<path fill="#b8685c" d="M-15 77Q-7 74.4 0 75.6Q7 74.4 15 77Q9 90.6 0 90.8Q-9 90.6 -15 77Z"/>' +
  '<path fill="#2e1210" d="M-12.4 77.9Q0 77.6 12.4 77.9Q8 87 0 87Q-8 87 -12.4 77.9Z"/>' +
  '<path fill="#f1ebdf" d="M-10.6 78Q0 77.7 10.6 78L9.4 81.4Q0 83.4 -9.4 81.4Z"/>'

test('lipstick stays out of an open mouth and off its teeth', async () => {
  const { picture, pointAt, scale } = await drawFace({ marks: LAUGH })
  const change = changeBy(picture, await faceIn(picture), LIPS, LINER)
  const at = (x: number, y: number) => meanAround(change, picture, pointAt(x, y), 0.5 * scale)
  for (const x of [-8, -4, 0, 4, 8]) {
    expect(at(x, 80), `teeth at ${x}`).toBeLessThan(1)
    expect(at(0.7 * x, 84.6), `mouth at ${x}`).toBeLessThan(1)
    expect(at(x, 76.4), `upper lip at ${x}`).toBeGreaterThan(30)
    expect(at(0.5 * x, 89), `lower lip at ${x}`).toBeGreaterThan(50)
  }
})

/** Eyes whose lower lids hang lower than the mesh has them. */
const WIDE_EYES = [-15.2, 15.2]
  .map(
    (x) =>
      `<g transform="translate(${x} 50)"><path fill="#eceef1" d="M-8.6 1Q0 6 8.6 1Q7 8.4 0 8.6Q-7 8.4 -8.6 1Z"/>` +
      '<circle cy="3.4" r="4.2" fill="#5b4632"/></g>',
  )
  .join('')

function isWhite(data: Uint8ClampedArray, pixel: number): boolean {
  return [0, 1, 2].every((channel) => data[4 * pixel + channel]! > 225)
}

test('lower lids and lashes stay out of the white of wide eyes', async () => {
  const { picture } = await drawFace({ marks: WIDE_EYES })
  const face = await faceIn(picture)
  const zones: LookZone[] = [
    { zone: 'lower-lid', pigment: 'd9417a', opacity: 0.6, finish: 'matte' },
    { zone: 'lower-liner', pigment: '101014', opacity: 0.9, smudge: 0.2 },
    { zone: 'lashes', pigment: '101014', opacity: 0.9, length: 0.7 },
  ]
  for (const zone of zones) {
    const change = changeBy(picture, face, zone)
    const onWhite = [...change].filter((_, i) => isWhite(picture.data, i))
    expect(onWhite.length).toBeGreaterThan(1000)
    expect(Math.max(...onWhite), zone.zone).toBeLessThan(12)
  }
})

test('lower lids and lashes stay out of the iris, and lie below it', async () => {
  const look = { skin: '#4a2b1e', eyes: '#5b4632' }
  const [{ picture, pointAt, scale }, other] = await Promise.all([
    drawFace({ look }),
    drawFace({ look: { ...look, eyes: '#325b46' } }),
  ])
  const face = await faceIn(picture)
  const zones: LookZone[] = [
    { zone: 'lower-lid', pigment: 'd9417a', opacity: 0.6, finish: 'matte' },
    { zone: 'lashes', pigment: 'd9417a', opacity: 0.9, length: 0.7 },
  ]
  for (const zone of zones) {
    const change = changeBy(picture, face, zone)
    const lower = pointAt(0, 51).y * picture.width
    const inIris = [...change].filter(
      (_, i) => i > lower && picture.data[4 * i]! - other.picture.data[4 * i]! > 36,
    )
    expect(inIris.length).toBeGreaterThan(250)
    expect(Math.max(...inIris), zone.zone).toBeLessThan(12)
    for (const side of [1, -1]) {
      const below = meanAround(change, picture, pointAt(side * 16, 54.8), scale)
      expect(below, zone.zone).toBeGreaterThan(zone.zone === 'lashes' ? 4 : 10)
    }
  }
})

test('foundation and concealer leave frames of glasses as dark as they are', async () => {
  const [{ picture }, bare] = await Promise.all([drawFace({ marks: glasses() }), drawFace()])
  const face = await faceIn(picture)
  const zones: LookZone[] = [
    { zone: 'foundation', opacity: 0.6 },
    { zone: 'concealer', opacity: 0.6 },
  ]
  for (const zone of zones) {
    const onFrames = [...changeBy(picture, face, zone)].filter(
      (_, i) => bare.picture.data[4 * i + 1]! - picture.data[4 * i + 1]! > 60,
    )
    expect(onFrames.length).toBeGreaterThan(2000)
    expect(Math.max(...onFrames), zone.zone).toBeLessThan(8)
  }
})

test.each(['evening_smoke', 'party_neon'])('frames of glasses are left alone by %s', async (id) => {
  const [worn, bare] = await Promise.all([drawFace({ marks: glasses() }), drawFace()])
  const { picture, pointAt, scale } = worn
  const change = changeBy(picture, await faceIn(picture), ...readLook(id).zones)
  const green = (of: DrawnFace, i: number) => of.picture.data[4 * i + 1]!
  const onFrames = [...change].filter((_, i) => green(bare, i) - green(worn, i) > 90)
  expect(onFrames.length).toBeGreaterThan(2000)
  expect(onFrames.reduce((sum, by) => sum + by) / onFrames.length).toBeLessThan(3)
  expect(meanAround(change, picture, pointAt(15, 44.8), scale)).toBeGreaterThan(40)
})

test.each(['evening_classic', 'party_coral'])('a beard is left alone by %s', async (id) => {
  const { picture, pointAt, scale } = await drawFace({ look: { beard: true, skin: '#f1d3c0' } })
  const change = changeBy(picture, await faceIn(picture), ...readLook(id).zones)
  const at = (x: number, y: number) => meanAround(change, picture, pointAt(x, y), 0.5 * scale)
  for (const [x, y] of [
    [-6, 74],
    [0, 73.5],
    [6, 74],
    [0, 90],
    [-14, 82],
    [14, 82],
  ] as const) {
    expect(at(x, y), `at ${x}, ${y}`).toBeLessThan(1)
  }
  expect(at(0, 83)).toBeGreaterThan(30)
})

test.each([0.3, 0.5, 0.75])(
  'both eyes wear as much where one lies in a shadow of %d',
  async (dark) => {
    const shadow =
      '<linearGradient id="side"><stop offset="0.4" stop-opacity="0"/>' +
      `<stop offset="0.6" stop-opacity="${dark}"/></linearGradient>` +
      '<rect x="-60" y="-30" width="120" height="190" fill="url(#side)"/>'
    const { picture, pointAt, scale } = await drawFace({ marks: shadow })
    const after = putOnLook(picture, await faceIn(picture), lookOf(INK))
    const light = ({ data, width, height }: Picture) =>
      Float32Array.from({ length: width * height }, (_, i) => srgbToLinear(data[4 * i + 1]!))
    const [left, right] = [1, -1].map((side) => {
      const [y, below] = [after, picture].map((each) =>
        meanAround(light(each), picture, pointAt(side * 15, 44.8), 0.8 * scale),
      )
      return 1 - y! / below!
    })
    expect(right).toBeGreaterThan(0.5)
    expect(Math.abs(left! - right!)).toBeLessThan(0.1)
  },
)
