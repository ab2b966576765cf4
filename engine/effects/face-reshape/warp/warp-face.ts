import { clampBox } from '../../../raster/crop.ts'
import { longest } from '../../../raster/displacement.ts'
import type { Box, Picture } from '../../../raster/picture.ts'
import { warp } from '../../../raster/warp.ts'
import { FACE, type Face } from '../../../vision/face.ts'
import type { FaceMap } from './face-map.ts'
import { holdOf } from './hold.ts'
import type { Move } from './move.ts'
import { moveField } from './move-field.ts'

/** How far from the outline of a face a move may reach, in distances of the eyes. */
const ROOM = 0.7

/** A move shorter than this, in pixels, is none. */
const LEAST = 0.05

/** Carries out moves on one face, in one warp of its surroundings; pixels outside {@link faceArea} keep their bytes. */
export function warpFace(
  picture: Picture,
  map: FaceMap,
  others: readonly Face[],
  moves: Move[],
): Picture {
  const area = faceArea(map, picture)
  if (moves.length === 0 || area.width < 2 || area.height < 2) return picture
  const hold = holdOf(picture, others, map.frame.tall)
  const field = moveField(map, moves, area, hold)
  if (longest(field) < LEAST) return picture
  return warp(picture, field, area)
}

/** Everything a change of a face may touch, in whole pixels of the picture. */
export function faceArea(map: FaceMap, size: { width: number; height: number }): Box {
  const ring = FACE.oval.map((i) => map.points[i]!)
  const room = ROOM * map.frame.tall
  const left = Math.min(...ring.map(({ x }) => x)) - room
  const top = Math.min(...ring.map(({ y }) => y)) - room
  const right = Math.max(...ring.map(({ x }) => x)) + room
  const bottom = Math.max(...ring.map(({ y }) => y)) + room
  return clampBox({ left, top, width: right - left, height: bottom - top }, size)
}
