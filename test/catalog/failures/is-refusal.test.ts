import { expect, test } from 'vitest'
import { endedIn } from '../../../catalog/failures/ended-in.ts'
import { failureCodes } from '../../../catalog/failures/failures.ts'
import { isRefusal } from '../../../catalog/failures/is-refusal.ts'

const taskFailed = (code: string) => ({ code: 'TaskFailed', message: `${endedIn(code)} In words.` })

test.each(['error_src_face_too_small', 'PHOTO_DETECTION_FAIL (2)', 'error_decode_image'])(
  'a task that ended in %s refused its file',
  (code) => expect(isRefusal(taskFailed(code))).toBe(true),
)

test.each(['invalid_parameter', 'error_invalid_ref', 'unknown', 'constructor', ''])(
  'one that ended in "%s" failed',
  (code) => expect(isRefusal(taskFailed(code))).toBe(false),
)

test('of the codes of jobs those refuse a file that only another file helps against', () => {
  const refusals = failureCodes('job').filter((code) => isRefusal({ code, message: '' }))
  expect(refusals).toEqual(['SourceUnfit', 'NoTarget', 'TargetMissing'])
  expect(isRefusal(undefined)).toBe(false)
})
