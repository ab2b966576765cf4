import { allocPlane } from '../arena.ts'
import type { Picture } from '../picture.ts'

/** The red, green and blue of a picture as planes of levels, 0–255; see {@link allocPlane} for where they lie. */
export function levelPlanes({
  data,
}: Pick<Picture, 'data'>): [red: Float32Array, green: Float32Array, blue: Float32Array] {
  const count = data.length / 4
  const [red, green, blue] = [allocPlane(count), allocPlane(count), allocPlane(count)]
  for (let at = 0, from = 0; at < count; at++, from += 4) {
    red[at] = data[from]!
    green[at] = data[from + 1]!
    blue[at] = data[from + 2]!
  }
  return [red, green, blue]
}
