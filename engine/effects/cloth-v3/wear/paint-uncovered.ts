import type { Picture } from '../../../raster/picture.ts'
import type { Wearer } from '../measure/wearer.ts'
import { type HoleBeside, inpaintHole, layFill } from './fill-beside.ts'
import type { Uncovered } from './find-uncovered.ts'
import { paintSkin } from './paint-skin.ts'

/**
 * The picture with what was found uncovered replaced.
 * @param made what the hole is filled with, as large as its box @default the engine's own continuation
 */
export function paintUncovered(
  wearer: Wearer,
  { left, ...uncovered }: Omit<Uncovered, 'isRim'>,
  hole: HoleBeside | undefined,
  made?: Picture,
): Picture {
  const { picture } = wearer
  const data = picture.data.slice()
  if (hole) layFill(data, picture, hole, left, made ?? inpaintHole(picture, hole))
  const out = { ...picture, data }
  paintSkin(out, wearer, uncovered)
  return out
}
