import { beforeEach, expect, test, vi } from 'vitest'
import { log } from '../../../../functions/log.ts'
import { type EndItemDeps, endItem } from '../../../../functions/pipeline/end-item/end-item.ts'

beforeEach(() => void vi.spyOn(log, 'info').mockReturnValue())

test('the chunks whose last job has ended are resumed, and no other', async () => {
  const removed: unknown[] = []
  const resumed: unknown[] = []
  const chunks = [0, 1, 2].map((chunk) => ({ batch: 'batch-1', chunk }))
  const deps = {
    batches: {
      chunksWaitingFor: async (job: string) => (job === 'job-1' ? chunks : []),
      removeJobs: async (batch: string, chunk: number, jobs: string[]) => {
        removed.push([batch, chunk, jobs])
        return chunk === 1 ? undefined : `token-${chunk}`
      },
    },
    tokens: { succeed: async (...told: unknown[]) => void resumed.push(told) },
  } as unknown as EndItemDeps
  await endItem(JSON.stringify({ detail: { job: 'job-1' } }), deps)
  expect(removed).toEqual([0, 1, 2].map((chunk) => ['batch-1', chunk, ['job-1']]))
  expect(resumed).toEqual([
    ['token-0', {}],
    ['token-2', {}],
  ])
  await endItem(JSON.stringify({ detail: { job: 'job-2' } }), deps)
  expect(removed).toHaveLength(3)
  await expect(endItem('{"detail":{}}', deps)).rejects.toThrow()
})
