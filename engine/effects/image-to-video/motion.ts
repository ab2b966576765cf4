import type { Point } from '../../geometry/point.ts'

/** Colours in the values of a frame: limited-range luma and both colour differences. */
export type Colour = { y: number; u: number; v: number }

/**
 * Where the camera is. `x` and `y` move the view, in shares of the picture's width and height, to the right and down.
 * `across` and `up` move what is nearest against what is farthest, in the same shares.
 */
export type Camera = { zoom: number; x: number; y: number; across: number; up: number }

/** A camera at a share of the video's time. Between keys it eases: it stands still at each. */
export type CameraKey = { at: number } & Partial<Camera>

/** A part of the camera that swings, `turns` whole times in five seconds, so that its end meets its beginning. */
export type Swing = { of: keyof Camera; amount: number; turns: number; phase?: number }

/** How much of something there is at shares of the time; eased in between. */
export type Course = readonly { at: number; amount: number }[]

/** What becomes of every colour; `course` says how much of it, all where it is absent. */
export type Grade = {
  /** Exponent and factor of the light, 0–1. */
  gamma: number
  gain: number
  saturation: number
  /** Added to the colour differences. */
  u: number
  v: number
  /** The share of the light that the corners lose. */
  vignette?: number
  course?: Course
}

/** A soft patch of light that moves from one place to another; places and sizes in shares of the frame. */
export type Glow = {
  from: Point
  to: Point
  width: number
  height: number
  colour: Colour
  course: Course
}

/** What falls or floats before and behind people. Sizes and speeds are in heights of the frame. */
export type Weather = {
  shape: 'flake' | 'streak' | 'mote'
  count: number
  /** Of the farthest and of the nearest. */
  size: readonly [number, number]
  /** Heights a second of the farthest and of the nearest; negative rises. */
  fall: readonly [number, number]
  /** Widths a second. */
  drift: number
  /** How far it swings to either side. */
  flutter: number
  opacity: number
  colour: Colour
}

/** Old film: levels of grain, the share by which the light flickers, and specks a second. */
export type Film = { grain: number; flicker: number; specks: number }

/** A template as data: what the camera does, and what happens in the picture. */
export type Motion = {
  camera: readonly [CameraKey, ...CameraKey[]]
  swings?: readonly Swing[]
  /** How much faster what is nearest grows than what is farthest, where the camera zooms. */
  dolly?: number
  /** How far what is farthest goes out of focus, and what is nearer the less. */
  defocus?: Course
  grade?: Grade
  glows?: readonly Glow[]
  weather?: Weather
  film?: Film
  /** Hair and cloth sway in so strong a wind, 1 for a light one, and people blink. Where absent they hold still. */
  wind?: number
  /** Whether the end meets the beginning. */
  loops: boolean
}
