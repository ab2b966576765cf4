import { boxOfPlane } from '../../geometry/bounding-box.ts'
import { withArena } from '../../raster/arena.ts'
import { readLabPlanes } from '../../raster/colour/lab-planes.ts'
import { gridOver } from '../../raster/colour/reduce-part.ts'
import { growMask } from '../../raster/mask/grow-mask.ts'
import type { Mask, Picture } from '../../raster/picture.ts'
import { colourDistance, fitColourModel } from '../../regions/colour-model.ts'
import { GROUND_TOLD } from './tuning.ts'

/**
 * What is said of a thing of which a part has just the colours beside it, as background has that a mask takes along;
 * undefined where there is hardly any.
 * @param mask as it was drawn
 * @param changed as far as it is changed
 */
export function tellGround(picture: Picture, mask: Mask, changed: Mask): string | undefined {
  if (shareOfGround(picture, mask, changed) < GROUND_TOLD.share) return
  return (
    'Part of what the mask covers has just the colours of what is beside it, as background has that was masked too. It ' +
    'was changed alike; a mask that ends where the thing does keeps it.'
  )
}

/** The share of what is changed that has the colours beside the mask, 0–1. */
function shareOfGround(picture: Picture, mask: Mask, changed: Mask): number {
  const { width, height } = picture
  const grid = gridOver({ left: 0, top: 0, width, height }, GROUND_TOLD.grid)
  const isIn = ({ data }: Mask): Uint8Array =>
    Uint8Array.from({ length: grid.width * grid.height }, (_, cell) => {
      const x = Math.floor(((cell % grid.width) + 0.5) * grid.scale)
      const y = Math.floor((Math.floor(cell / grid.width) + 0.5) * grid.scale)
      return data[Math.min(height - 1, y) * width + Math.min(width - 1, x)]! > 127 ? 1 : 0
    })
  const [drawn, thing] = [isIn(mask), isIn(changed)]
  if (!boxOfPlane(thing, grid)) return 0
  const rim = growMask(drawn, grid, GROUND_TOLD.rim)
  const around = growMask(drawn, grid, GROUND_TOLD.around)
  const cellsOf = (is: (cell: number) => boolean): number[] => {
    const cells: number[] = []
    for (let cell = 0; cell < thing.length; cell++) if (is(cell)) cells.push(cell)
    return cells
  }
  const beside = cellsOf((cell) => around[cell] === 1 && rim[cell] === 0)
  if (beside.length === 0) return 0
  return withArena(() => {
    const lab = readLabPlanes(picture, grid)
    const ground = fitColourModel(lab, beside, GROUND_TOLD.colours)
    const inside = cellsOf((cell) => thing[cell] === 1)
    const alike = inside.filter((cell) => colourDistance(lab, cell, ground) < GROUND_TOLD.alike)
    return alike.length / inside.length
  })
}
