import { expect, test } from 'vitest'
import { endedIn } from '../../../catalog/failures/ended-in.ts'
import { outcomeOf } from '../../../catalog/failures/outcome-of.ts'

const unsuited = { code: 'NoTarget', message: 'Nobody is in it.' }
const tooSmall = { code: 'TaskFailed', message: `${endedIn('error_src_face_too_small')} It is.` }
const broke = { code: 'TaskBroke', message: 'It broke.' }

test.each([
  [{ status: 'succeeded' }, 'succeeded'],
  [{ status: 'running' }, 'running'],
  [{ status: 'parked' }, 'parked'],
  [{ status: 'failed', failure: broke }, 'failed'],
  [{ status: 'failed', failure: unsuited }, 'refused'],
  [{ status: 'failed', failure: tooSmall }, 'refused'],
  [{ status: 'succeeded', refused: { step: 0, code: 'NoTarget', words: 'Nobody.' } }, 'refused'],
])('%o is %s', (job, outcome) => {
  expect(outcomeOf(job)).toBe(outcome)
})
