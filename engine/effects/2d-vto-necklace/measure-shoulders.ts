import { clampBox } from '../../geometry/box.ts'
import { distance, type Point } from '../../geometry/point.ts'
import { faceWidthOf } from '../../jewellery/face-scale.ts'
import { gridOver, reducePart } from '../../raster/colour/reduce-part.ts'
import type { Picture } from '../../raster/picture.ts'
import { BODY } from '../../vision/bodies/body.ts'
import { circleBelow } from '../../vision/bodies/circle-below.ts'
import { estimatePose } from '../../vision/bodies/estimate-pose.ts'
import { poseRoi } from '../../vision/bodies/pose-roi.ts'
import { FACE, type Face } from '../../vision/faces/face.ts'
import { buildPyramid } from '../../vision/input/pyramid.ts'
import type { Nets } from '../../vision/vision.ts'
import { MIN_PRESENCE, SAME_NOSE, SHOULDERS_MOST } from './tuning.ts'

/**
 * How far the left shoulder is to the right of the right one in the picture, in widths of the face: about two where
 * the chest faces the camera, one where it is turned by 60 degrees, below zero where it shows its back.
 * @returns undefined where the body below the face cannot be told
 */
export async function measureShoulders(
  picture: Picture,
  face: Face,
  { poseLandmark }: Pick<Nets, 'poseLandmark'>,
): Promise<number | undefined> {
  const { landmarks, box } = face
  const nose = landmarks[FACE.noseTip]!
  const { midHip, circlePoint } = circleBelow(nose, box.height)
  const radius = midHip.y - circlePoint.y
  const corner = { left: midHip.x - radius, top: midHip.y - radius }
  const around = { ...corner, width: 2 * radius, height: 2 * radius }
  const grid = gridOver(clampBox(around, picture), SHOULDERS_MOST)
  const toGrid = ({ x, y }: Point): Point => ({
    x: (x - grid.area.left) / grid.scale,
    y: (y - grid.area.top) / grid.scale,
  })
  const own = toGrid(nose)
  const circle = { midHip: toGrid(midHip), circlePoint: toGrid(circlePoint) }
  const pyramid = buildPyramid(reducePart(picture, grid))
  const pose = await estimatePose(pyramid, poseRoi(circle), poseLandmark)
  const found = pose.landmarks[BODY.nose]!
  const unit = faceWidthOf(face) / grid.scale
  const isOther = distance(found, own) > SAME_NOSE * unit
  if (pose.presence < MIN_PRESENCE || isOther) return undefined
  return (pose.landmarks[BODY.leftShoulder]!.x - pose.landmarks[BODY.rightShoulder]!.x) / unit
}
