import type { Wearer } from '../measure/wearer.ts'
import { LIKE_WALL, UNCOVERED_BEHIND } from '../tuning.ts'

/**
 * Tells of pixels whether they look like the wall beside the person: what passes for clothes there, as between an arm
 * and the body, is wall, or is seen as little.
 */
export function likeWall({
  picture: { data, width, height },
  body,
  torso,
}: Pick<Wearer, 'picture' | 'body' | 'torso'>): (at: number) => boolean {
  const step = Math.max(1, Math.round(LIKE_WALL.step * torso.shoulders))
  const reach = step * LIKE_WALL.steps
  return (at) => {
    const [column, row] = [at % width, Math.floor(at / width)]
    const sums = [0, 0, 0]
    let count = 0
    for (let y = row - reach; y <= row + reach; y += step) {
      if (y < 0 || y >= height) continue
      for (let x = column - reach; x <= column + reach; x += step) {
        const place = y * width + x
        if (x < 0 || x >= width || body.mask.data[place]! > UNCOVERED_BEHIND.person) continue
        for (let c = 0; c < 3; c++) sums[c] = sums[c]! + data[4 * place + c]!
        count++
      }
    }
    if (count < LIKE_WALL.least) return false
    return sums.every((sum, c) => Math.abs(sum / count - data[4 * at + c]!) < LIKE_WALL.most)
  }
}
