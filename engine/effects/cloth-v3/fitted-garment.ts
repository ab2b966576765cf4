import type { Point } from '../../geometry/point.ts'
import type { Mask } from '../../raster/picture.ts'
import type { Mesh } from './fit/mesh.ts'
import type { ArmMatte } from './wear/matte-arms.ts'

/** A part that is laid over the photo, the share of it that shows at a pixel, and its shadow's strength. */
export type GarmentPart = {
  meshes: Mesh[]
  shows: (at: number, x: number, y: number) => number
  shadow: number
}

/** What somebody is dressed in. */
export type FittedGarment = {
  /** In the order in which they are laid over each other. */
  parts: GarmentPart[]
  /** Pixels of the photo per pixel of the product. */
  scale: number
  /** What it is worn instead of: its light is taken over, and nothing of it stays uncovered. */
  instead: Mask
  /** The parts of it that have a dye each; none where its light is not taken over. @default all of it has one */
  lit?: Mask[]
  /** Heights on the torso's axis between which what is not covered is replaced. */
  heights: { from: number; to: number }
  /** The front's edge at the neck, from left to right, of what has one. */
  neckline?: Point[]
  /** What to tell of it where it is not worn as its reference shows it. */
  told?: string[]
  /** The arms that lie before it. */
  before?: ArmMatte
  /** How far a place lies beside an armhole of one without sleeves, 0–1: less and less towards the armpit. */
  byArmhole?: (place: Point) => number
  /** Whether a pixel shows skin of an arm that a sleeve has to cover. */
  isSleeved?: (at: number) => boolean
  /** Checks the share of each pixel that is covered, 0–1, with what closes its gaps, before anything is painted. */
  check?: (covered: Float32Array) => void
}
