import type { Size } from '../../geometry/size.ts'
import type { Flow } from '../../video/motion/flow-track.ts'
import type { Carried } from './carried-field.ts'
import type { Planes, Yuv } from './planes.ts'
import type { ToneRange } from './tone.ts'

/** What a style is opened for. */
export type Stage = Size & {
  /** Pixels of a fine stroke's width: 1 in a frame of 1280 × 720, less in smaller ones. */
  unit: number
  /** A colour of the frame by its `rrggbb`. */
  colour(hex: string): Yuv
}

/** One frame as painters see it. Planes lie in the open arena. */
export type Moment = {
  source: Planes
  tones: ToneRange
  /** Motion to the frame before; absent where a scene begins. */
  flow: Flow | undefined
  carried: Carried
}

/** Paints a frame into planes of its size, all of whose values it writes. Called for the frames in order. */
export type Painter = (moment: Moment, to: Planes) => void

/** A style of the catalogue. */
export type Style = (stage: Stage) => Painter
