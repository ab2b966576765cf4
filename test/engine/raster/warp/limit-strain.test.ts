import { expect, test } from 'vitest'
import {
  type Displacement,
  identityDisplacement,
  minJacobian,
  neighbourhoodMean,
} from '../../../../engine/raster/warp/displacement.ts'
import { limitStrain } from '../../../../engine/raster/warp/limit-strain.ts'

/** A field whose right half moves by 12 pixels and whose left half stays. */
function step() {
  const field = identityDisplacement(160, 120, 4)
  field.dx.forEach((_, i) => {
    field.dx[i] = i % field.cols > field.cols / 2 ? 12 : 0
  })
  return field
}

test('spreads a step until neighbouring nodes differ by no more than the limit', () => {
  const field = step()
  limitStrain(field, new Float32Array(field.dx.length).fill(0.5))
  for (let i = 0; i + 1 < field.dx.length; i++) {
    if ((i + 1) % field.cols === 0) continue
    expect(Math.abs(field.dx[i + 1]! - field.dx[i]!)).toBeLessThanOrEqual(2)
  }
  expect(minJacobian(field)).toBeGreaterThan(0)
  expect(Math.max(...field.dx)).toBeGreaterThan(11)
})

test('leaves a field alone where there is no limit', () => {
  const field = step()
  limitStrain(field, new Float32Array(field.dx.length).fill(Number.POSITIVE_INFINITY))
  expect(field.dx).toEqual(step().dx)
})

/** The same by looking at all nodes in every pass. */
function limited(field: Displacement, most: Float32Array): Displacement {
  const { cols, rows, step } = field
  const [dx, dy] = [field.dx.slice(), field.dy.slice()]
  for (let pass = 0; pass < 200; pass++) {
    const strained = new Set<number>()
    for (let a = 0; a < dx.length; a++) {
      for (const b of [a % cols < cols - 1 ? a + 1 : -1, a < cols * (rows - 1) ? a + cols : -1]) {
        if (
          b < 0 ||
          Math.hypot(dx[a]! - dx[b]!, dy[a]! - dy[b]!) <= step * Math.min(most[a]!, most[b]!)
        )
          continue
        strained.add(a).add(b)
      }
    }
    if (strained.size === 0) break
    for (const values of [dx, dy]) {
      const moved = [...strained].map(
        (at) => (values[at]! + neighbourhoodMean(values, field, at)) / 2,
      )
      for (const [k, at] of [...strained].entries()) values[at] = moved[k]!
    }
  }
  return { ...field, dx, dy }
}

test('nodes move where they, or their neighbours, differ by more than either may', () => {
  const field = identityDisplacement(48, 40, 8)
  const most = new Float32Array(field.dx.length).fill(0.4)
  for (let at = 0; at < field.dx.length; at++) {
    field.dx[at] = 5 * Math.sin(at * at)
    field.dy[at] = 5 * Math.cos(3 * at)
    if (at % 7 === 0) most[at] = Number.POSITIVE_INFINITY
    if (at % 5 === 0) most[at] = 0.2
  }
  const expected = limited(field, most)
  limitStrain(field, most)
  for (const [at, value] of expected.dx.entries()) {
    expect(field.dx[at]).toBeCloseTo(value, 3)
    expect(field.dy[at]).toBeCloseTo(expected.dy[at]!, 3)
  }
})

test('a field within its limit stays, at the limit too', () => {
  const field = identityDisplacement(48, 40, 8)
  for (let at = 0; at < field.dx.length; at++) {
    field.dx[at] = 3 * (at % field.cols)
    field.dy[at] = 4 * Math.floor(at / field.cols)
  }
  const before = [field.dx.slice(), field.dy.slice()]
  limitStrain(field, new Float32Array(field.dx.length).fill(0.5))
  expect([field.dx, field.dy]).toEqual(before)
  limitStrain(field, new Float32Array(field.dx.length).fill(0.49))
  expect(field.dy).not.toEqual(before[1])
})

test('whichever node alone has a limit, its neighbours keep it too', () => {
  const size = identityDisplacement(25, 17, 8)
  for (let node = 0; node < size.dx.length; node++) {
    const field = identityDisplacement(25, 17, 8)
    for (let at = 0; at < field.dx.length; at++) {
      field.dx[at] = 5 * Math.sin(at * at)
      field.dy[at] = 5 * Math.cos(3 * at)
    }
    const most = new Float32Array(field.dx.length).fill(Number.POSITIVE_INFINITY)
    most[node] = 0.3
    const expected = limited(field, most)
    limitStrain(field, most)
    for (const [at, value] of expected.dx.entries()) {
      expect(field.dx[at]).toBeCloseTo(value, 4)
      expect(field.dy[at]).toBeCloseTo(expected.dy[at]!, 4)
    }
  }
})
