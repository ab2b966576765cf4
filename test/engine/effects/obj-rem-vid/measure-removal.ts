import { removeFromFrames } from '../../../../engine/effects/obj-rem-vid/remove-from-frames.ts'
import {
  type RemovalSurvey,
  surveyRemoval,
} from '../../../../engine/effects/obj-rem-vid/survey-removal.ts'
import { fillHole } from '../../../../engine/fill/fill-hole.ts'
import { growMask } from '../../../../engine/raster/mask/grow-mask.ts'
import type { Picture } from '../../../../engine/raster/picture.ts'
import { frameFromPicture } from '../../../../engine/video/frame-from-picture.ts'
import { pictureFromFrame } from '../../../../engine/video/picture-from-frame.ts'
import { type Frame, newFrame, planesOf } from '../../../../engine/video/video-info.ts'
import type { Removal } from './draw-removal.ts'

const WEIGHTS = { red: 0.299, blue: 0.114 }

type Result = { before: Frame[]; after: Frame[]; survey: RemovalSurvey }

/** Removes the object of a drawn video by its mask in one frame. */
export async function removeDrawn(
  scene: Removal,
  first: number,
  folder: string,
  told: string[] = [],
): Promise<Result> {
  const { width, height, count } = scene
  const before = Array.from({ length: count }, (_, at) => {
    const frame = newFrame(width, height, at * 512)
    scene.draw(frame, at)
    return frame
  })
  const video = {
    width,
    height,
    folder,
    times: Float64Array.from(before, ({ pts }) => pts),
    frames: async function* (): AsyncGenerator<Frame> {
      for (const frame of before) yield { ...frame, planes: frame.planes.slice() }
    },
  }
  const data = scene.object(first).map((share) => (share > 20 ? 255 : 0))
  const work = {
    framesDone: (done: number, total: number) => void told.push(`${done} of ${total}`),
    checkpoint: async () => {},
  }
  const after: Frame[] = []
  const marked = { mask: { width, height, data }, pts: first * 512 }
  const survey = await surveyRemoval(video, marked, WEIGHTS, work)
  for await (const frame of removeFromFrames(video, survey)) after.push(frame)
  return { before, after, survey }
}

/** The peak signal to noise ratio of luma where the object was, dB. */
export function psnr(scene: Removal, frames: readonly (Frame | undefined)[]): number {
  let [sum, count] = [0, 0]
  for (const [at, frame] of frames.entries()) {
    if (!frame) continue
    const [own, truth] = [planesOf(frame).y, planesOf(scene.truth(at)).y]
    for (const [pixel, share] of scene.object(at).entries()) {
      if (share < 100) continue
      sum += (own[pixel]! - truth[pixel]!) ** 2
      count++
    }
  }
  return 10 * Math.log10((255 ** 2 * count) / sum)
}

/** Every fifth frame by itself, with its hole continued from what is around it. */
export function filledAlone(
  scene: Removal,
  before: readonly Frame[],
  fill: (picture: Picture, hole: Uint8Array) => Picture = fillHole,
): (Frame | undefined)[] {
  return before.map((frame, at) => {
    if (at % 5 !== 2) return undefined
    const object = scene.object(at).map((share) => (share > 20 ? 1 : 0))
    const picture = pictureFromFrame(frame, WEIGHTS)
    return frameFromPicture(fill(picture, growMask(object, scene, 2)), WEIGHTS)
  })
}
