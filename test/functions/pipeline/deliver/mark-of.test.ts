import { expect, test } from 'vitest'
import { markOf } from '../../../../functions/pipeline/deliver/mark-of.ts'

const job = (mark = true) => ({ id: 'job-1', recipe: { plan: { output: { mark } } } }) as never
const task = (index: number, more: object = { engine: '1.0' }) => ({ index, ...more })
const RESHAPE = { feature: 'body-reshape', tasks: [task(2)] }
const DRESS = { feature: 'cloth-v3', tasks: [task(4)] }

test('a result is marked by what its steps did, and by its person where there are several', () => {
  expect(markOf(job(), [RESHAPE], false)).toEqual({
    digitalSource: 'algorithmicallyEnhanced',
    identifier: 'darkroom-job:job-1',
    features: ['body-reshape'],
  })
  expect(markOf(job(), [DRESS, RESHAPE], true)).toEqual({
    digitalSource: 'composite',
    identifier: 'darkroom-job:job-1#2',
    features: ['cloth-v3', 'body-reshape'],
  })
  const whole = { ...RESHAPE, tasks: [task(0), { engine: '1.0' }] } as never
  expect(markOf(job(), [whole], true)?.identifier).toBe('darkroom-job:job-1#0')
})

test.each([
  ['our engine', { engine: '1.0', charge: { generations: 0 } }, 'composite'],
  [
    'a generator',
    { engine: '1.0', charge: { generations: 1 } },
    'compositeWithTrainedAlgorithmicMedia',
  ],
  ['another service', { engine: null }, 'compositeWithTrainedAlgorithmicMedia'],
])('what %s made', (_, made, digitalSource) => {
  const steps = [{ feature: 'cloth-v3', tasks: [task(0, made)] }]
  expect(markOf(job(), steps as never, false)?.digitalSource).toBe(digitalSource)
})

test('nothing is marked where the recipe wants no mark, or no step made a file', () => {
  expect(markOf(job(false), [RESHAPE], false)).toBeUndefined()
  expect(markOf(job(), [{ feature: 'gone', tasks: [task(0)] }], false)).toBeUndefined()
  expect(markOf(job(), [], false)).toBeUndefined()
  expect(markOf({ id: 'a', recipe: {} } as never, [RESHAPE], true)?.identifier).toBe(
    'darkroom-job:a#2',
  )
})
