import { expect, test } from 'vitest'
import type { LookZone } from '../../../../catalog/looks/look.ts'
import { blur } from '../../../../engine/raster/filter/blur.ts'
import { seededRandom } from '../../../../engine/raster/seeded-random.ts'
import { sampled } from '../../../setup/sampled.ts'
import { drawFace } from '../../face/draw-face.ts'
import { faceIn } from '../../face/face-in.ts'
import { headAt, turnHead } from '../../face/turn-head.ts'
import { changeBy, meanAround } from './draw-made-up.ts'

const LIPS: LookZone = { zone: 'lips', pigment: 'b3142b', opacity: 0.9, finish: 'matte' }
const LINER: LookZone = { zone: 'lip-liner', pigment: '3c0c14', opacity: 0.8 }
const LID: LookZone = { zone: 'lid', pigment: '38b6c9', opacity: 0.8, finish: 'matte' }
const BROWS: LookZone = { zone: 'brows', pigment: '241a16', opacity: 0.5 }

/** The outline of the drawn lips. */
const LIP_MARK =
  '<path fill="#00ff00" d="M-13 78.4C-8 77.2 -4 75.4 -1.8 76.2Q0 77 1.8 76.2C4 75.4 8 77.2 13 78.4L12.4 78.9' +
  'C9.4 84.4 4.8 86.2 0 86.2C-4.8 86.2 -9.4 84.4 -12.4 78.9Z"/>'

test.each(sampled(1, [-36, 0, 36]))(
  'no colour outside the lips of a head turned by %d',
  async (yaw) => {
    const [drawn, marked] = await Promise.all([drawFace(), drawFace({ marks: LIP_MARK })])
    const { scale } = drawn
    const { x, y } = drawn.pointAt(0, 0)
    const [picture, truth] = [drawn, marked].map((each) =>
      turnHead(each.picture, headAt(x, y, 34.5 * scale), { yaw }),
    )
    const change = changeBy(picture!, await faceIn(picture!), LIPS, LINER)
    const lips = Float32Array.from(change, (_, i) =>
      picture!.data[4 * i] === truth!.data[4 * i] ? 0 : 1,
    )
    // 0.023 is reached two sigmas beside an edge: 2 % of the face's width.
    const near = blur(lips, picture!, 0.01 * 69 * scale)
    let [covered, all, outside] = [0, 0, 0]
    for (const [i, by] of change.entries()) {
      if (lips[i] === 1) {
        all++
        if (by > 20) covered++
      } else if (near[i]! < 0.023) outside = Math.max(outside, by)
    }
    expect(covered / all).toBeGreaterThan(0.85)
    expect(outside).toBeLessThan(4)
  },
)

test('lipstick ends where lips do that are darker than pale skin', async () => {
  const look = { skin: '#f1d3c0' }
  const [{ picture, pointAt, scale }, marked] = await Promise.all([
    drawFace({ look }),
    drawFace({ look, marks: LIP_MARK }),
  ])
  const change = changeBy(picture, await faceIn(picture), LIPS)
  const usual = meanAround(change, picture, pointAt(-5, 83), scale)
  // The line between the lips is darker.
  const lips = [...change].filter(
    (_, i) => picture.data[4 * i]! > 140 && picture.data[4 * i] !== marked.picture.data[4 * i],
  )
  expect(lips.filter((by) => by > 0.5 * usual).length / lips.length).toBeGreaterThan(0.87)
})

const UPPER_LIP =
  'M-12 78.4C-8 77.2 -4 75.4 -1.8 76.2Q0 77 1.8 76.2C4 75.4 8 77.2 12 78.4L8 79.4Q0 80.4 -8 79.4Z'

test.each([
  ['is paler than the lower one', `<path fill="#d9a384" fill-opacity="0.5" d="${UPPER_LIP}"/>`],
  [
    'shines at its edge',
    `<path fill="#ffffff" fill-opacity="0.85" d="M2 76.2C4 75.4 8 77.2 10 77.8L10 78.8L2 78.6Z"/>`,
  ],
])('lipstick reaches the edge of an upper lip that %s', async (_, marks) => {
  const [{ picture }, marked] = await Promise.all([
    drawFace({ marks }),
    drawFace({ marks: `${marks}<path fill="#00ff00" d="${UPPER_LIP}"/>` }),
  ])
  const change = changeBy(picture, await faceIn(picture), LIPS)
  const lip = [...change].filter((_, i) => picture.data[4 * i] !== marked.picture.data[4 * i])
  expect(lip.filter((by) => by > 20).length / lip.length).toBeGreaterThan(0.84)
})

