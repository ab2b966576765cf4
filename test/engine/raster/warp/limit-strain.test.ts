import { expect, test } from 'vitest'
import { identityDisplacement, minJacobian } from '../../../../engine/raster/warp/displacement.ts'
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
