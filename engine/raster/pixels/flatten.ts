import type { Picture } from '../picture.ts'
import { isOpaque, noteOpaque } from './packed-rgba.ts'

/** The backdrop for what knows no transparency, as generators. */
export const WHITE = 255

/** A picture laid over a grey level (0–255), opaque. An opaque one is returned as it is. */
export function flatten(picture: Picture, backdrop: number): Picture {
  if (isOpaque(picture)) return picture
  const data = picture.data.slice()
  for (let at = 3; at < data.length; at += 4) {
    const alpha = data[at]!
    for (let c = at - 3; c < at; c++) {
      data[c] = (data[c]! * alpha + backdrop * (255 - alpha)) / 255
    }
    data[at] = 255
  }
  noteOpaque({ data })
  return { ...picture, data }
}
