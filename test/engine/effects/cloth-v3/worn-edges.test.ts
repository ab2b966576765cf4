import { expect, test } from 'vitest'
import { measureGarment } from '../../../bench/garments.ts'
import { warmVision } from '../../warm-vision.ts'

// Somebody of another build wears the first two: by the length of the torso alone the tee's hem is 6 % too low, by the
// width of the shoulders alone the blouse's neckline 9 % too high. The last one's sleeves hardly have an under edge.
test.each([
  ['tee', 30, 'worn'],
  ['blouse', 22, 'worn'],
  ['shirt', 11, 'alone'],
  ['tee', 20, 'alone'],
] as const)(
  'hem, cuffs and neckline of a %s lie where they would if it was cut for who is dressed',
  async (_, number, shown) => {
    const { hem, ends, neckline } = await measureGarment(number, shown, await warmVision())
    for (const off of [hem, ends, neckline]) expect(off).toBeLessThan(2)
  },
)

test('a skirt that is shown worn is as long on somebody of another build', async () => {
  const { ends } = await measureGarment(19, 'worn', await warmVision())
  expect(ends).toBeLessThan(3)
})
