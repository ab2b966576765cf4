import { expect, test } from 'vitest'
import {
  digitalSourceUri,
  generatedElsewhere,
  strongestSource,
} from '../../../catalog/results/digital-source.ts'

test('of several steps the term counts that says most', () => {
  expect(strongestSource([])).toBeUndefined()
  expect(strongestSource(['composite', 'algorithmicallyEnhanced'])).toBe('composite')
  expect(strongestSource(['compositeWithTrainedAlgorithmicMedia', 'composite'])).toBe(
    'compositeWithTrainedAlgorithmicMedia',
  )
  expect(strongestSource(['algorithmicallyEnhanced'])).toBe('algorithmicallyEnhanced')
})

test('others are taken to generate', () => {
  expect(generatedElsewhere({ ours: 'composite', others: 'composite' })).toEqual({
    ours: 'composite',
    others: 'compositeWithTrainedAlgorithmicMedia',
  })
  expect(digitalSourceUri('composite')).toBe(
    'http://cv.iptc.org/newscodes/digitalsourcetype/composite',
  )
})
