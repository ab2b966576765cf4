import { expect, test } from 'vitest'
import { isBatched, laneHeader } from '../../../catalog/tasks/lane.ts'
import { turnHeaders } from '../../../catalog/tasks/task-place.ts'

test('the headers of a turn tell its place, and its start where that is known', () => {
  expect(turnHeaders(undefined)).toEqual({})
  expect(turnHeaders({ place: 3 })).toEqual({ 'darkroom-place': '3' })
  expect(turnHeaders({ place: 3, seconds: 0 })).toEqual({
    'darkroom-place': '3',
    'darkroom-starts-in': '0',
  })
})

test('a task of a batch says so', () => {
  expect([laneHeader(true), laneHeader(false), laneHeader(undefined)]).toEqual([
    { 'darkroom-lane': 'batch' },
    {},
    {},
  ])
  expect([isBatched(laneHeader(true)), isBatched({}), isBatched({ 'darkroom-lane': 'b' })]).toEqual(
    [true, false, false],
  )
})
