import { clampBox } from '../../../raster/crop.ts'
import { longest } from '../../../raster/displacement.ts'
import type { Box, Picture } from '../../../raster/picture.ts'
import { warp } from '../../../raster/warp.ts'
import { FACE, type Face } from '../../../vision/face.ts'
import type { FaceMap } from './face-map.ts'
import { holdOf } from './hold.ts'
import { around, type Move } from './move.ts'
import { moveField, stepOf } from './move-field.ts'

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
  const area = movedArea(map, moves, faceArea(map, picture))
  if (area.width < 2 || area.height < 2) return picture
  const hold = holdOf(picture, others, map.frame.tall)
  const field = moveField(map, moves, area, hold)
  if (longest(field) < LEAST) return picture
  return warp(picture, field, area)
}

/** Nodes of a field beyond its moves that they reach when it is rounded off and eased. */
const BESIDE = 4

/** The part of a face's area, in whole steps of the field, that some moves change; empty where there are none. */
function movedArea({ frame }: FaceMap, moves: readonly Move[], area: Box): Box {
  if (moves.length === 0) return { ...area, width: 0, height: 0 }
  const { left, right, top, bottom } = around(moves.map(({ ends }) => ends))
  const corners = [left, right].flatMap((u) => [top, bottom].map((v) => frame.toPoint({ u, v })))
  const step = stepOf(frame)
  const part = (at: number[], start: number, size: number): [number, number] => [
    Math.max(0, (Math.floor((Math.min(...at) - start) / step) - BESIDE) * step),
    Math.min(size, (Math.ceil((Math.max(...at) - start) / step) + BESIDE) * step),
  ]
  const [x0, x1] = part(
    corners.map(({ x }) => x),
    area.left,
    area.width,
  )
  const [y0, y1] = part(
    corners.map(({ y }) => y),
    area.top,
    area.height,
  )
  return { left: area.left + x0, top: area.top + y0, width: x1 - x0, height: y1 - y0 }
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
