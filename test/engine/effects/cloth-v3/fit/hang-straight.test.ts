import { expect, test } from 'vitest'
import { hangStraight } from '../../../../../engine/effects/cloth-v3/fit/hang-straight.ts'

test('under an arm that stands off, a sleeve does not follow the arm up into the armpit', () => {
  const edge = [
    { x: 0, y: 0 },
    { x: 10, y: -2 },
    { x: 20, y: 10 },
    { x: 30, y: 30 },
    { x: 90, y: 90 },
  ]
  const found = hangStraight(edge, 60)
  expect(found[1]).toEqual({ x: 10, y: 10 })
  expect(found[2]).toEqual({ x: 20, y: 20 })
  expect(found.slice(3)).toEqual(edge.slice(3))
})

test('beside an arm that hangs down, a sleeve has the edge of the arm', () => {
  const edge = [
    { x: 0, y: 0 },
    { x: 4, y: 20 },
    { x: -1, y: 40 },
    { x: 3, y: 60 },
    { x: 6, y: 120 },
  ]
  expect(hangStraight(edge, 100)).toEqual(edge)
})
