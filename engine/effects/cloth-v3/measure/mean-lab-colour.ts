import { type LabColour, linearToLab, srgbToLinear } from '../../../raster/colour/lab.ts'
import type { Mask, Picture } from '../../../raster/picture.ts'
import { NOTHING_ELSE } from '../tuning.ts'

/** The mean colour of what surely belongs to a mask; undefined where nothing does. */
export function meanLabColour({ data }: Picture, mask: Mask): LabColour | undefined {
  const sum = [0, 0, 0]
  let count = 0
  for (let at = 0; at < mask.data.length; at += 5) {
    if (mask.data[at]! < NOTHING_ELSE) continue
    for (let c = 0; c < 3; c++) sum[c] = sum[c]! + srgbToLinear(data[at * 4 + c]!)
    count++
  }
  if (count === 0) return undefined
  const [r, g, b] = sum.map((value) => value / count)
  return linearToLab(r!, g!, b!)
}

/** The mean colour of some pixels. */
export function labColourOf({ data }: Picture, places: readonly number[]): LabColour {
  const [red, green, blue] = [0, 1, 2].map(
    (c) => places.reduce((sum, at) => sum + srgbToLinear(data[4 * at + c]!), 0) / places.length,
  )
  return linearToLab(red!, green!, blue!)
}
