import { evenGround } from '../../../product/even-ground.ts'
import { fitGround } from '../../../product/plain-ground.ts'
import { withArena } from '../../../raster/arena.ts'
import { readRgbPlanes } from '../../../raster/colour/lab-planes.ts'
import { gridOver } from '../../../raster/colour/reduce-part.ts'
import type { Picture } from '../../../raster/picture.ts'
import { BODY, type Body } from '../../../vision/bodies/body.ts'
import { TRIM_TO_WALL } from '../tuning.ts'

/**
 * A body without the plain wall that its mask holds, beside a shoulder or between neck and hair: what is fitted to the
 * mask would reach over it, and it would be taken for cloth and painted as skin. Where clothes have the wall's very
 * colour the body is left as it is.
 * @returns `body`, or a copy with a new mask
 */
export function trimToWall(picture: Picture, body: Body): Body {
  const area = { left: 0, top: 0, width: picture.width, height: picture.height }
  const grid = gridOver(area, TRIM_TO_WALL.long)
  const data = body.mask.data.slice()
  const isTrimmed = withArena(() => {
    const { red, green, blue } = readRgbPlanes(picture, grid)
    const levels = { red, green, blue }
    const ground = fitGround(levels, grid)
    if (ground.share < TRIM_TO_WALL.share || ground.noise > TRIM_TO_WALL.noise) return false
    const wall = evenGround(levels, ground, grid)
    const inTrunk = trunkOf(body)
    let [trunk, open] = [0, 0]
    for (let y = 0, at = 0; y < picture.height; y++) {
      const row = Math.floor(y / grid.scale) * grid.width
      for (let x = 0; x < picture.width; x++, at++) {
        if (data[at] === 0) continue
        const isWall = wall[row + Math.floor(x / grid.scale)]! > 0
        if (inTrunk(x, y)) {
          trunk++
          if (isWall) open++
        }
        if (isWall) data[at] = 0
      }
    }
    return open <= TRIM_TO_WALL.open * trunk
  })
  return isTrimmed ? { ...body, mask: { ...body.mask, data } } : body
}

/** Whether a pixel lies within the four joints of the trunk. */
function trunkOf({ landmarks }: Body): (x: number, y: number) => boolean {
  const at = (name: keyof typeof BODY) => landmarks[BODY[name]]!
  const [left, right] = [at('rightShoulder'), at('leftShoulder')]
  const [leftHip, rightHip] = [at('rightHip'), at('leftHip')]
  const top = Math.max(left.y, right.y)
  const bottom = Math.min(leftHip.y, rightHip.y)
  return (x, y) => {
    const t = (y - top) / (bottom - top || 1)
    if (t < 0 || t > 1) return false
    return x > left.x + t * (leftHip.x - left.x) && x < right.x + t * (rightHip.x - right.x)
  }
}
