import type { Picture } from '../../engine/raster/picture.ts'
import { detectBodies } from '../../engine/vision/bodies/detect-bodies.ts'
import { detectFaces } from '../../engine/vision/faces/detect-faces.ts'
import { detectHands } from '../../engine/vision/hands/detect-hands.ts'
import type { Vision } from '../../engine/vision/vision.ts'

/** What `darkroom detect` looks for. */
export type Kind = 'face' | 'body' | 'hand'

/** One find, its landmarks as [x, y, z] in source pixels, beside what else its kind has. */
export type Target = {
  index: number
  box: { left: number; top: number; width: number; height: number }
  score: number
  landmarks: [number, number, number][]
} & Record<string, unknown>

/** Finds targets of one kind, in the order a task's index counts them. */
export async function findTargets(kind: Kind, picture: Picture, vision: Vision): Promise<Target[]> {
  const found = await FINDERS[kind](picture, vision)
  return found.map(({ landmarks, ...rest }, index) => ({
    index,
    ...rest,
    landmarks: landmarks.map(({ x, y, z }): [number, number, number] => [
      hundredths(x),
      hundredths(y),
      hundredths(z),
    ]),
  }))
}

/** Finer than any network sees. */
function hundredths(value: number): number {
  return Math.round(value * 100) / 100
}

const FINDERS = {
  face: (picture: Picture, vision: Vision) => detectFaces(picture, vision),
  body: async (picture: Picture, vision: Vision) =>
    (await detectBodies(picture, vision)).map(({ box, score, landmarks }) => ({
      box,
      score,
      landmarks,
      visibility: landmarks.map(({ visibility }) => visibility),
      presence: landmarks.map(({ presence }) => presence),
    })),
  hand: (picture: Picture, vision: Vision) => detectHands(picture, vision),
}
