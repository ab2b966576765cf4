import { expect, test } from 'vitest'
import { type Head, headToPixel } from '../../../../../engine/effects/hair-transfer/head/head.ts'
import { growStrands } from '../../../../../engine/effects/hair-transfer/strands/grow-strands.ts'
import { readHairstyle } from '../../../../../engine/effects/hair-transfer/strands/hairstyle.ts'
import { occludingSurface } from '../../../../../engine/effects/hair-transfer/strands/occluding-surface.ts'
import {
  renderStrands,
  strandCount,
} from '../../../../../engine/effects/hair-transfer/strands/render-strands.ts'
import { partingPoints } from '../../../../../engine/effects/hair-transfer/strands/sample-root.ts'
import { PARTING_PARTED } from '../../../../../engine/effects/hair-transfer/tuning.ts'
import { sampled } from '../../../../setup/sampled.ts'

const SIZE = { width: 480, height: 480 }
const COUNT = SIZE.width * SIZE.height

/** A bald head that faces the camera, a face of 220 pixels. */
const HEAD = {
  picture: { ...SIZE, data: new Uint8ClampedArray(4 * COUNT).fill(200) },
  face: {
    pose: { yaw: 0, pitch: 0, roll: 0 },
    landmarks: Array.from({ length: 478 }, () => ({ x: 240, y: 300, z: 0 })),
  },
  frame: {
    faceWidth: 220,
    centre: { x: 240, y: 300 },
    chin: 0.7,
    across: { x: 1, y: 0 },
    up: { x: 0, y: -1 },
    oval: Array.from({ length: 36 }, (_, n) => ({
      x: 240 + 105 * Math.cos((n * Math.PI) / 18),
      y: 310 + 145 * Math.sin((n * Math.PI) / 18),
    })),
  },
  hair: { alpha: new Float32Array(COUNT) },
  regions: {
    skin: new Float32Array(COUNT),
    cloth: new Float32Array(COUNT),
    person: new Float32Array(COUNT),
    grid: { area: { left: 0, top: 0, ...SIZE }, scale: 1, ...SIZE },
  },
} as unknown as Head

test.each(sampled(1, ['female_platinum', 'female_bob']))(
  'the scalp shows all along the parting of %s, in the shade of the hair beside it',
  (id) => {
    const { style, template } = readHairstyle(id)
    const strands = growStrands(style, () => 0.58, strandCount(style, HEAD.frame))
    const { alpha } = renderStrands(strands, style, template.palette, HEAD, { slope: 0 })
    const shares = partingPoints(style, 200)
      .filter(([, v]) => v > 0.62 && v < 0.76)
      .map(([u, v]) => {
        const { x, y } = headToPixel(HEAD.frame, u, v)
        return alpha[Math.floor(y) * SIZE.width + Math.floor(x)]!
      })
    expect(shares.length).toBeGreaterThan(20)
    const shade = 1 - PARTING_PARTED.bare
    // A single strand may cross it.
    const open = shares.filter((share) => share < shade + 0.1)
    expect(open.length / shares.length).toBeGreaterThan(0.85)
    // As bright as the forehead it is a line of chalk on the head.
    const lit = shares.filter((share) => share < shade - 0.1)
    expect(lit).toHaveLength(0)
  },
)

test('a parting is drawn as a comb draws it, in no zigzag', () => {
  const { style } = readHairstyle('female_bob')
  const places = partingPoints(style, 200).map(([u]) => u)
  const [least, most] = [Math.min(...places), Math.max(...places)]
  expect(most - least).toBeLessThan(0.006)
  const turns = places.filter((u, n) => {
    const [before, after] = [places[n - 1], places[n + 1]]
    return before !== undefined && after !== undefined && (u - before) * (after - u) < 0
  })
  expect(turns.length).toBeLessThan(4)
})

test('hair before the eyes turns with the face, not as far as the skull is deep', () => {
  const { style, template } = readHairstyle('female_platinum')
  const strands = growStrands(style, () => 0.58, 4000)
  const middleOf = (yaw: number, v: number): number => {
    const head = { ...HEAD, face: { ...HEAD.face, pose: { ...HEAD.face.pose, yaw } } }
    const { alpha } = renderStrands(strands, style, template.palette, head, { slope: 0 })
    const row = Math.floor(headToPixel(HEAD.frame, 0, v).y) * SIZE.width
    const sides = [-1, 1].map((side) => {
      for (let u = 0; u < 0.7; u += 0.005) {
        const x = Math.floor(headToPixel(HEAD.frame, side * u, 0).x)
        if (alpha[row + x]! > 0.5) return side * u
      }
      return side * 0.7
    })
    return (sides[0]! + sides[1]!) / 2
  }
  const moved = middleOf(18, 0.3) - middleOf(0, 0.3)
  expect(Math.abs(moved)).toBeLessThan(0.03)
})

test('along the jaw hair ends in no steps', () => {
  const { depth } = occludingSurface(HEAD, true)
  // The depth of the cheek's side, five sixths of the way out, from row to row.
  const rows = Array.from({ length: 90 }, (_, n) => {
    const y = 330 + n
    const high = (y - 310) / 145
    const x = 240 + (5 / 6) * 105 * Math.sqrt(1 - high * high)
    return depth[y * SIZE.width + Math.round(x)]!
  })
  const steps = rows.slice(1).map((one, n) => Math.abs(one - rows[n]!))
  expect(Math.max(...steps)).toBeLessThan(0.03)
})
