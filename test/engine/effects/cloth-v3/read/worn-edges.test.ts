import { expect, test } from 'vitest'
import { measureGarment } from '../../../../bench/garments.ts'
import { isEveryCaseTried, sampled } from '../../../../setup/sampled.ts'
import { warmVision } from '../../../warm-vision.ts'

// Somebody of another build wears three: by the length of the torso alone the hem of tee 30 is 6 % too low, by the
// width of the shoulders alone the neckline of blouse 22 9 % too high, by that of the neck alone that of blouse 32 3 %.
// The sleeves of tee 20 hardly have an under edge; shirt 26 covers long sleeves that end before a wrist. The hem of
// shirt 76 and tee 95 shows below the edge of the regions; the head of who wears blouse 82 leans, and one arm of 117 is
// found 4 % longer than the other.
test.each(
  sampled(1, [
    ['blouse', 22, 'worn'],
    ['shirt', 26, 'alone'],
    ['tee', 95, 'worn'],
    ['tee', 30, 'worn'],
    ['blouse', 32, 'worn'],
    ['shirt', 11, 'alone'],
    ['tee', 20, 'alone'],
    ['shirt', 76, 'worn'],
    ['blouse', 82, 'alone'],
    ['blouse', 117, 'alone'],
  ] as const),
)(
  'hem, cuffs and neckline of a %s lie where they would if it was cut for who is dressed',
  async (_, number, shown) => {
    const found = await measureGarment(number, shown, await warmVision())
    const { hem, left, right, neckline } = found
    for (const off of [hem, left, right, neckline]) expect(off).toBeLessThan(2)
  },
)

// The second one ends where what it covers does, 3 % of the body above its own measure.
test.runIf(isEveryCaseTried()).each([49, 19])(
  'a skirt that is shown worn is as long on somebody else, %i',
  async (number) => {
    const { left, right } = await measureGarment(number, 'worn', await warmVision())
    for (const off of [left, right]) expect(off).toBeLessThan(2)
  },
)

// The hem of this tee is in its own shade, and passes for the trousers.
test.runIf(isEveryCaseTried()).each(['worn', 'alone'] as const)(
  'trousers that are shown %s begin where the top above them ends, and part where legs do',
  async (shown) => {
    const { crotch, outline } = await measureGarment(23, shown, await warmVision())
    expect(crotch).toBeLessThan(2)
    expect(outline).toBeLessThan(2)
  },
)
