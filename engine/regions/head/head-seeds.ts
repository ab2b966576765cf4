import type { Point } from '../../geometry/point.ts'
import { FACE } from '../../vision/faces/face.ts'
import {
  HEAD_SEEDS_BESIDE,
  HEAD_SEEDS_HAIR,
  HEAD_SEEDS_NECK,
  HEAD_SEEDS_RADIUS,
} from '../tuning.ts'
import type { HeadGrid } from './region-grid.ts'

/** Landmarks on bare skin: cheeks, forehead, nose, beside the mouth. */
const SKIN = [425, 205, 280, 50, 151, 9, 4, 195, 108, 337, 117, 346, 123, 352, 187, 411]

/** The oval from one temple over the forehead to the other. */
const BROW = [251, 284, 332, 297, 338, 10, 109, 67, 103, 54, 21] as const

/** Grid pixels that surely show the face's skin. */
export function faceSkinSeeds(grid: HeadGrid): number[] {
  const radius = Math.max(1, Math.round(HEAD_SEEDS_RADIUS.skin * grid.faceWidth))
  return pixelsAround(
    grid,
    SKIN.map((i) => grid.points[i]!),
    radius,
  )
}

/** Grid pixels above the forehead: hair, if there is any. */
export function hairSeeds(grid: HeadGrid): number[] {
  const { points, up, faceWidth } = grid
  const centre = points[FACE.noseTop]!
  const places = BROW.flatMap((i) => {
    const from = points[i]!
    const [dx, dy] = [from.x - centre.x, from.y - centre.y]
    const length = Math.hypot(dx, dy) || 1
    // Outwards from the middle of the face, and a little more upwards.
    const way = { x: (dx / length + up.x) / 2, y: (dy / length + up.y) / 2 }
    return HEAD_SEEDS_HAIR.map((share) => ({
      x: from.x + way.x * share * faceWidth,
      y: from.y + way.y * share * faceWidth,
    }))
  })
  return pixelsAround(grid, places, Math.max(1, Math.round(HEAD_SEEDS_RADIUS.hair * faceWidth)))
}

function pixelsAround({ width, height }: HeadGrid, places: Point[], radius: number): number[] {
  const pixels = new Set<number>()
  for (const { x, y } of places) {
    for (let dy = -radius; dy <= radius; dy++) {
      for (let dx = -radius; dx <= radius; dx++) {
        const [column, row] = [Math.floor(x + dx), Math.floor(y + dy)]
        if (column >= 0 && row >= 0 && column < width && row < height)
          pixels.add(row * width + column)
      }
    }
  }
  return [...pixels]
}

/** Grid pixels beside the head, farther out than ears: long hair, or what is behind the person. */
export function besideHeadSeeds(grid: HeadGrid): number[] {
  const { points, up, faceWidth, width, height } = grid
  const chin = points[FACE.chin]!
  const out = { x: -up.y, y: up.x }
  const across = FACE.oval.map(
    (i) => (points[i]!.x - chin.x) * out.x + (points[i]!.y - chin.y) * out.y,
  )
  const edges = [
    { edge: Math.min(...across), side: -1 },
    { edge: Math.max(...across), side: 1 },
  ]
  const pixels: number[] = []
  for (const { edge, side } of edges) {
    for (
      let down: number = HEAD_SEEDS_BESIDE.down[0];
      down < HEAD_SEEDS_BESIDE.down[1];
      down += HEAD_SEEDS_BESIDE.step
    ) {
      for (
        let by: number = HEAD_SEEDS_BESIDE.from;
        by < HEAD_SEEDS_BESIDE.to;
        by += HEAD_SEEDS_BESIDE.step
      ) {
        const [u, v] = [edge + side * by * faceWidth, down * faceWidth]
        const column = Math.floor(chin.x + out.x * u - up.x * v)
        const row = Math.floor(chin.y + out.y * u - up.y * v)
        if (column < 0 || row < 0 || column >= width || row >= height) continue
        pixels.push(row * width + column)
      }
    }
  }
  return pixels
}

/** Grid pixels on the neck below the chin; a collar or a beard may cover them. */
export function neckSeeds(grid: HeadGrid): number[] {
  const { points, up, faceWidth } = grid
  const chin = points[FACE.chin]!
  const places = HEAD_SEEDS_NECK.down.flatMap((down) =>
    HEAD_SEEDS_NECK.across.map((beside) => ({
      x: chin.x - up.x * down * faceWidth - up.y * beside * faceWidth,
      y: chin.y - up.y * down * faceWidth + up.x * beside * faceWidth,
    })),
  )
  return pixelsAround(grid, places, Math.max(1, Math.round(HEAD_SEEDS_RADIUS.neck * faceWidth)))
}
