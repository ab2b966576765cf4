import { expect, test } from 'vitest'
import type { Provider, TaskStatus } from '../../../../../functions/pipeline/core/ports/provider.ts'
import { fetchResults } from '../../../../../functions/pipeline/core/steps/fetch-results.ts'

function answering(status: TaskStatus): Provider {
  return {
    idempotent: true,
    status: async () => status,
    create: () => Promise.reject(new Error('Nothing is created here.')),
    upload: () => Promise.reject(new Error('Nothing is uploaded here.')),
  }
}
const asked = { job: 'job-1', feature: 'body-reshape', stage: 'effect' as const, taskId: 't' }
function ending(error: string | null, target?: string) {
  return fetchResults(
    { ...asked, target },
    answering({ task_status: 'error', error, error_message: 'So it says.' }),
  )
}

test.each([
  'RUNTIME_ERROR',
  'unknown_internal_error',
  'error_inference',
  'error_download_image',
  'TaskTimeout',
])('after %s another attempt may succeed, but not another poll', async (code) => {
  await expect(ending(code)).rejects.toMatchObject({
    code: 'TaskBroke',
    retryable: true,
    transient: false,
    message: `The service ended the task in ${code}. So it says.`,
  })
})

test.each(['INPUT_ERROR', 'error_pose', 'error_that_only_a_stranger_knows', 'constructor', null])(
  'after %s the same picture fails again',
  async (code) => {
    await expect(ending(code)).rejects.toMatchObject({ code: 'TaskFailed', retryable: false })
  },
)

test('an index that the picture lacks is a missing target, where the recipe names an index', async () => {
  await expect(ending('PHOTO_DETECTION_FAIL', 'index:3')).rejects.toMatchObject({
    code: 'TargetMissing',
    message:
      'The recipe asks for index 3, counted from 0, which the picture does not have. So it says.',
  })
  await expect(ending('PHOTO_DETECTION_FAIL', 'index:0')).rejects.toMatchObject({
    code: 'NoTarget',
  })
  await expect(ending('PHOTO_DETECTION_FAIL', 'largest')).rejects.toMatchObject({
    code: 'TaskFailed',
  })
  await expect(ending('INPUT_ERROR', 'index:3')).rejects.toMatchObject({ code: 'TaskFailed' })
})

test.each([
  ['2', 'PHOTO_DETECTION_FAIL (2)'],
  ['4', 'PHOTO_CHECK_INVALID (4)'],
  ['17', '17'],
  ['OBJECT_DETECTION_FAIL', 'OBJECT_DETECTION_FAIL'],
])(
  'a try-on that ended in %s failed for good, with the code that is documented',
  async (error, named) => {
    const status = { task_status: 'error', error, error_message: 'So it says.' } as const
    for (const kind of ['earring', 'necklace', 'bracelet']) {
      const task = { ...asked, feature: `2d-vto/${kind}` }
      await expect(fetchResults(task, answering(status))).rejects.toMatchObject({
        code: 'TaskFailed',
        retryable: false,
        message: `The service ended the task in ${named}. So it says.`,
      })
    }
    // Elsewhere a number has no known meaning.
    const message = `The service ended the task in ${error}. So it says.`
    await expect(ending(error)).rejects.toMatchObject({ message })
  },
)

test('a task that is still running is polled again', async () => {
  await expect(fetchResults(asked, answering({ task_status: 'running' }))).rejects.toMatchObject({
    code: 'ServiceBusy',
    transient: true,
  })
})

test('words of any length are cut at 500 characters', async () => {
  const longest = (error: string, target?: string) =>
    fetchResults(
      { ...asked, target },
      answering({ task_status: 'error', error, error_message: 'x'.repeat(600) }),
    )
  for (const [error, target] of [['INPUT_ERROR'], ['PHOTO_DETECTION_FAIL', 'index:3']] as const) {
    const message = await longest(error, target).then(
      () => '',
      (failure: Error) => failure.message,
    )
    expect(message).toHaveLength(500)
    expect(message.endsWith('x')).toBe(true)
  }
})
