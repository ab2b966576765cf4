import type { Size } from '../../engine/geometry/size.ts'
import { encodeMask } from '../../engine/media/encode-mask.ts'
import type { Mask, Picture } from '../../engine/raster/picture.ts'
import type { PersonRegions } from '../../engine/regions/person/find-regions.ts'
import { findRegionsWithModels } from '../../engine/regions/person/find-regions-with-models.ts'
import { renderRegions } from '../../engine/regions/person/render-regions.ts'
import { separatePeople } from '../../engine/regions/person/separate-people.ts'
import { type ByRegion, REGION_NAMES } from '../../engine/regions/region-names.ts'
import type { Body } from '../../engine/vision/bodies/body.ts'
import { detectBodies } from '../../engine/vision/bodies/detect-bodies.ts'
import { trimToSelfieMask } from '../../engine/vision/bodies/trim-to-selfie-mask.ts'
import { detectFaces } from '../../engine/vision/faces/detect-faces.ts'
import { FACE, type Face } from '../../engine/vision/faces/face.ts'
import type { Vision } from '../../engine/vision/vision.ts'
import { enlargeMask } from './enlarge-mask.ts'

/** The regions of everybody in a picture: mattes over all of them, and each person's own. */
export type SegmentedRegions = { masks: ByRegion<Mask>; people: PersonRegions[] }

/**
 * Tells the regions of everybody in a picture apart.
 * @throws Error when nobody is found, or faces alone
 */
export async function segmentRegions(picture: Picture, vision: Vision): Promise<SegmentedRegions> {
  const [bodies, faces] = [await detectBodies(picture, vision), await detectFaces(picture, vision)]
  if (bodies.length === 0) {
    throw new Error(
      faces.length === 0
        ? 'Nobody was found in the picture.'
        : `${faces.length} faces were found in the picture, and no body; crowds and faces alone have no regions.`,
    )
  }
  const people: PersonRegions[] = []
  const trimmed: Body[] = []
  for (const body of bodies) trimmed.push(await trimToSelfieMask(picture, body, vision))
  for (const body of separatePeople(trimmed, picture)) {
    people.push(await findRegionsWithModels(picture, body, faceOf(body, faces), vision))
  }
  return { masks: renderRegions(picture, people), people }
}

/** The face whose nose lies in a person's mask, nearest to that of the person's pose. */
function faceOf({ landmarks, mask }: Body, faces: readonly Face[]): Face | undefined {
  const own = landmarks[0]!
  const away = (face: Face): number => {
    const { x, y } = face.landmarks[FACE.noseTip]!
    const inside = mask.data[Math.floor(y) * mask.width + Math.floor(x)]! > 127
    const far = Math.hypot(x - own.x, y - own.y) / face.box.width
    return inside && far < 1 ? far : Number.POSITIVE_INFINITY
  }
  const [nearest] = faces.toSorted((p, q) => away(p) - away(q))
  return nearest && Number.isFinite(away(nearest)) ? nearest : undefined
}

/**
 * The mattes below each other as one PNG of 8-bit grey, in the order of {@link REGION_NAMES}.
 * @param whole the size of each, where they are of a smaller copy
 */
export async function encodeRegions(masks: ByRegion<Mask>, whole: Size): Promise<Uint8Array> {
  const all = await Promise.all(REGION_NAMES.map((name) => enlargeMask(masks[name], whole)))
  const { width, height } = all[0]!
  const data = Buffer.concat(all.map((mask) => mask.data))
  return await encodeMask({ width, height: height * all.length, data })
}
