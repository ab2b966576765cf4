import { FACE_ASPECT } from '../../../face/tuning.ts'
import { distance, type Point } from '../../../geometry/point.ts'
import type { Picture } from '../../../raster/picture.ts'
import type { HairMatte } from '../../../regions/hair/hair-matte.ts'
import type { HeadRegions } from '../../../regions/head/head-regions.ts'
import { FACE, type Face } from '../../../vision/faces/face.ts'

/** A person's head as hair is taken from it and put on it. */
export type Head = {
  picture: Picture
  face: Face
  regions: HeadRegions
  hair: HairMatte
  frame: HeadFrame
}

/** Coordinates of a head in its picture. */
export type HeadFrame = {
  /** The width of the face in pixels, that of a turned face as if it faced the camera. */
  faceWidth: number
  /** Between the eyes, pixels. */
  centre: Point
  /** The directions to the right of the picture along the line of the eyes, and from chin to forehead; length 1. */
  across: Point
  up: Point
  /** How far below the eyes the chin is, in widths of the face. */
  chin: number
  /** The oval of the face in pixels. */
  oval: Point[]
}

/** The frame of a face. */
export function headFrame({ landmarks }: Pick<Face, 'landmarks'>): HeadFrame {
  const at = (i: number): Point => landmarks[i]!
  const [from, to] = [at(FACE.rightTemple), at(FACE.leftTemple)]
  const [chin, top] = [at(FACE.chin), at(FACE.foreheadTop)]
  const tall = distance(top, chin) || 1
  const faceWidth = Math.max(1, distance(to, from), FACE_ASPECT * tall)
  const up = { x: (top.x - chin.x) / tall, y: (top.y - chin.y) / tall }
  const eyes = [FACE.leftEye, FACE.rightEye].flatMap(({ outer, inner }) => [at(outer), at(inner)])
  const centre = {
    x: eyes.reduce((sum, { x }) => sum + x, 0) / eyes.length,
    y: eyes.reduce((sum, { y }) => sum + y, 0) / eyes.length,
  }
  const below = (centre.x - chin.x) * up.x + (centre.y - chin.y) * up.y
  return {
    faceWidth,
    centre,
    across: { x: -up.y, y: up.x },
    up,
    chin: below / faceWidth,
    oval: FACE.oval.map((i) => ({ x: at(i).x, y: at(i).y })),
  }
}

/**
 * Where a pixel lies on a head, in widths of the face: `u` from the middle of the face to the right of the picture,
 * `v` upwards from the line of the eyes.
 */
export function pixelToHead(
  { centre, across, up, faceWidth }: HeadFrame,
  x: number,
  y: number,
): { u: number; v: number } {
  const [dx, dy] = [(x - centre.x) / faceWidth, (y - centre.y) / faceWidth]
  return { u: dx * across.x + dy * across.y, v: dx * up.x + dy * up.y }
}

/** The pixel of a place on a head. */
export function headToPixel(
  { centre, across, up, faceWidth }: HeadFrame,
  u: number,
  v: number,
): Point {
  return {
    x: centre.x + faceWidth * (u * across.x + v * up.x),
    y: centre.y + faceWidth * (u * across.y + v * up.y),
  }
}
