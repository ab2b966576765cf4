import type { Size } from '../../geometry/size.ts'
import type { Mask, Picture } from '../../raster/picture.ts'
import type { Face } from '../faces/face.ts'
import { buildPyramid } from '../input/pyramid.ts'
import { selfieMask } from '../mattes/selfie-mask.ts'
import type { Vision } from '../vision.ts'
import { detectBodies } from './detect-bodies.ts'
import { headMask, strangerMask } from './head-mask.ts'

/** Masks of a picture's size: where people were seen, and where more of them is guessed around their faces. */
export type FoundPeople = { seen: Mask; guessed: Mask }

/**
 * Where a picture shows people: the union of all that the networks find, because what is missed would be copied.
 * @param faces of the picture
 * @returns a mask of the picture's size; undefined where nobody was found
 */
export async function findPeople(...of: Parameters<typeof seePeople>): Promise<Mask | undefined> {
  const found = await seePeople(...of)
  if (!found) return undefined
  const data = found.seen.data.slice()
  raise(data, found.guessed.data)
  return { ...found.seen, data }
}

/** As `findPeople`, with what is guessed apart: it may lie on the ground beside somebody. */
export async function seePeople(
  picture: Picture,
  faces: readonly Face[],
  vision: Vision,
  checkpoint: () => Promise<void>,
): Promise<FoundPeople | undefined> {
  const bodies = await detectBodies(picture, vision, checkpoint)
  if (faces.length === 0 && bodies.length === 0) return undefined
  const points = [...faces, ...bodies].flatMap(({ landmarks }) => landmarks)
  const masks = bodies.map(({ mask }) => mask)
  masks.push(await selfieMask(buildPyramid(picture), vision, points))
  const guesses = faces.flatMap(({ box }) => [headMask(box, picture), strangerMask(box, picture)])
  return { seen: union(masks, picture), guessed: union(guesses, picture) }
}

function union(masks: readonly Mask[], { width, height }: Size): Mask {
  const data = new Uint8Array(width * height)
  for (const mask of masks) raise(data, mask.data)
  return { width, height, data }
}

function raise(levels: Uint8Array, to: Uint8Array): void {
  for (let i = 0; i < levels.length; i++) if (to[i]! > levels[i]!) levels[i] = to[i]!
}
