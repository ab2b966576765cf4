import { Fault } from '../../../../catalog/failures/fault.ts'
import { srgbToLab } from '../../../raster/colour/lab.ts'
import type { Mask, Picture } from '../../../raster/picture.ts'
import { clothColourDistance } from '../measure/cloth-colour-distance.ts'
import { meanLabColour } from '../measure/mean-lab-colour.ts'
import { pixelToTorso } from '../measure/torso-axes.ts'
import type { Wearer } from '../measure/wearer.ts'
import { wholePieces } from '../measure/whole-pieces.ts'
import { IN_MASK, NOTHING_ELSE, NOTHING_HELD } from '../tuning.ts'

/**
 * @param covered the share of each pixel that trousers or a skirt cover, 0–1
 * @param from the height of what is dressed, on the torso's axis
 * @throws Fault `pose` where they would lie over a thing before them, as a bag is
 */
export function requireNothingHeld(
  { picture, regions, body, torso }: Pick<Wearer, 'picture' | 'regions' | 'body' | 'torso'>,
  covered: Float32Array,
  from: number,
): void {
  const { shoulders } = torso
  const lower = regions['lower-garment']
  const isUnlike = unlikeDye(picture, lower)
  const top = from + NOTHING_HELD.below * shoulders
  const data = new Uint8Array(lower.data.length)
  for (let at = 0; at < data.length; at++) {
    if (covered[at]! < 0.5 || body.mask.data[at]! < IN_MASK) continue
    if (lower.data[at]! >= NOTHING_HELD.cloth && !isUnlike(at)) continue
    const place = { x: at % picture.width, y: Math.floor(at / picture.width) }
    if (pixelToTorso(torso, place).v > top) data[at] = 255
  }
  const pixels = (share: number): number => Math.max(1, Math.round(share * shoulders))
  const { everywhere, somewhere } = NOTHING_HELD
  const thickness = { everywhere: pixels(everywhere), somewhere: pixels(somewhere) }
  const whole = wholePieces({ ...lower, data }, thickness)
  let area = 0
  for (let at = 0; at < whole.length; at++) area += whole[at]!
  if (area < NOTHING_HELD.area * shoulders ** 2) return
  throw new Fault(
    'pose',
    'Something lies before what is worn, a bag or a sleeve, and would be painted over. Somebody who holds nothing ' +
      'before the legs can be dressed.',
  )
}

/** Whether a pixel has another colour than the one dye of a garment; none has where no dye prevails. */
function unlikeDye(picture: Picture, garment: Mask): (at: number) => boolean {
  const usual = meanLabColour(picture, garment)
  if (!usual) return () => false
  const offAt = (at: number): number => {
    const [red, green, blue] = picture.data.subarray(4 * at, 4 * at + 3)
    return clothColourDistance(srgbToLab(red!, green!, blue!), usual)
  }
  let [own, all] = [0, 0]
  for (let at = 0; at < garment.data.length; at += 7) {
    if (garment.data[at]! < NOTHING_ELSE) continue
    all++
    if (offAt(at) < NOTHING_HELD.dye) own++
  }
  if (own < NOTHING_HELD.plain * all) return () => false
  return (at) => offAt(at) > NOTHING_HELD.unlike
}
