import { BODY } from '../../engine/vision/bodies/body.ts'
import { HAND } from '../../engine/vision/hands/hand.ts'
import type { Bones } from '../../functions/operate/targets/target-drawing.ts'

/** Lines between landmarks, by how many landmarks a kind has: they are what shows a few dots as somebody. */
export const LANDMARK_BONES: Bones = {
  21: [
    ...[HAND.thumb, HAND.index, HAND.little].map((finger) => [HAND.wrist, ...finger]),
    HAND.middle,
    HAND.ring,
    [HAND.index[0], HAND.middle[0], HAND.ring[0], HAND.little[0]],
  ],
  33: [
    [BODY.leftWrist, BODY.leftElbow, BODY.leftShoulder, BODY.rightShoulder],
    [BODY.rightShoulder, BODY.rightElbow, BODY.rightWrist],
    [BODY.leftShoulder, BODY.leftHip, BODY.rightHip, BODY.rightShoulder],
    [BODY.leftHip, BODY.leftKnee, BODY.leftAnkle, BODY.leftHeel, BODY.leftFoot, BODY.leftAnkle],
    [BODY.rightHip, BODY.rightKnee, BODY.rightAnkle],
    [BODY.rightAnkle, BODY.rightHeel, BODY.rightFoot, BODY.rightAnkle],
  ],
}
