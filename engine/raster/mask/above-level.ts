/** 1 where a plane is above a level. */
export function aboveLevel(plane: Float32Array, level: number): Uint8Array {
  const mask = new Uint8Array(plane.length)
  for (let at = 0; at < mask.length; at++) if (plane[at]! > level) mask[at] = 1
  return mask
}
