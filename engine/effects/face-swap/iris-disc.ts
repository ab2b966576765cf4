import type { FaceRegionGeometry } from '../../face/face-region.ts'
import { distance, type Point } from '../../geometry/point.ts'
import { FACE } from '../../vision/faces/face.ts'

/** The landmarks of the person's left iris and of the right one: its middle, and four points of its edge in turn. */
const IRIS_LANDMARKS = [FACE.leftIris, FACE.rightIris] as const

/** An iris as an ellipse, by two radii that belong together. Region pixels. */
export type IrisDisc = { middle: Point; across: Point; down: Point }

/** The irises of a face, the left one first. The mesh has four points of each edge: their square is too small. */
export function irisDiscs({ points }: Pick<FaceRegionGeometry, 'points'>): IrisDisc[] {
  return IRIS_LANDMARKS.map(([at, ...edge]) => {
    const [one, two, three, four] = edge.map((i) => points[i]!)
    return { middle: points[at]!, across: halfway(three!, one!), down: halfway(four!, two!) }
  })
}

function halfway(from: Point, to: Point): Point {
  return { x: (to.x - from.x) / 2, y: (to.y - from.y) / 2 }
}

/** The outline of a disc as a ring of points. */
export function discRing({ middle, across, down }: IrisDisc): Point[] {
  return Array.from({ length: 32 }, (_, n) => {
    const [cos, sin] = [Math.cos((n * Math.PI) / 16), Math.sin((n * Math.PI) / 16)]
    return {
      x: middle.x + cos * across.x + sin * down.x,
      y: middle.y + cos * across.y + sin * down.y,
    }
  })
}

/** How far a point lies from the middle of a disc, in its radii. */
export function radiiFrom({ middle, across, down }: IrisDisc, x: number, y: number): number {
  const [right, below] = [x - middle.x, y - middle.y]
  const area = across.x * down.y - across.y * down.x
  return (
    Math.hypot(right * down.y - below * down.x, across.x * below - across.y * right) /
    Math.abs(area)
  )
}

/** The smaller mean radius of two irises of a face, in pixels of its picture. */
export function irisRadius(landmarks: readonly Point[]): number {
  const radii = irisDiscs({ points: [...landmarks] }).map(({ across, down }) => {
    const none = { x: 0, y: 0 }
    return (distance(across, none) + distance(down, none)) / 2
  })
  return Math.min(...radii)
}
