import { clampBox } from '../../geometry/box.ts'
import { distance, midpoint, type Point } from '../../geometry/point.ts'
import { isWithin } from '../../geometry/size.ts'
import { type LabPlanes, readLabPlanes, type SamplingGrid } from '../../raster/colour/lab-planes.ts'
import type { Picture } from '../../raster/picture.ts'
import { BODY, type Body } from '../../vision/bodies/body.ts'
import { FACE, type Face } from '../../vision/faces/face.ts'
import {
  CHIN_BELOW_NOSE,
  FACE_BY_BODY,
  FACE_WIDTH_BY_HEIGHT,
  GRID_SIDE,
  PERSON_GRID_LEAST,
  PERSON_GRID_MARGIN,
  PERSON_GRID_PRESENT,
} from '../tuning.ts'

/** One person on a grid on which regions are found. */
export type PersonGrid = SamplingGrid & {
  lab: LabPlanes
  /** The share of each grid pixel that is the person, 0–1. */
  person: Float32Array
  /** The landmarks of body and face in grid pixels. */
  joints: (Point & { shown: boolean })[]
  face: Point[] | undefined
  /** Where the head is, which a body tells where no face was found. */
  head: Head
  /** Grid pixels from the middle of the shoulders to that of the hips. */
  bodyScale: number
}

/** A head: its chin, its direction up (length 1), and the width of its face, in grid pixels. */
export type Head = { chin: Point; up: Point; width: number }

/** Samples one person. @param face the face of this person, where one was found */
export function personGrid(picture: Picture, body: Body, face: Face | undefined): PersonGrid {
  const margin = PERSON_GRID_MARGIN * Math.max(body.box.width, body.box.height)
  const area = clampBox(
    {
      left: Math.floor(body.box.left - margin),
      top: Math.floor(body.box.top - margin),
      width: Math.ceil(body.box.width + 2 * margin),
      height: Math.ceil(body.box.height + 2 * margin),
    },
    picture,
  )
  const scale = Math.max(1, Math.ceil(Math.max(area.width, area.height) / GRID_SIDE))
  const width = Math.ceil(area.width / scale)
  const height = Math.ceil(area.height / scale)
  const grid = { area, scale, width, height }
  const onto = ({ x, y }: Point): Point => ({
    x: (x - area.left) / scale,
    y: (y - area.top) / scale,
  })
  const joints = body.landmarks.map((landmark) => ({
    ...onto(landmark),
    shown:
      landmark.presence >
      (isWithin(landmark, picture) ? PERSON_GRID_PRESENT.inside : PERSON_GRID_PRESENT.outside),
  }))
  const shoulders = midpoint(joints[BODY.leftShoulder]!, joints[BODY.rightShoulder]!)
  const hips = midpoint(joints[BODY.leftHip]!, joints[BODY.rightHip]!)
  const bodyScale = Math.max(PERSON_GRID_LEAST.trunk, distance(hips, shoulders))
  const points = face?.landmarks.map(onto)
  return {
    ...grid,
    lab: readLabPlanes(picture, grid),
    person: reduceMask(body, grid),
    joints,
    face: points,
    head: points ? headOfFace(points) : headOfBody(joints, shoulders, bodyScale),
    bodyScale,
  }
}

function headOfFace(points: readonly Point[]): Head {
  const [chin, top] = [points[FACE.chin]!, points[FACE.foreheadTop]!]
  const [left, right] = [points[FACE.leftTemple]!, points[FACE.rightTemple]!]
  const tall = distance(top, chin) || 1
  return {
    chin,
    up: { x: (top.x - chin.x) / tall, y: (top.y - chin.y) / tall },
    width: Math.max(PERSON_GRID_LEAST.face, FACE_WIDTH_BY_HEIGHT * tall, distance(left, right)),
  }
}

function headOfBody(joints: readonly Point[], shoulders: Point, bodyScale: number): Head {
  const nose = joints[BODY.nose]!
  const width = FACE_BY_BODY * bodyScale
  const away = distance(nose, shoulders) || 1
  const up = { x: (nose.x - shoulders.x) / away, y: (nose.y - shoulders.y) / away }
  const chin = {
    x: nose.x - up.x * CHIN_BELOW_NOSE * width,
    y: nose.y - up.y * CHIN_BELOW_NOSE * width,
  }
  return { chin, up, width }
}

/** The mean of a body's mask over each block of the grid. */
export function reduceMask(
  { mask }: Pick<Body, 'mask'>,
  { area, scale, width, height }: SamplingGrid,
): Float32Array {
  const plane = new Float32Array(width * height)
  for (let y = 0; y < area.height; y++) {
    const row = (area.top + y) * mask.width + area.left
    const to = Math.floor(y / scale) * width
    for (let x = 0; x < area.width; x++) {
      const at = to + Math.floor(x / scale)
      plane[at] = plane[at]! + mask.data[row + x]!
    }
  }
  return plane.map((sum, i) => {
    const across = Math.min(scale, area.width - (i % width) * scale)
    const down = Math.min(scale, area.height - Math.floor(i / width) * scale)
    return sum / (255 * across * down)
  })
}
