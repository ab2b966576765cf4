import type { Garment } from '../../../../engine/effects/cloth-v3/garment.ts'
import {
  openWearer,
  type Subject,
  type Wearer,
} from '../../../../engine/effects/cloth-v3/measure/wearer.ts'
import { readGarment } from '../../../../engine/effects/cloth-v3/read/read-garment.ts'
import { decodePicture } from '../../../../engine/media/decode-picture.ts'
import { readProduct } from '../../../../engine/product/read-product.ts'
import type { Picture } from '../../../../engine/raster/picture.ts'
import { detectBodies } from '../../../../engine/vision/bodies/detect-bodies.ts'
import { detectFaces } from '../../../../engine/vision/faces/detect-faces.ts'
import { garmentNamed } from '../../../../samples/all-garments.ts'
import { drawProduct } from '../../../../samples/draw-product.ts'
import { onePerson } from '../../../../samples/one-person.ts'
import type { DrawnScene } from '../../../../samples/scene.ts'
import { warmVision } from '../../warm-vision.ts'

/** Pixels across the picture: small enough to be dressed in a second, large enough for edges to be measured in. */
const WIDTHS = { small: 450, measured: 600 } as const

/** A drawn person as the engine finds them, and as they are drawn. */
export type DrawnSubject = Subject & { scene: DrawnScene; wearer: Wearer }

type Who = 'ines' | 'kofi'
const SUBJECTS = new Map<string, Promise<DrawnSubject>>()
const GARMENTS = new Map<string, Promise<Garment>>()

/** The drawn woman in a teal top and brown trousers, or the man in long sleeves, measured once. */
export function drawnSubject(
  who: Who,
  size: keyof typeof WIDTHS = 'measured',
): Promise<DrawnSubject> {
  const key = `${who} ${size}`
  const subject = SUBJECTS.get(key) ?? measureSubject(who, WIDTHS[size])
  SUBJECTS.set(key, subject)
  return subject
}

async function measureSubject(who: Who, width: number): Promise<DrawnSubject> {
  const vision = await warmVision()
  const scene = await onePerson(who, width)
  const picture = await decodePicture(scene.png)
  const [body] = await detectBodies(picture, vision)
  const [face] = await detectFaces(picture, vision)
  return { picture, body: body!, face, scene, wearer: openWearer(picture, body!, face) }
}

/** A drawn garment by its name, read once from its drawing. */
export function garment(name: string): Promise<Garment> {
  const read = GARMENTS.get(name) ?? readDrawn(name)
  GARMENTS.set(name, read)
  return read
}

async function readDrawn(name: string): Promise<Garment> {
  const picture = await decodePicture(await drawProduct(garmentNamed(name), { scale: 1 }))
  return readGarment(readProduct(picture, { removeBackground: true, index: 0 }))
}

/** Calls with each pixel that differs. */
export function changed(before: Picture, after: Picture, visit: (at: number) => void): void {
  for (let at = 0; at < before.data.length / 4; at++) {
    const differs = [0, 1, 2].some((c) => before.data[at * 4 + c] !== after.data[at * 4 + c])
    if (differs) visit(at)
  }
}

/** Somebody with what regions take for the upper garment as well, where it says so. */
export function takenForTop(
  wearer: Wearer,
  isTaken: (at: number, x: number, y: number) => boolean,
): Wearer {
  const upper = wearer.regions['upper-garment']
  const data = upper.data.map((share, at) =>
    isTaken(at, at % upper.width, Math.floor(at / upper.width)) ? 255 : share,
  )
  return { ...wearer, regions: { ...wearer.regions, 'upper-garment': { ...upper, data } } }
}
