import { expect, test } from 'vitest'
import { coalesceSync } from '../../../local/s3/store/coalesce-sync.ts'

test('calls during a sync share the next one, and a failure reaches only its own callers', async () => {
  const begun: PromiseWithResolvers<void>[] = []
  const settled = coalesceSync(() => {
    begun.push(Promise.withResolvers<void>())
    return begun.at(-1)!.promise
  })
  const first = settled()
  const second = settled()
  const third = settled()
  expect(begun).toHaveLength(1)
  begun[0]!.reject(new Error('The disk is gone.'))
  await expect(first).rejects.toThrow('The disk is gone.')
  await expect.poll(() => begun.length).toBe(2)
  const fourth = settled()
  begun[1]!.resolve()
  await Promise.all([second, third])
  await expect.poll(() => begun.length).toBe(3)
  begun[2]!.resolve()
  await fourth
  const alone = settled()
  expect(begun).toHaveLength(4)
  begun[3]!.resolve()
  await alone
})
