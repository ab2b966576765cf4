import { visitFeatures } from '../../../face/face-guard.ts'
import { growMask } from '../../../raster/mask/grow-mask.ts'
import type { Mask } from '../../../raster/picture.ts'
import { type Head, headToPixel, pixelToHead } from '../head/head.ts'
import { GENERATED_HAIR } from '../tuning.ts'

type Wearer = Pick<Head, 'picture' | 'face' | 'frame' | 'hair'>

/**
 * The part of a picture that a generator paints to give somebody the hair of a reference: the person's own hair, and
 * where that of the reference would lie, with some room. What the reference's frame cuts goes on below it for a while.
 * Brows, eyes, nose and mouth stay.
 */
export function hairArea(
  { picture, face, frame, hair }: Wearer,
  reference: Pick<Head, 'picture' | 'frame' | 'hair'>,
): Mask {
  const { width, height } = picture
  const { width: across, height: down } = reference.picture
  const further = GENERATED_HAIR.further * reference.frame.faceWidth
  const worn = new Uint8Array(width * height)
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      if (hair.alpha[at]! > GENERATED_HAIR.shows) worn[at] = 1
      else {
        const { u, v } = pixelToHead(frame, x + 0.5, y + 0.5)
        const there = headToPixel(reference.frame, u, v)
        const [left, top] = [Math.floor(there.x), Math.min(down - 1, Math.floor(there.y))]
        if (left < 0 || left >= across || top < 0 || there.y - down > further) continue
        if (reference.hair.alpha[top * across + left]! > GENERATED_HAIR.shows) worn[at] = 1
      }
    }
  }
  const room = Math.max(2, Math.round(GENERATED_HAIR.room * frame.faceWidth))
  const data = growMask(worn, picture, room).map((share) => (share ? 255 : 0))
  visitFeatures(face, picture, (at) => {
    data[at] = 0
  })
  return { width, height, data }
}
