import { type Box, clampBox, wholeBox } from '../../geometry/box.ts'
import type { Point } from '../../geometry/point.ts'
import { withArena } from '../../raster/arena.ts'
import { type LabPlanes, readLabPlanes, type SamplingGrid } from '../../raster/colour/lab-planes.ts'
import { gridOver } from '../../raster/colour/reduce-part.ts'
import { sampleGrid } from '../../raster/colour/sample-grid.ts'
import type { Picture } from '../../raster/picture.ts'
import type { HeadRegions } from '../../regions/head/head-regions.ts'

/** A part of a photo that is looked at for something worn. */
export type Around = {
  grid: SamplingGrid
  lab: LabPlanes
  /** The middle of a pixel of the grid, pixels of the photo. */
  placeOf: (at: number) => Point
}

/**
 * Reads the colours of a part of a photo on a grid.
 * @param longest the longer side of the grid, pixels
 * @returns undefined where hardly anything of the part is in the photo
 */
export function readAround(picture: Picture, part: Box, longest: number): Around | undefined {
  const area = clampBox(wholeBox(part), picture)
  if (area.width < 8 || area.height < 8) return undefined
  const grid = gridOver(area, longest)
  const lab = withArena((): LabPlanes => {
    const { l, a, b } = readLabPlanes(picture, grid)
    return { l: l.slice(), a: a.slice(), b: b.slice() }
  })
  const placeOf = (at: number): Point => ({
    x: area.left + ((at % grid.width) + 0.5) * grid.scale,
    y: area.top + (Math.floor(at / grid.width) + 0.5) * grid.scale,
  })
  return { grid, lab, placeOf }
}

/** How far a part reaches around a place, in widths of the face: to both sides, above and below. */
export type Window = { aside: number; above: number; below: number }

/** The part around a place; `unit` is the width of the face in pixels. */
export function windowAround({ x, y }: Point, { aside, above, below }: Window, unit: number): Box {
  return {
    left: x - aside * unit,
    top: y - above * unit,
    width: 2 * aside * unit,
    height: (above + below) * unit,
  }
}

/** The pixels of a part that show the ground: those with less of the person than a share. */
export function groundIn(
  { lab, placeOf }: Around,
  { person, grid }: HeadRegions,
  below: number,
): number[] {
  const ground: number[] = []
  for (let at = 0; at < lab.l.length; at++) {
    const { x, y } = placeOf(at)
    if (sampleGrid(person, grid, x, y) < below) ground.push(at)
  }
  return ground
}

/** The pixels of a part that are skin: those with more of it than a share. */
export function skinIn(
  { lab, placeOf }: Around,
  { skin, grid }: HeadRegions,
  above: number,
): number[] {
  const found: number[] = []
  for (let at = 0; at < lab.l.length; at++) {
    const { x, y } = placeOf(at)
    if (sampleGrid(skin, grid, x, y) > above) found.push(at)
  }
  return found
}
