import { type Box, clampBox } from '../../../geometry/box.ts'
import { crop, cropPlane } from '../../../raster/pixels/crop.ts'
import type { HairLayer } from '../reference/place-hair.ts'
import { type Head, headToPixel } from './head.ts'

/** Places on a head, in widths of the face: as far from its middle, and from below to above the eyes. */
export type PartOfHead = { aside: number; low: number; high: number }

/** The pixels of a part of a head, as far as they lie in its picture; undefined where none does. */
export function boxOnHead(
  { frame, picture }: Pick<Head, 'frame' | 'picture'>,
  { aside, low, high }: PartOfHead,
): Box | undefined {
  const corners = [-aside, aside].flatMap((u) => [low, high].map((v) => headToPixel(frame, u, v)))
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)]
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  const size = { width: Math.max(...xs) - left, height: Math.max(...ys) - top }
  const box = clampBox({ left, top, ...size }, picture)
  return box.width > 0 && box.height > 0 ? box : undefined
}

/** A head in a part of its picture: what is looked at nowhere else is looked at in fewer pixels. */
export function cropHead(head: Head, box: Box): Head {
  const { picture, face, hair, frame, regions } = head
  const moved = <P extends { x: number; y: number }>(place: P): P => ({
    ...place,
    x: place.x - box.left,
    y: place.y - box.top,
  })
  const { area } = regions.grid
  const grid = {
    ...regions.grid,
    area: { ...area, left: area.left - box.left, top: area.top - box.top },
  }
  return {
    ...head,
    picture: crop(picture, box),
    face: { ...face, landmarks: face.landmarks.map(moved) },
    frame: { ...frame, centre: moved(frame.centre), oval: frame.oval.map(moved) },
    regions: { ...regions, grid },
    hair: { ...hair, ...cropLayer(hair, box) },
  }
}

/** The part of hair inside a box. */
export function cropLayer<Layer extends HairLayer>(layer: Layer, box: Box): Layer {
  const { width, alpha, red, green, blue } = layer
  const part = (plane: Float32Array) => cropPlane(plane, width, box)
  return {
    ...layer,
    width: box.width,
    height: box.height,
    alpha: part(alpha),
    red: part(red),
    green: part(green),
    blue: part(blue),
  }
}

/** Puts a part of hair back where it was taken from, in place. */
export function pasteLayer(layer: HairLayer, part: HairLayer, box: Box): void {
  for (const name of ['alpha', 'red', 'green', 'blue'] as const) {
    for (let y = 0; y < box.height; y++) {
      const row = part[name].subarray(y * box.width, (y + 1) * box.width)
      layer[name].set(row, (box.top + y) * layer.width + box.left)
    }
  }
}
