import { expect, test } from 'vitest'
import { Fault } from '../../../../catalog/failures/fault.ts'
import { failureOfFault } from '../../../../functions/pipeline/prepare/failure-of-fault.ts'

test.each([
  ['runtime', 'PreparationStopped', true],
  ['unreadable', 'SourceUnfit', false],
  ['large', 'SourceUnfit', false],
  ['target', 'NoTarget', false],
  ['several', 'TargetMissing', false],
] as const)('a fault %s in preparing is the failure %s', (condition, code, retryable) => {
  const failure = failureOfFault(new Fault(condition, 'In the engine’s words.'))
  expect(failure).toMatchObject({ code, retryable, message: 'In the engine’s words.' })
})
