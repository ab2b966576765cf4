import { expect, test } from 'vitest'
import { measureGarment } from '../../../../bench/garments.ts'
import { isEveryCaseTried } from '../../../../setup/sampled.ts'
import { warmVision } from '../../../warm-vision.ts'

// The shirt covers a hem that hangs lower on one side.
// In `npm test` a blouse is measured, `worn-edges.test.ts`.
test.runIf(isEveryCaseTried()).each([
  ['tee', 5],
  ['shirt', 1],
] as const)(
  'a %s that is shown alone ends where it would on somebody it is cut for',
  async (_, number) => {
    const { hem, left, right } = await measureGarment(number, 'alone', await warmVision())
    for (const off of [hem, left, right]) expect(off).toBeLessThan(2)
  },
)
