import { beforeAll, describe, expect, test } from 'vitest'
import { Fault } from '../../../../catalog/fault.ts'
import { faceMesh, MOVED } from '../../../../engine/effects/face-swap/face-mesh.ts'
import { swapFace } from '../../../../engine/effects/face-swap/face-swap.ts'
import { giverOf } from '../../../../engine/effects/face-swap/giver.ts'
import { triangulate } from '../../../../engine/effects/face-swap/triangulate.ts'
import type { Point } from '../../../../engine/raster/picture.ts'
import type { Face } from '../../../../engine/vision/face.ts'
import { type DrawnFace, drawFace, type Portrait } from '../skin/draw-face.ts'
import { faceIn } from '../skin/face-in.ts'
import { changedWithin, meanLab } from '../skin/measure-skin.ts'

const GREEN = '#2f7d4f'

type Sitter = { drawn: DrawnFace; face: Face }
const sit = async (portrait: Portrait): Promise<Sitter> => {
  const drawn = await drawFace(portrait)
  return { drawn, face: await faceIn(drawn.picture) }
}

let old: Sitter
let giver: Sitter
beforeAll(async () => {
  old = await sit({ look: { skin: '#8a5a3c', hair: '#201510', eyes: '#3a2412' } })
  giver = await sit({
    look: { skin: '#efc9ad', hair: '#7a4a24', eyes: GREEN },
    scale: 4.1,
    tilt: 5,
  })
}, 60_000)

const swapped = (to: Sitter = old, from: Sitter = giver) =>
  swapFace(to.drawn.picture, to.face, giverOf(from.drawn.picture, from.face))

describe('the new face', () => {
  test('has the giver’s eyes in the old face’s place', () => {
    const after = swapped()
    const iris = (picture: typeof after) =>
      meanLab(picture, old.drawn.place(16.8, 51.6), 0.7 * old.drawn.scale)
    expect(iris(old.drawn.picture).a).toBeGreaterThan(2)
    expect(iris(after).a).toBeLessThan(-4)
  })

  test('has the old face’s light and skin colour', () => {
    const after = swapped()
    for (const [x, y] of [
      [-17, 62],
      [17, 62],
      [0, 32],
      [0, 92],
    ] as const) {
      const at = old.drawn.place(x, y)
      const [before, now] = [old.drawn.picture, after].map((p) =>
        meanLab(p, at, 2 * old.drawn.scale),
      )
      expect(Math.abs(now!.l - before!.l)).toBeLessThan(4)
      expect(Math.hypot(now!.a - before!.a, now!.b - before!.b)).toBeLessThan(5)
    }
  })

  test('has no seam: across the edge of the face colours run as smoothly as before', () => {
    const after = swapped()
    const step = (picture: typeof after, x: number, y: number) => {
      const [inside, outside] = [0.93, 1.05].map((k) =>
        meanLab(picture, old.drawn.place(x * k, y), 1.2 * old.drawn.scale),
      )
      return Math.hypot(inside!.l - outside!.l, inside!.a - outside!.a, inside!.b - outside!.b)
    }
    for (const [x, y] of [
      [-30, 66],
      [30, 66],
      [-27, 80],
      [27, 80],
    ] as const) {
      expect(Math.abs(step(after, x, y) - step(old.drawn.picture, x, y))).toBeLessThan(5)
    }
  })

  test('leaves hair, ears, neck and wall byte for byte', () => {
    const after = swapped()
    const { picture, place, scale } = old.drawn
    expect(changedWithin(picture, after, place(0, 4), 7 * scale)).toBe(0)
    expect(changedWithin(picture, after, place(38, 56), 2 * scale)).toBe(0)
    expect(changedWithin(picture, after, place(0, 108), 3 * scale)).toBe(0)
    expect(changedWithin(picture, after, place(-46, 60), 3 * scale)).toBe(0)
    expect(changedWithin(picture, after, place(0, 66), 8 * scale)).toBeGreaterThan(500)
  })

  test('given to itself stays what it was', () => {
    const { drawn, face } = old
    const after = swapFace(drawn.picture, face, giverOf(drawn.picture, face))
    let sum = 0
    for (let i = 0; i < after.data.length; i++)
      sum += Math.abs(after.data[i]! - drawn.picture.data[i]!)
    expect(sum / after.data.length).toBeLessThan(0.5)
  })
})

