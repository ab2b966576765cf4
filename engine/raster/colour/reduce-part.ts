import type { Box } from '../../geometry/box.ts'
import type { Size } from '../../geometry/size.ts'
import { withArena } from '../arena.ts'
import type { Picture } from '../picture.ts'
import { noteOpaque } from '../pixels/packed-rgba.ts'
import { readRgbPlanes, type SamplingGrid } from './lab-planes.ts'

/** The grid that reduces a part of a picture by the least whole factor that brings its longer side to `most` pixels. */
export function gridOver(area: Box, most: number): SamplingGrid {
  const scale = Math.max(1, Math.ceil(Math.max(area.width, area.height) / most))
  return {
    area,
    scale,
    width: Math.max(1, Math.ceil(area.width / scale)),
    height: Math.max(1, Math.ceil(area.height / scale)),
  }
}

/** A part of a picture as one of the grid's size: the means of its blocks, opaque. */
export function reducePart(picture: Picture, grid: SamplingGrid): Picture {
  const { width, height }: Size = grid
  const data = new Uint8ClampedArray(width * height * 4)
  withArena(() => {
    const { red, green, blue } = readRgbPlanes(picture, grid)
    for (let i = 0, to = 0; i < red.length; i++, to += 4) {
      data[to] = red[i]!
      data[to + 1] = green[i]!
      data[to + 2] = blue[i]!
      data[to + 3] = 255
    }
  })
  noteOpaque({ data })
  return { width, height, data }
}
