import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createShutdown } from '../../../local/stacks/shutdown.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const PHASES = ['intake', 'work', 'stores', 'folder'] as const
function never(): Promise<never> {
  return new Promise(() => undefined)
}

test('shutdown ends within five seconds, even if a part never closes', async () => {
  const shutdown = createShutdown()
  const began: string[] = []
  for (const phase of PHASES) {
    shutdown.add(phase, () => void began.push(phase))
    shutdown.add(phase, never)
  }
  let over = false
  const ending = shutdown.run().then(() => {
    over = true
  })
  await vi.advanceTimersByTimeAsync(1_000)
  expect([began, over]).toEqual([['intake'], false])
  await vi.advanceTimersByTimeAsync(3_999)
  expect([began, over]).toEqual([PHASES, true])
  await ending
})

test('a phase starts when the one before has ended, and a failed part delays nothing', async () => {
  const shutdown = createShutdown()
  const ended: string[] = []
  shutdown.add('folder', () => void ended.push('folder'))
  shutdown.add('intake', () => {
    throw new Error('It would not close.')
  })
  shutdown.add('intake', async () => void ended.push('intake'))
  const first = shutdown.run()
  expect(shutdown.run()).toBe(first)
  await first
  expect(ended).toEqual(['intake', 'folder'])
  expect(vi.getTimerCount()).toBe(0)
})
