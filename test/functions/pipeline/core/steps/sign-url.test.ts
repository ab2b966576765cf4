import { expect, test } from 'vitest'
import { signUrl } from '../../../../../functions/pipeline/core/steps/sign-url.ts'

const NOW = 1_999
const object = { bucket: 'drop', key: 'a.jpg' }
const result = { feature: 'body-reshape', taskId: 'task-1' } as never

function depsWith(results: object, sourceSeconds?: number) {
  const asked: unknown[] = []
  const deps = {
    objects: {
      presign: async (_: unknown, seconds: number) => `https://drop.example/${seconds}`,
    },
    provider: {
      status: async (feature: { name: string }, ...rest: unknown[]) => {
        asked.push([feature.name, ...rest])
        return { task_status: 'success', results }
      },
    },
    sourceSeconds,
    now: () => NOW,
  } as never
  return { asked, deps }
}

test('a URL of an object is valid for two hours, or as long as is said', async () => {
  expect(await signUrl({ object }, 'job-1', depsWith({}).deps)).toEqual({
    url: 'https://drop.example/7200',
    at: 1,
    of: { object },
  })
  const brief = await signUrl({ object }, 'job-1', depsWith({}, 60).deps)
  expect(brief.url).toBe('https://drop.example/60')
})

test('a URL of a result is what the effect’s task gave', async () => {
  const { deps, asked } = depsWith({ url: 'https://results.example/a' })
  expect(await signUrl({ result }, 'job-1', deps)).toEqual({
    url: 'https://results.example/a',
    at: 1,
    of: { result },
  })
  expect(asked).toEqual([['body-reshape', 'effect', 'task-1', 'job-1']])
  await expect(signUrl({ result }, 'job-1', depsWith({ url: 1 }).deps)).rejects.toMatchObject({
    code: 'ResultUnavailable',
    message: 'The step body-reshape gave no file to go on with.',
  })
})
