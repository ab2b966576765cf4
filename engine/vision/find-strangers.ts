import type { Box, Picture } from '../raster/picture.ts'
import type { Body } from './body.ts'
import { FACE_DETECTOR } from './face-detector.ts'
import { lookAtFace } from './faces/look-at-face.ts'
import { isHeadOf } from './find-by-head.ts'
import { findInTiles } from './find-in-tiles.ts'
import { buildPyramid } from './pyramid.ts'
import type { Nets } from './vision.ts'

/**
 * Looks for faces around a body that belong to none of the known bodies. One look at the area costs some eight
 * milliseconds; closer looks are taken only where the first one shows that the body is not alone.
 * @param area the part of the picture that matters
 * @returns the boxes of the faces, from the brows to the chin
 */
export async function findStrangers(
  picture: Picture,
  area: Box,
  bodies: readonly Body[],
  vision: Pick<Nets, 'faceDetection' | 'faceMesh'>,
  checkpoint: () => Promise<void>,
): Promise<Box[]> {
  const pyramid = buildPyramid(picture)
  const look = (share: number, known: Parameters<typeof findInTiles>[4]['known']) =>
    findInTiles(FACE_DETECTOR, pyramid, vision.faceDetection, checkpoint, { share, area, known })
  const heads = await look(1, [])
  if (heads.length + bodies.length > 2) heads.push(...(await look(1 / 2, heads)))
  const strangers: Box[] = []
  for (const head of heads) {
    if (bodies.some((body) => isHeadOf(head, body))) continue
    await checkpoint()
    if (await lookAtFace(head, pyramid, vision.faceMesh)) strangers.push(head.box)
  }
  return strangers
}
