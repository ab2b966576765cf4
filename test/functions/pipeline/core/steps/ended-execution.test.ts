import { expect, test } from 'vitest'
import { isExecutionEndedEvent } from '../../../../../functions/pipeline/core/steps/ended-execution.ts'

test.each([
  [{ 'detail-type': 'Step Functions Execution Status Change', detail: {} }, true],
  [{ 'detail-type': 'Object Created', detail: {} }, false],
  [{ batch: 'batch-1' }, false],
  [null, false],
])('%j is the event of an execution that ended: %s', (event, isOne) => {
  expect(isExecutionEndedEvent(event)).toBe(isOne)
})
