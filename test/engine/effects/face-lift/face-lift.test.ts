import { beforeAll, describe, expect, test } from 'vitest'
import { Fault } from '../../../../catalog/failures/fault.ts'
import type { LiftFeatures } from '../../../../catalog/features/face-lift.ts'
import {
  type FaceLiftParameters,
  liftFace,
} from '../../../../engine/effects/face-lift/face-lift.ts'
import type { Point } from '../../../../engine/geometry/point.ts'
import type { Picture } from '../../../../engine/raster/picture.ts'
import { FACE, type Face } from '../../../../engine/vision/faces/face.ts'
import { type DrawnFaces, drawnFaces } from '../face-reshape/drawn-faces.ts'
import { outlineDistance } from '../face-reshape/outline-distance.ts'
import { bend, lines } from '../face-reshape/straight-lines.ts'
import { changed } from '../measure.ts'
import { contrastAlong, drawLine } from './drawn-line.ts'

let drawn: DrawnFaces
beforeAll(async () => {
  drawn = await drawnFaces()
})

function lift(asked: FaceLiftParameters, picture = drawn.picture): Picture {
  return liftFace(picture, drawn.faces[0], [drawn.faces[1]], asked)
}

function custom(features: LiftFeatures, picture?: Picture): Picture {
  return lift({ type: 'custom', features }, picture)
}

const ALL = { eye_bag: 100, cheek: 100, forehead: 100, shape: 100, mouth: 100 }

describe('the face mesh moves with the lift', () => {
  const height = (indices: readonly number[]) => (face: Face) =>
    indices.reduce((sum, i) => sum - face.landmarks[i]!.y, 0) / indices.length
  test.each([
    ['mouth', height([FACE.leftMouthCorner, FACE.rightMouthCorner])],
    ['forehead', height([...FACE.leftBrowBottom, ...FACE.rightBrowBottom])],
    ['shape', ({ landmarks }: Face) => landmarks[FACE.rightJaw]!.x - landmarks[FACE.leftJaw]!.x],
  ] as const)('%s', async (part, measure) => {
    const values = [measure(drawn.faces[0])]
    for (const value of [50, 100]) {
      values.push(measure((await drawn.look(custom({ [part]: value })))[0]))
    }
    expect(values[1]! - values[0]!, values.join(' ')).toBeGreaterThan(0.5)
    expect(values[2]! - values[1]!, values.join(' ')).toBeGreaterThan(0.5)
  })
})

describe('lines are softened where they are', () => {
  /** A line of the face drawn by landmarks, and the part that softens it. */
  const cases: [keyof LiftFeatures, (face: Face) => [Point, Point]][] = [
    ['cheek', ({ landmarks }) => [between(landmarks, 358, 426), between(landmarks, 426, 432)]],
    ['forehead', ({ landmarks }) => [above(landmarks, 69, 25), above(landmarks, 299, 25)]],
  ]
  test.each(cases)('%s', (part, lineOf) => {
    const [from, to] = lineOf(drawn.faces[0])
    const lined = drawLine(drawn.picture, from, to)
    const depth = (value: number) => contrastAlong(custom({ [part]: value }, lined), from, to)
    const [before, half, full] = [contrastAlong(lined, from, to), depth(50), depth(100)]
    expect(before).toBeGreaterThan(12)
    expect(half).toBeLessThan(before * 0.85)
    expect(full).toBeLessThan(half)
    expect(contrastAlong(custom({ eye_bag: 100 }, lined), from, to)).toBeCloseTo(before, 0)
  })

  test('bags under the eyes', () => {
    const { landmarks } = drawn.faces[0]
    const from = between(landmarks, 347, 253)
    const to = between(landmarks, 349, 252)
    const lined = drawLine(drawn.picture, from, to)
    const depth = (value: number) => contrastAlong(custom({ eye_bag: value }, lined), from, to)
    const before = contrastAlong(lined, from, to)
    expect(before).toBeGreaterThan(8)
    expect(depth(50)).toBeLessThan(before * 0.9)
    expect(depth(100)).toBeLessThan(depth(50))
  })
})

