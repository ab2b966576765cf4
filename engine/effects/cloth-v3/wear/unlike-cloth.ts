import { boxOfPixels } from '../../../geometry/bounding-box.ts'
import { clampBox, growBox } from '../../../geometry/box.ts'
import { withArena } from '../../../raster/arena.ts'
import { readLabPlanes } from '../../../raster/colour/lab-planes.ts'
import type { Mask, Picture } from '../../../raster/picture.ts'
import { colourDistance, fitColourModel } from '../../../regions/colour-model.ts'
import { pixelToTorso } from '../measure/torso-axes.ts'
import type { Wearer } from '../measure/wearer.ts'
import { UNCOVERED_ANKLE, UNLIKE_CLOTH } from '../tuning.ts'

/**
 * Pixels of ankles and shoes below a hem, of which the garment's region has a share.
 * @param beside 1 for each pixel that may be one @param end how far down what was worn reaches, on the torso's axis
 */
export function besideAnkles(
  beside: Uint8Array,
  { picture, torso }: Wearer,
  cloth: Mask,
  end: number,
): number[] {
  const room = UNCOVERED_ANKLE * torso.shoulders
  const low: number[] = []
  for (let at = 0; at < beside.length; at++) {
    if (beside[at] === 0) continue
    const place = { x: at % picture.width, y: Math.floor(at / picture.width) }
    if (pixelToTorso(torso, place).v > end - room) low.push(at)
  }
  return unlikeCloth(picture, cloth, low, Math.round(room))
}

/**
 * Those of some pixels that have none of the colours of a garment, though its region has a share of them: beside a hem
 * it reaches on to ankles and shoes.
 * @param around how far around them the garment's colours are read, in pixels
 */
export function unlikeCloth(
  picture: Picture,
  cloth: Mask,
  pixels: readonly number[],
  around: number,
): number[] {
  if (pixels.length === 0) return []
  const box = clampBox(growBox(boxOfPixels(pixels, picture.width), around), picture)
  return withArena(() => {
    const lab = readLabPlanes(picture, {
      width: box.width,
      height: box.height,
      area: box,
      scale: 1,
    })
    const sure: number[] = []
    for (let y = 0, i = 0; y < box.height; y++) {
      const row = (box.top + y) * picture.width + box.left
      for (let x = 0; x < box.width; x++, i++) {
        if (i % UNLIKE_CLOTH.step === 0 && cloth.data[row + x]! >= UNLIKE_CLOTH.pure) sure.push(i)
      }
    }
    if (sure.length < UNLIKE_CLOTH.least) return []
    const model = fitColourModel(lab, sure, UNLIKE_CLOTH.colours)
    return pixels.filter((at) => {
      const y = Math.floor(at / picture.width) - box.top
      const x = (at % picture.width) - box.left
      return colourDistance(lab, y * box.width + x, model) > UNLIKE_CLOTH.most
    })
  })
}
