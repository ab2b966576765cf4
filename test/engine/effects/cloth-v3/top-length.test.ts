import { expect, test } from 'vitest'
import { measureGarment } from '../../../bench/garments.ts'
import { warmVision } from '../../warm-vision.ts'

test('the hem and the sleeves of a tee that is shown alone end where they would on somebody it is cut for', async () => {
  const { hem, ends } = await measureGarment(5, 'alone', await warmVision())
  expect(hem).toBeLessThan(2)
  expect(ends).toBeLessThan(2)
})
