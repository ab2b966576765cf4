import { expect, test } from 'vitest'
import { type JudgedBox, pickUsable } from '../../../catalog/targets/pick-usable.ts'

const code = 'PHOTO_CHECK_INVALID'
const turned = { code, condition: 'turned-face', message: 'The head is turned.' }
const small = { code, condition: 'small-face', message: 'It is small.' }

/** Boxes of these widths, each with what the service says of it. */
const boxes = (...said: [number, JudgedBox['usable']?][]): JudgedBox[] =>
  said.map(([width, usable], at) => ({
    left: 200 * at,
    top: 0,
    width,
    height: width,
    ...(usable !== undefined && { usable }),
  }))
const pick = (crops: boolean, ...said: [number, JudgedBox['usable']?][]) =>
  pickUsable(boxes(...said), crops)

test('the largest of those whom the effect accepts is taken, not the largest', () => {
  expect(pick(true, [90, turned], [40, true], [60, true])).toMatchObject({
    target: { index: 2, why: 'largest of 2 usable of 3' },
  })
})

test('a service that does not say whom it accepts gets the largest, and that is told', () => {
  expect(pick(true, [40], [90])).toMatchObject({
    target: { index: 1, why: 'largest of 2: the service does not say whom it can work on' },
  })
})

test('nobody found is nobody', () => expect(pick(true)).toBeUndefined())

test('where nobody is accepted the reason of the largest is told', () => {
  expect(pick(false, [40, turned], [90, { ...turned, message: 'The chin is up.' }])).toEqual({
    refusal: 'None of the 2 can be worked on. Of the largest: The chin is up.',
  })
  expect(pick(false, [40, turned])).toEqual({ refusal: 'The head is turned.' })
})

test('who is only too small is tried where pictures may be cropped', () => {
  expect(pick(true, [90, turned], [40, small])).toMatchObject({
    target: { index: 1 },
  })
  expect(pick(false, [40, small])).toEqual({ refusal: 'It is small.' })
})

test('of whom nothing is said it is not known that the effect refuses them', () => {
  // Of some the service says it, of others not: those may be usable.
  expect(pick(false, [90, turned], [40])).toMatchObject({
    target: { index: 1, why: 'largest of 1 usable of 2' },
  })
  expect(pick(false, [90], [40, true])).toMatchObject({
    target: { index: 0, why: 'largest of 2 usable of 2' },
  })
})

test.each(['small-face', 'small', 'turned-face'])('who is %s alone', (condition) => {
  const found = pick(true, [40, { ...small, condition }], [90, turned])
  if (condition === 'turned-face') return expect(found).toHaveProperty('refusal')
  expect(found).toMatchObject({ target: { index: 0, why: 'largest of 2, none usable as shown' } })
})
