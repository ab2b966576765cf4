import { expect, test } from 'vitest'
import { measureGarment } from '../../../../bench/garments.ts'
import { isEveryCaseTried } from '../../../../setup/sampled.ts'
import { warmVision } from '../../../warm-vision.ts'

// In `npm test` a top is measured on somebody, `worn-edges.test.ts`, and drawn skirts are read, `read-garment.test.ts`.
test.runIf(isEveryCaseTried())(
  'a skirt that is shown alone ends where it would on somebody it is cut for',
  async () => {
    const { left, right, outline } = await measureGarment(4, 'alone', await warmVision())
    for (const off of [left, right, outline]) expect(off).toBeLessThan(2)
  },
)
