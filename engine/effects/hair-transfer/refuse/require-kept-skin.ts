import { Fault } from '../../../../catalog/failures/fault.ts'
import { ringTest } from '../../../geometry/polygon.ts'
import { withArena } from '../../../raster/arena.ts'
import { readLabPlanes } from '../../../raster/colour/lab-planes.ts'
import { gridOver } from '../../../raster/colour/reduce-part.ts'
import type { Picture } from '../../../raster/picture.ts'
import { colourDistance, fitColourModel } from '../../../regions/colour-model.ts'
import { boxOnHead } from '../head/crop-head.ts'
import { type Head, pixelToHead } from '../head/head.ts'
import { KEPT_SKIN, MOST_LOST_SKIN } from '../tuning.ts'

/**
 * Looks at a result: whether an ear came back in pieces. One that hair touches is taken for a part of it, and comes off
 * with it.
 * @param cover the share of the new hair in each pixel
 * @param result the person with the new hair
 * @throws Fault `hidden-face`
 */
export function requireKeptSkin(head: Head, cover: Float32Array, result: Picture): void {
  if (measureLostSkin(head, cover, result) <= MOST_LOST_SKIN) return
  throw new Fault(
    'hidden-face',
    'An ear of the person would come off with the hair that touches it; hair brushed off the ears, or a hairstyle ' +
      'that covers them, helps.',
    { role: 'src' },
  )
}

/** The area of skin's colours beside the face that a result has no longer, in squares of the face's width. */
export function measureLostSkin(head: Head, cover: Float32Array, result: Picture): number {
  const { frame, picture } = head
  const box = boxOnHead(head, KEPT_SKIN.within)
  if (!box) return 0
  const grid = gridOver(box, KEPT_SKIN.grid)
  const isInFace = ringTest(frame.oval)
  const placeOf = (at: number) => ({
    x: box.left + ((at % grid.width) + 0.5) * grid.scale,
    y: box.top + (Math.floor(at / grid.width) + 0.5) * grid.scale,
  })
  return withArena(() => {
    const [before, after] = [readLabPlanes(picture, grid), readLabPlanes(result, grid)]
    const [face, beside]: [number[], number[]] = [[], []]
    for (let at = 0; at < grid.width * grid.height; at++) {
      const { x, y } = placeOf(at)
      if (isInFace(x, y)) face.push(at)
      else if (Math.abs(pixelToHead(frame, x, y).u) > KEPT_SKIN.aside) beside.push(at)
    }
    const skin = fitColourModel(before, face, KEPT_SKIN.colours)
    const lost = beside.filter((at) => {
      const { x, y } = placeOf(at)
      const covered = cover[Math.floor(y) * picture.width + Math.floor(x)]!
      return (
        covered < KEPT_SKIN.hidden &&
        colourDistance(before, at, skin) < KEPT_SKIN.alike &&
        colourDistance(after, at, skin) > KEPT_SKIN.unlike
      )
    })
    return (lost.length * grid.scale ** 2) / frame.faceWidth ** 2
  })
}
