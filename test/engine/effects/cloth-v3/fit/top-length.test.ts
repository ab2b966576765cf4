import { expect, test } from 'vitest'
import { measureGarment } from '../../../../bench/garments.ts'
import { sampled } from '../../../../setup/sampled.ts'
import { warmVision } from '../../../warm-vision.ts'

// The shirt covers a hem that hangs lower on one side.
test.each(
  sampled(1, [
    ['tee', 5],
    ['shirt', 1],
  ] as const),
)('a %s that is shown alone ends where it would on somebody it is cut for', async (_, number) => {
  const { hem, left, right } = await measureGarment(number, 'alone', await warmVision())
  for (const off of [hem, left, right]) expect(off).toBeLessThan(2)
})
