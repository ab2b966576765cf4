import { expect, test } from 'vitest'
import { findLife } from '../../../../engine/effects/image-to-video/find-life.ts'
import { findPeople } from '../../../../engine/effects/image-to-video/find-people.ts'
import { openEyes } from '../../../../engine/effects/image-to-video/open-eyes.ts'
import { decodePicture } from '../../../../engine/media/decode-picture.ts'
import type { Picture } from '../../../../engine/raster/picture.ts'
import { BODY } from '../../../../engine/vision/bodies/body.ts'
import { detectFaces } from '../../../../engine/vision/faces/detect-faces.ts'
import { FACE, type Face } from '../../../../engine/vision/faces/face.ts'
import { onePerson } from '../../../../samples/one-person.ts'
import { drawFace } from '../../face/draw-face.ts'
import { warmVision } from '../../warm-vision.ts'

test('long hair sways, and the head it hangs from, shoulders and limbs hold still', async () => {
  const picture = await decodePicture((await onePerson('amara', 450)).png)
  const vision = await warmVision()
  const people = await findPeople(picture, vision, async () => {})
  const { sway } = await findLife(picture, people, vision, async () => {})
  vision.close()
  expect(sway!.reach).toBeGreaterThan(1)
  const at = ({ x, y }: { x: number; y: number }): number =>
    sway!.amount[Math.round(y / sway!.step) * sway!.cols + Math.round(x / sway!.step)]!
  const { landmarks } = people.bodies[0]!
  for (const name of ['nose', 'leftElbow', 'leftHip', 'rightHip', 'leftKnee'] as const) {
    expect(at(landmarks[BODY[name]]!), name).toBeLessThan(0.1)
  }
})

test('eyes blink that are open, seen from the front and not covered', async () => {
  const { picture } = await drawFace()
  const vision = await warmVision()
  const [found] = await detectFaces(picture, vision)
  vision.close()
  const face = found!
  expect(openEyes(picture, face)).toHaveLength(2)
  expect(openEyes(picture, { ...face, pose: { ...face.pose, yaw: 40 } })).toEqual([])
  const quality = { ...face.quality, covered: ['leftEye' as const] }
  expect(openEyes(picture, { ...face, quality })).toEqual([])
  const landmarks = [...face.landmarks]
  for (const [nth, point] of FACE.rightUpperLid.entries()) {
    landmarks[point] = landmarks[FACE.rightLowerLid[nth]!]!
  }
  expect(openEyes(picture, { ...face, landmarks })).toEqual([])
  expect(openEyes(withLowBrows(picture, face), face)).toEqual([])
})

/** Brows so thick that they end half-way to the lids. */
function withLowBrows(picture: Picture, { landmarks }: Face): Picture {
  const data = picture.data.slice()
  const at = (nth: number) => landmarks[nth]!
  for (const [lids, brows] of [
    [FACE.rightUpperLid, FACE.rightBrowBottom],
    [FACE.leftUpperLid, FACE.leftBrowBottom],
  ] as const) {
    const [lid, brow] = [lids, brows].map((line) => line.map(at))
    const [left, right] = [Math.min, Math.max].map((of) => of(...brow!.map(({ x }) => x)))
    const top = Math.min(...brow!.map(({ y }) => y))
    const bottom = top + 0.55 * (Math.min(...lid!.map(({ y }) => y)) - top)
    for (let y = Math.round(top); y < bottom; y++) {
      const row = 4 * y * picture.width
      for (let x = Math.round(left!); x < right!; x++) data.fill(40, row + 4 * x, row + 4 * x + 3)
    }
  }
  return { ...picture, data }
}
