import { smoothstep } from '../../../geometry/smoothstep.ts'
import { allocPlane, withArena } from '../../../raster/arena.ts'
import { levelPlanes } from '../../../raster/colour/level-planes.ts'
import { blur, blurAllWithin } from '../../../raster/filter/blur.ts'
import { growMask } from '../../../raster/mask/grow-mask.ts'
import type { Picture } from '../../../raster/picture.ts'
import { PLAIN_FILL_ENOUGH, PLAIN_FILL_PLAIN, PLAIN_FILL_STRAYS } from '../tuning.ts'

/**
 * Makes what was filled as plain as the ground right beside it, in place: behind it there is more of the same, and
 * pieces of what else is in the picture would be seen on it.
 * @param filled what shows where `target` is 1, of the size of `cut`
 * @param cut the picture before, whose ground is known where `occluded` is 0
 * @param faceWidth pixels
 */
export function evenOutPlainFill(
  filled: Picture,
  cut: Picture,
  occluded: Uint8Array,
  target: Uint8Array,
  faceWidth: number,
): void {
  const beside = growMask(occluded, cut, 2)
  withArena(() => {
    const known = allocPlane(beside.length)
    for (let at = 0; at < known.length; at++) known[at] = 1 - beside[at]!
    const levels = levelPlanes(cut)
    const squares = levels.map((plane) => {
      const squared = allocPlane(plane.length)
      for (let at = 0; at < squared.length; at++) squared[at] = plane[at]! * plane[at]!
      return squared
    })
    const around = [PLAIN_FILL_PLAIN.near, PLAIN_FILL_PLAIN.wide].map((by) => {
      const all = blurAllWithin([...levels, ...squares], known, cut, by * faceWidth)
      return { means: all.slice(0, 3), squares: all.slice(3) }
    })
    const weight = blur(known, cut, PLAIN_FILL_PLAIN.near * faceWidth)
    const reached = blur(known, cut, PLAIN_FILL_PLAIN.wide * faceWidth)
    for (let at = 0; at < target.length; at++) {
      if (!target[at]) continue
      const near = smoothstep(PLAIN_FILL_ENOUGH.none, PLAIN_FILL_ENOUGH.all, weight[at]!)
      const mixed = (of: 'means' | 'squares', c: number): number =>
        around[1]![of][c]![at]! + near * (around[0]![of][c]![at]! - around[1]![of][c]![at]!)
      const strays = Math.max(...[0, 1, 2].map((c) => mixed('squares', c) - mixed('means', c) ** 2))
      const plain =
        1 -
        smoothstep(PLAIN_FILL_STRAYS.plain, PLAIN_FILL_STRAYS.other, Math.sqrt(Math.max(0, strays)))
      const share = plain * smoothstep(PLAIN_FILL_ENOUGH.none, PLAIN_FILL_ENOUGH.all, reached[at]!)
      for (let c = 0; c < 3; c++) {
        const own = filled.data[4 * at + c]!
        filled.data[4 * at + c] = own + share * (mixed('means', c) - own)
      }
    }
  })
}