test('eyes that the giver keeps closed stay the old ones', () => {
  const { face } = giver
  const landmarks = structuredClone(face.landmarks)
  for (const [top, bottom] of [
    [386, 374],
    [159, 145],
  ] as const) {
    landmarks[top] = { ...landmarks[bottom]!, y: landmarks[bottom]!.y - 0.5 }
  }
  const asleep = { drawn: giver.drawn, face: { ...face, landmarks } }
  const after = swapped(old, asleep)
  const at = old.drawn.place(15.2, 50)
  expect(changedWithin(old.drawn.picture, after, at, 2 * old.drawn.scale)).toBe(0)
})

describe('refused in words', () => {
  const fault = (to: Face, from: Face): Fault => {
    try {
      swapFace(old.drawn.picture, to, giverOf(giver.drawn.picture, from))
    } catch (error) {
      if (error instanceof Fault) return error
    }
    throw new Error('no Fault was thrown')
  }
  const turned = (face: Face, yaw: number): Face => ({ ...face, pose: { ...face.pose, yaw } })

  test('a profile, on either side, and faces that look apart', () => {
    expect(fault(turned(old.face, 50), giver.face)).toMatchObject({
      condition: 'turned-face',
      role: 'src',
    })
    expect(fault(old.face, turned(giver.face, -50))).toMatchObject({
      condition: 'turned-face',
      role: 'ref',
    })
    expect(fault(turned(old.face, 25), turned(giver.face, -25)).message).toContain('50°')
  })

  test('a face too small, cut off or covered', () => {
    const tiny = { ...old.face, box: { ...old.face.box, width: 12 } }
    expect(fault(tiny, giver.face).condition).toBe('small-face')
    const cut = { ...giver.face, quality: { ...giver.face.quality, inside: 0.8 } }
    expect(fault(old.face, cut).condition).toBe('cut-face')
    const covered = ['leftEye', 'rightEye', 'mouth'] as const
    const masked = { ...giver.face, quality: { ...giver.face.quality, covered: [...covered] } }
    expect(fault(old.face, masked).condition).toBe('hidden-face')
  })
})

describe('triangles', () => {
  test('no point lies in another triangle’s circumcircle, and they fill the hull', () => {
    const points = Array.from(
      { length: 60 },
      (_, i): Point => ({ x: (i * 37) % 61, y: (i * 53) % 59 }),
    )
    const triangles = triangulate(points)
    for (const [i, j, k] of triangles) {
      const [a, b, c] = [points[i]!, points[j]!, points[k]!]
      for (const p of points) expect(inCircle(a, b, c, p)).toBeLessThan(1e-6)
    }
    // By Euler: 2n − 2 − h triangles for n points, h of them on the hull.
    expect(triangles.length).toBeGreaterThan(60)
    expect(triangles.length).toBeLessThanOrEqual(2 * 60 - 5)
  })

  test('a frontal face unrolls without folds', () => {
    const points = MOVED.map((i) => old.face.landmarks[i]!)
    const areas = faceMesh(old.face.landmarks).map(([i, j, k]) => {
      const [a, b, c] = [points[i]!, points[j]!, points[k]!]
      return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
    })
    const folded = areas.filter((area) => area < 0).reduce((sum, area) => sum - area, 0)
    const whole = areas.filter((area) => area > 0).reduce((sum, area) => sum + area, 0)
    expect(areas.length).toBeGreaterThan(800)
    expect(folded / whole).toBeLessThan(0.01)
  })
})

/** Above 0 where `p` lies inside the circle through the corners, which turn to the right (y grows downwards). */
function inCircle(a: Point, b: Point, c: Point, p: Point): number {
  const [ax, ay, bx, by, cx, cy] = [
    a.x - p.x,
    a.y - p.y,
    b.x - p.x,
    b.y - p.y,
    c.x - p.x,
    c.y - p.y,
  ]
  return (
    (ax * ax + ay * ay) * (bx * cy - cx * by) -
    (bx * bx + by * by) * (ax * cy - cx * ay) +
    (cx * cx + cy * cy) * (ax * by - bx * ay)
  )
}
