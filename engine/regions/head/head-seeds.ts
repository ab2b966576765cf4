import type { Point } from '../../geometry/point.ts'
import { FACE } from '../../vision/faces/face.ts'
import type { HeadGrid } from './region-grid.ts'

/** Landmarks on bare skin: cheeks, forehead, nose, beside the mouth. */
const SKIN = [425, 205, 280, 50, 151, 9, 4, 195, 108, 337, 117, 346, 123, 352, 187, 411]

/** The oval from one temple over the forehead to the other. */
const BROW = [251, 284, 332, 297, 338, 10, 109, 67, 103, 54, 21] as const

/** How far above the mesh hair surely is, in widths of the face. */
const HAIR = [0.24, 0.3, 0.36, 0.42] as const

/** Grid pixels that surely show the face's skin. */
export function faceSkinSeeds(grid: HeadGrid): number[] {
  const radius = Math.max(1, Math.round(0.03 * grid.faceWidth))
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
    return HAIR.map((share) => ({
      x: from.x + way.x * share * faceWidth,
      y: from.y + way.y * share * faceWidth,
    }))
  })
  return pixelsAround(grid, places, Math.max(1, Math.round(0.015 * faceWidth)))
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

/** Where hair beside a head is looked for: beyond an ear, from the eyes down to the chin. Widths of the face. */
const BESIDE = { from: 0.24, to: 0.5, down: [-0.75, -0.1], step: 0.03 } as const

/** Grid pixels beside the head, farther out than ears: long hair, or what is behind the person. */
export function sideSeeds(grid: HeadGrid): number[] {
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
    for (let down: number = BESIDE.down[0]; down < BESIDE.down[1]; down += BESIDE.step) {
      for (let by: number = BESIDE.from; by < BESIDE.to; by += BESIDE.step) {
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

/** How far below the chin the neck is bare in most pictures, in widths of the face. */
const NECK = [0.12, 0.2, 0.28] as const

/** Grid pixels on the neck below the chin; a collar or a beard may cover them. */
export function neckSeeds(grid: HeadGrid): number[] {
  const { points, up, faceWidth } = grid
  const chin = points[FACE.chin]!
  const places = NECK.flatMap((down) =>
    [-0.1, 0, 0.1].map((beside) => ({
      x: chin.x - up.x * down * faceWidth - up.y * beside * faceWidth,
      y: chin.y - up.y * down * faceWidth + up.x * beside * faceWidth,
    })),
  )
  return pixelsAround(grid, places, Math.max(1, Math.round(0.02 * faceWidth)))
}