describe('auto', () => {
  test('lifts a face without features, by less than all of them at 100', () => {
    const auto = lift({ type: 'auto' })
    const some = changed(auto, drawn.picture).length
    expect(some).toBeGreaterThan(5000)
    expect(difference(auto)).toBeLessThan(0.8 * difference(custom(ALL)))
  })

  test('changes a face with lines more than one without', () => {
    const { landmarks } = drawn.faces[0]
    const [from, to] = [between(landmarks, 358, 426), between(landmarks, 426, 432)]
    const lined = drawLine(drawn.picture, from, to)
    const before = contrastAlong(lined, from, to)
    const after = contrastAlong(lift({ type: 'auto' }, lined), from, to)
    expect(after).toBeLessThan(before * 0.9)
  })
})

describe('everything else is unchanged', () => {
  test('with nothing asked the result is the picture itself', () => {
    expect(custom({ cheek: 0 })).toBe(drawn.picture)
  })

  test('straight lines beside the face bend by less than 0.09 eye distances', () => {
    const grid = lines(drawn.picture)
    const far = outlineDistance(drawn.faces[0])
    const bent = custom({ shape: 60 }, grid)
    expect(changed(bent, grid).length).toBeGreaterThan(1000)
    expect(bend(grid, bent, (x, y) => far(x, y) > 0.2) / far.unit).toBeLessThan(0.09)
  })

  test('away from the face and on the other one every byte is the same', () => {
    const far = outlineDistance(drawn.faces[0])
    const { width } = drawn.picture
    const moved = changed(custom(ALL), drawn.picture)
    expect(moved.length).toBeGreaterThan(8000)
    const away = moved.filter((i) => far(i % width, Math.floor(i / width)) > 0.65)
    expect(away).toEqual([])
    const other = outlineDistance(drawn.faces[1])
    expect(moved.filter((i) => other(i % width, Math.floor(i / width)) < 0)).toEqual([])
  })
})

describe('refused with a reason', () => {
  const fault = (face: Partial<Face>, asked: FaceLiftParameters): Fault => {
    try {
      liftFace(drawn.picture, { ...drawn.faces[0], ...face }, [], asked)
    } catch (error) {
      if (error instanceof Fault) return error
    }
    throw new Error('no Fault was thrown')
  }
  const some: FaceLiftParameters = { type: 'custom', features: { cheek: 30 } }

  test('small and turned faces', () => {
    const { box } = drawn.faces[0]
    expect(fault({ box: { ...box, height: 45 } }, some).condition).toBe('small-face')
    const pose = { pitch: 0, yaw: 0, roll: 0 }
    expect(fault({ pose: { ...pose, roll: -75 } }, some).message).toContain('by 75° (roll)')
    expect(fault({ pose: { ...pose, yaw: 90 } }, some).condition).toBe('turned-face')
  })

  test('unknown parts and values out of range', () => {
    const odd = { nose: 20 } as unknown as LiftFeatures
    expect(fault({}, { type: 'custom', features: odd }).condition).toBe('parameter')
    const low = fault({}, { type: 'custom', features: { cheek: -1 } })
    expect(low.message).toContain('0 to 100')
  })
})

function between(points: readonly Point[], a: number, b: number): Point {
  return { x: (points[a]!.x + points[b]!.x) / 2, y: (points[a]!.y + points[b]!.y) / 2 }
}

function above(points: readonly Point[], index: number, by: number): Point {
  return { x: points[index]!.x, y: points[index]!.y - by }
}

function difference({ data }: Picture): number {
  let sum = 0
  for (let i = 0; i < data.length; i++) sum += Math.abs(data[i]! - drawn.picture.data[i]!)
  return sum
}
