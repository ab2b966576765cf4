import { expect, test } from 'vitest'
import { measureGarment } from '../../../bench/garments.ts'
import { warmVision } from '../../warm-vision.ts'

test('a skirt that is shown alone ends where it would on somebody it is cut for', async () => {
  const { ends, outline } = await measureGarment(4, 'alone', await warmVision())
  expect(ends).toBeLessThan(2)
  expect(outline).toBeLessThan(2)
})
