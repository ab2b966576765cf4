import { withArena } from '../../raster/arena.ts'
import { readRgbPlanes } from '../../raster/colour/lab-planes.ts'
import type { Mask, Picture } from '../../raster/picture.ts'
import { type Guide, guidedFilterBy } from '../../vision/mattes/guided-filter.ts'
import { renderMatte } from '../../vision/mattes/render-matte.ts'
import { type ByRegion, byRegion } from '../region-names.ts'
import { REGIONS_ERROR, REGIONS_SMOOTHNESS } from '../tuning.ts'
import type { PersonRegions } from './find-regions.ts'

/**
 * The regions of people as soft mattes of the picture's size, their edges moved to those of the picture (guided
 * filter). Where people overlap, a pixel has the larger share.
 */
export function renderRegions(picture: Picture, people: readonly PersonRegions[]): ByRegion<Mask> {
  const { width, height } = picture
  const masks = byRegion((): Mask => ({ width, height, data: new Uint8Array(width * height) }))
  for (const person of people) renderPerson(picture, person, masks, people.length === 1)
  return masks
}

function renderPerson(
  picture: Picture,
  { grid, shares }: PersonRegions,
  masks: ByRegion<Mask>,
  isOnly: boolean,
): void {
  const { area, width, height } = grid
  const guide = withArena((): Guide => {
    const { red, green, blue } = readRgbPlanes(picture, grid)
    const scaled = (plane: Float32Array): Float32Array => {
      const shares = plane.slice()
      for (let i = 0; i < shares.length; i++) shares[i] = shares[i]! / 255
      return shares
    }
    return [scaled(red), scaled(green), scaled(blue)]
  })
  const radius = Math.max(REGIONS_ERROR.least, Math.round(REGIONS_ERROR.share * grid.bodyScale))
  const region = {
    left: area.left,
    top: area.top,
    right: area.left + area.width,
    bottom: area.top + area.height,
    width,
    height,
    scale: 1 / grid.scale,
  }
  const edgeBand = new Float32Array(width * height).fill(1)
  const fitBy = guidedFilterBy(guide, grid, radius, REGIONS_SMOOTHNESS)
  for (const [name, mask] of Object.entries(masks)) {
    const rough = shares[name as keyof typeof shares]
    const fit = fitBy(rough)
    const own: Mask = isOnly ? mask : { ...mask, data: new Uint8Array(mask.data.length) }
    renderMatte(own, picture, region, { rough, edgeBand, fit })
    if (isOnly) continue
    for (let i = 0; i < mask.data.length; i++) {
      if (own.data[i]! > mask.data[i]!) mask.data[i] = own.data[i]!
    }
  }
}
