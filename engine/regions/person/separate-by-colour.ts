import { boxAround } from '../../geometry/bounding-box.ts'
import { clampBox } from '../../geometry/box.ts'
import type { Point } from '../../geometry/point.ts'
import { withArena } from '../../raster/arena.ts'
import { readLabPlanes } from '../../raster/colour/lab-planes.ts'
import { gridOver } from '../../raster/colour/reduce-part.ts'
import { sampleGrid } from '../../raster/colour/sample-grid.ts'
import { keepConnected } from '../../raster/mask/keep-connected.ts'
import type { Mask, Picture } from '../../raster/picture.ts'
import type { Body } from '../../vision/bodies/body.ts'
import { boxMean } from '../../vision/mattes/box-mean.ts'
import { fitColourModel, squaredDistances } from '../colour-model.ts'
import {
  OVERLAP_AROUND,
  OVERLAP_COLOURS,
  OVERLAP_MOSTLY,
  OVERLAP_NEARER,
  OVERLAP_PIXELS,
  OVERLAP_REACH,
  OVERLAP_SAME,
  OVERLAP_SEEN,
  OVERLAP_SIDE,
  OVERLAP_SURE,
} from '../tuning.ts'
import { reduceMask } from './person-grid.ts'

/** Two people one of whom is before the other. */
export type Overlap = {
  front: Body
  back: Body
  /** Their masks as they were found, before each pixel was given to one. */
  found: { front: Mask; back: Mask }
  /** How low the front's chin is, and how far from the body of their pose a point is, in lengths of the trunk. */
  chin: number
  outside(point: Point): number
}

/**
 * Parts two people one of whom is before the other by the colours each has where only they are: what the front's mask
 * half shows, looks like what they wear and is connected to it is theirs, with what goes on in the same colours, and
 * what looks like the other is not. Where both wear the same colours nothing changes. Changes the masks of both.
 */
export function separateByColour(picture: Picture, { front, back, ...pair }: Overlap): void {
  const area = clampBox(boxAround([front.box, back.box]), picture)
  if (area.width < 2 || area.height < 2) return
  const grid = gridOver(area, OVERLAP_SIDE)
  const { scale, ...size } = grid
  const owned = { front: reduceMask(front, grid), back: reduceMask(back, grid) }
  const seen = {
    front: reduceMask({ mask: pair.found.front }, grid),
    back: reduceMask({ mask: pair.found.back }, grid),
  }
  const isNear = seen.front.map((_, i) => {
    const x = area.left + ((i % size.width) + 0.5) * scale
    const y = area.top + (Math.floor(i / size.width) + 0.5) * scale
    return y > pair.chin && pair.outside({ x, y }) < OVERLAP_REACH ? 1 : 0
  })
  const sure = { front: [] as number[], back: [] as number[] }
  for (let i = 0; i < isNear.length; i++) {
    if (owned.front[i]! > OVERLAP_SURE && seen.front[i]! > OVERLAP_SURE) sure.front.push(i)
    if (owned.back[i]! > OVERLAP_SURE && seen.front[i] === 0 && !isNear[i]) sure.back.push(i)
  }
  if (Math.min(sure.front.length, sure.back.length) < OVERLAP_PIXELS.least) return
  const isContested = (i: number): boolean =>
    isNear[i] === 1 &&
    seen.front[i]! > OVERLAP_SEEN &&
    seen.front[i]! < OVERLAP_SURE &&
    seen.back[i]! > OVERLAP_SEEN
  const told = new Uint8Array(isNear.length)
  const won = withArena(() => {
    const lab = readLabPlanes(picture, grid)
    const from = (pixels: readonly number[]): Float32Array =>
      squaredDistances(lab, fitColourModel(lab, thinned(pixels), OVERLAP_COLOURS))
    const [own, other] = [from(sure.front), from(sure.back)]
    const nearer = own.map((square, i) => Math.sqrt(other[i]!) - Math.sqrt(square))
    const prefers = boxMean(nearer, size.width, size.height, OVERLAP_AROUND)
    const half: number[] = []
    const won = prefers.map((by, i) => {
      const isTold = isContested(i) && Math.abs(by) > OVERLAP_NEARER
      const isOurs = isTold ? by > 0 : owned.front[i]! > owned.back[i]!
      if (isTold) told[i] = 1
      if (isOurs && isContested(i)) half.push(i)
      return isOurs ? 1 : 0
    })
    if (half.length < OVERLAP_PIXELS.least) return won
    const onward = from(half)
    const isSame = onward.map((square, i) =>
      square < OVERLAP_SAME ** 2 && prefers[i]! > 0 ? 1 : 0,
    )
    const mostly = boxMean(isSame, size.width, size.height, 2 * OVERLAP_AROUND)
    for (let i = 0; i < won.length; i++) {
      const isMissed =
        isNear[i] === 1 && seen.front[i]! <= OVERLAP_SEEN && seen.back[i]! > OVERLAP_SEEN
      if (isMissed && mostly[i]! > OVERLAP_MOSTLY) won[i] = told[i] = 1
    }
    return won
  })
  const kept = keepConnected(won, size.width, OVERLAP_MOSTLY, sure.front)
  for (let y = area.top; y < area.top + area.height; y++) {
    for (let x = area.left; x < area.left + area.width; x++) {
      const column = Math.floor((x - area.left) / scale)
      if (!told[Math.floor((y - area.top) / scale) * size.width + column]) continue
      const i = y * picture.width + x
      const most = Math.max(front.mask.data[i]!, back.mask.data[i]!)
      if (most === 0) continue
      const isOurs = sampleGrid(kept, grid, x, y) > OVERLAP_MOSTLY
      front.mask.data[i] = isOurs ? most : 0
      back.mask.data[i] = isOurs ? 0 : most
    }
  }
}

/** At most some thousand of many pixels. */
function thinned(pixels: readonly number[]): number[] {
  const step = Math.ceil(pixels.length / OVERLAP_PIXELS.most)
  return pixels.filter((_, n) => n % step === 0)
}
