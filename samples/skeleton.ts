import type { Build, Point, Pose } from './scene.ts'

/** The distance of a figure's landmarks below its crown, in hundredths of a head. */
export const LANDMARK_HEIGHT = {
  chin: 100,
  neckPit: 127,
  shoulder: 159,
  armpit: 206,
  chest: 228,
  waist: 300,
  hip: 375,
  crotch: 410,
  knee: 543,
  ankle: 699,
  sole: 746,
} as const

/** One side of the body, drawn as if it were the person's left (x grows outwards). `side` mirrors it into place. */
export type Side = {
  side: 1 | -1
  shoulder: Point
  elbow: Point
  wrist: Point
  hip: Point
  knee: Point
  ankle: Point
  /** The angle of the forearm outwards, in degrees. */
  forearm: number
}

function along(from: Point, length: number, degrees: number): Point {
  return {
    x: from.x + length * Math.sin((degrees * Math.PI) / 180),
    y: from.y + length * Math.cos((degrees * Math.PI) / 180),
  }
}

/** The joints of one side, in the units of the figure. */
export function sideOf(build: Build, pose: Pose, side: 1 | -1): Side {
  const arm = side === 1 ? pose.leftArm : pose.rightArm
  const forearm = arm - (side === 1 ? pose.leftElbow : pose.rightElbow)
  const shoulder = { x: build.shoulders, y: LANDMARK_HEIGHT.shoulder }
  const elbow = along(shoulder, 130, arm)
  const hip = { x: build.hips * 0.55, y: LANDMARK_HEIGHT.hip }
  const ankle = { x: pose.stance, y: LANDMARK_HEIGHT.ankle }
  return {
    side,
    shoulder,
    elbow,
    wrist: along(elbow, 106, forearm),
    hip,
    knee: { x: hip.x + (ankle.x - hip.x) * 0.55 + 1, y: LANDMARK_HEIGHT.knee },
    ankle,
    forearm,
  }
}

/**
 * Points of a side, mirrored if it is the right one. Mirrored points are reversed as well, so that all outlines wind
 * the same way: a clip path of several outlines adds up their windings, and opposite ones would cut each other out.
 */
export function mirroredToSide(side: 1 | -1, points: Point[]): Point[] {
  return side === 1 ? points : points.map((p) => ({ x: -p.x, y: p.y })).reverse()
}