test.each(sampled(1, [-34, 34, -20, 20]))(
  'both eyes wear as much on a head turned by %d',
  async (yaw) => {
    const drawn = await drawFace()
    const { x, y } = drawn.pointAt(0, 0)
    const picture = turnHead(drawn.picture, headAt(x, y, 34.5 * drawn.scale), { yaw })
    const face = await faceIn(picture)
    const change = changeBy(picture, face, LID)
    const [left, right] = [
      [386, 257],
      [159, 27],
    ].map((lid) => {
      const [margin, crease] = lid.map((at) => face.landmarks[at]!)
      const at = { x: (margin!.x + crease!.x) / 2, y: (margin!.y + crease!.y) / 2 }
      return meanAround(change, picture, at, 0.6 * drawn.scale)
    })
    expect(Math.min(left!, right!)).toBeGreaterThan(20)
    expect(Math.min(left!, right!)).toBeGreaterThan(0.65 * Math.max(left!, right!))
  },
)

const SKIN = '#d9a384'

test('colour lies on closed lids, where the eyes would be', async () => {
  const lids = [1, -1].map(
    (side) =>
      `<g transform="translate(${15.2 * side} 50) scale(${side} 1)">` +
      `<path fill="${SKIN}" d="M-9 1.4C-6 -5.6 6 -5.6 9 0.4C6 5 -6 5 -9 1.4Z"/>` +
      '<path fill="none" stroke="#2a1a14" stroke-width="1.2" d="M-8 1.8C-5 4.4 4 4.6 8 1.4"/></g>',
  )
  const { picture, pointAt, scale } = await drawFace({ marks: lids.join('') })
  const change = changeBy(picture, await faceIn(picture), LID)
  for (const side of [1, -1]) {
    expect(meanAround(change, picture, pointAt(side * 15, 50.3), 0.5 * scale)).toBeGreaterThan(60)
  }
})

test.each(sampled(1, ['#d9a384', '#f1d3c0']))(
  'brows are filled by their hairs, not beside them, on %s',
  async (skin) => {
    const { picture, scale } = await drawFace({ look: { skin } })
    const change = changeBy(picture, await faceIn(picture), BROWS)
    const hairs = Float32Array.from(change, (_, i) => (picture.data[4 * i]! < 110 ? 1 : 0))
    const near = blur(hairs, picture, 0.8 * scale)
    let [most, beyond] = [0, 0]
    for (const [i, by] of change.entries()) {
      if (near[i]! < 0.01) beyond = Math.max(beyond, by)
      else most = Math.max(most, by)
    }
    expect(most).toBeGreaterThan(35)
    expect(beyond).toBeLessThan(4)
  },
)

test('brows under a fringe are left alone', async () => {
  const fringe = '<path fill="#c9a06a" d="M-36 14H36V46Q18 42 0 45Q-18 42 -36 46Z"/>'
  const { picture, pointAt, scale } = await drawFace({ marks: fringe })
  const change = changeBy(picture, await faceIn(picture), BROWS, LID)
  const open = await drawFace()
  const usual = changeBy(open.picture, await faceIn(open.picture), BROWS)
  for (const side of [1, -1]) {
    const at = pointAt(side * 15, 39)
    expect(meanAround(change, picture, at, scale)).toBeLessThan(2)
    expect(meanAround(usual, picture, at, scale)).toBeGreaterThan(5)
  }
})

test('both eyes are drawn equally soft, though one lies among fine grain', async () => {
  const { picture, pointAt } = await drawFace()
  const [red, green, blue] = [0, 1, 2].map((channel) =>
    blur(
      Float32Array.from(
        { length: picture.data.length / 4 },
        (_, i) => picture.data[4 * i + channel]!,
      ),
      picture,
      1.8,
    ),
  )
  const random = seededRandom()
  const grainy = pointAt(0, 0).x
  const data = picture.data.map((level, i) => {
    const pixel = i >> 2
    const noise = pixel % picture.width < grainy ? 24 * (random() - 0.5) : 0
    return i % 4 === 3 ? level : [red, green, blue][i % 4]![pixel]! + noise
  })
  const soft = { ...picture, data }
  const ink = {
    zone: 'liner',
    pigment: '0d0b0b',
    opacity: 1,
    thickness: 0.6,
    wing: 0,
    smudge: 0,
  } as const
  const change = changeBy(soft, await faceIn(soft), ink)
  const steepest = [0, 1].map((side) => {
    let most = 0
    for (let i = 0; i + 4 * picture.width < change.length; i++) {
      if (Number(i % picture.width < grainy) !== side) continue
      most = Math.max(most, Math.abs(change[i]! - change[i + 2 * picture.width]!))
    }
    return most
  })
  expect(steepest[1]! / steepest[0]!).toBeLessThan(1)
})
