import { expect, test } from 'vitest'
import { bodyReshape } from '../../../catalog/features/body-reshape.ts'
import { outPaint } from '../../../catalog/features/out-paint.ts'
import { takesIndex } from '../../../catalog/features/takes-index.ts'

test('an effect is told which person it is for where several can be found and it has a parameter for that', () => {
  const { preProcess } = bodyReshape
  expect(takesIndex(bodyReshape)).toBe(true)
  expect(takesIndex({ ...bodyReshape, preProcess: undefined } as never)).toBe(false)
  expect(takesIndex(outPaint)).toBe(false)
  expect(takesIndex({ ...outPaint, preProcess } as never)).toBe(false)
})
