import { allocPlane } from '../../raster/arena.ts'
import { blur } from '../../raster/filter/blur.ts'
import { halveSize } from '../../raster/filter/half-size.ts'
import { lineOrientation } from '../../raster/filter/line-structure.ts'
import { carryMarks, type Mark } from './carried-marks.ts'
import { turnMark } from './dabs.ts'
import { halfOf } from './planes.ts'
import type { Style } from './style.ts'
import { MOSAIC, MOSAIC_BLOCK } from './tuning.ts'
import { vividness } from './vividness.ts'

/** Stones in rows along the forms, with joints between them. */
export const mosaic: Style = (stage) => {
  const { width, height, unit, colour } = stage
  const half = halfOf(stage)
  const spacing = MOSAIC.spacing * unit
  const carry = carryMarks(stage, spacing, 91)
  const joint = colour(MOSAIC.joint)
  return ({ source, flow }, to) => {
    const small = halveSize(source.y, source, half)
    const calm = blur(small, half, MOSAIC.calm * unit)
    const everywhere = allocPlane(half.width * half.height).fill(1)
    const direction = lineOrientation(calm, everywhere, half, MOSAIC.forms * unit)
    const colours = {
      y: blur(small, half, MOSAIC.colours * unit),
      u: blur(source.u, half, MOSAIC.colours * unit),
      v: blur(source.v, half, MOSAIC.colours * unit),
    }
    const stones = carry(flow)
    for (const stone of stones) {
      const at =
        clamp(Math.floor(stone.y / 2), half.height) * half.width +
        clamp(Math.floor(stone.x / 2), half.width)
      turnMark(stone, direction.x[at]!, direction.y[at]!)
    }
    const cover = allocPlane(width * height)
    const owner = layStones(stones, stage, spacing, cover)
    const looks = stones.map(({ x, y, own }) => {
      const at =
        clamp(Math.floor(y / 2), half.height) * half.width + clamp(Math.floor(x / 2), half.width)
      const luma = 16 + (colours.y[at]! - 16) * MOSAIC.contrast
      const strong = vividness(MOSAIC.vivid, colours.y[at]!, colours.u[at]!, colours.v[at]!)
      return {
        y: luma + MOSAIC.varies * (own - 0.5),
        u: 128 + strong * (colours.u[at]! - 128),
        v: 128 + strong * (colours.v[at]! - 128),
      }
    })
    for (let y = 0, at = 0; y < height; y++) {
      for (let x = 0; x < width; x++, at++) {
        const nth = owner[at]!
        const look = looks[nth]!
        const share = cover[at]!
        const stone = stones[nth]!
        // Light from the upper left on a stone that is a little rounded.
        const slope = (stone.x - x + stone.y - y) / spacing
        const lit = look.y + MOSAIC.rounded * slope
        to.y[at] = joint.y + share * (lit - joint.y)
        if ((x | y) & 1) continue
        const to2 = (y >> 1) * half.width + (x >> 1)
        to.u[to2] = joint.u + share * (look.u - joint.u)
        to.v[to2] = joint.v + share * (look.v - joint.v)
      }
    }
  }
}

/**
 * Which stone lies at each pixel, by distances in a square's norm turned to each stone's direction (Hausner 2001), and
 * how far it covers the pixel.
 */
function layStones(
  stones: readonly Mark[],
  { width, height, unit }: { width: number; height: number; unit: number },
  spacing: number,
  cover: Float32Array,
): Int32Array {
  const columns = Math.ceil(width / spacing) + 2
  const rows = Math.ceil(height / spacing) + 2
  const first = new Int32Array(columns * rows).fill(-1)
  const next = new Int32Array(stones.length)
  const place = new Float32Array(stones.length * 5)
  for (let nth = 0; nth < stones.length; nth++) {
    const { x, y, angle = 0, presence } = stones[nth]!
    place.set([x, y, Math.cos(angle), Math.sin(angle), (1 - presence) * 0.5 * spacing], nth * 5)
    const cell =
      clamp(Math.floor(y / spacing) + 1, rows) * columns +
      clamp(Math.floor(x / spacing) + 1, columns)
    next[nth] = first[cell]!
    first[cell] = nth
  }
  const owner = new Int32Array(width * height)
  const around = new Int32Array(256)
  const distances = new Float32Array(256)
  const near = new Int32Array(256)
  for (let top = 0; top < height; top += MOSAIC_BLOCK) {
    for (let left = 0; left < width; left += MOSAIC_BLOCK) {
      const row = Math.floor((top + MOSAIC_BLOCK / 2) / spacing) + 1
      const column = Math.floor((left + MOSAIC_BLOCK / 2) / spacing) + 1
      let count = 0
      let least = 1e9
      for (let v = Math.max(0, row - 1); v <= Math.min(rows - 1, row + 1); v++) {
        for (let u = Math.max(0, column - 1); u <= Math.min(columns - 1, column + 1); u++) {
          for (let nth = first[v * columns + u]!; nth >= 0 && count < 256; nth = next[nth]!) {
            const far = farFrom(place, nth * 5, left + MOSAIC_BLOCK / 2, top + MOSAIC_BLOCK / 2)
            if (far < least) least = far
            around[count] = nth
            distances[count++] = far
          }
        }
      }
      // No other stone can be first or second anywhere in the block.
      const most = least + 2 * MOSAIC_BLOCK + MOSAIC.gap.within * unit
      let kept = 0
      for (let nth = 0; nth < count; nth++) {
        if (distances[nth]! < most) near[kept++] = around[nth]!
      }
      for (let y = top; y < Math.min(height, top + MOSAIC_BLOCK); y++) {
        for (let x = left; x < Math.min(width, left + MOSAIC_BLOCK); x++) {
          let best = 1e9
          let second = 1e9
          let which = 0
          for (let nth = 0; nth < kept; nth++) {
            const far = farFrom(place, near[nth]! * 5, x, y)
            if (far < best) {
              second = best
              best = far
              which = near[nth]!
            } else if (far < second) second = far
          }
          const pixel = y * width + x
          owner[pixel] = which
          const gap = (second - best - MOSAIC.gap.from * unit) / (MOSAIC.gap.over * unit)
          cover[pixel] = gap < 0 ? 0 : gap > 1 ? 1 : gap
        }
      }
    }
  }
  return owner
}

/** The distance to a stone in the norm of a square with rounded corners. */
function farFrom(place: Float32Array, at: number, x: number, y: number): number {
  const dx = x - place[at]!
  const dy = y - place[at + 1]!
  const a = Math.abs(dx * place[at + 2]! + dy * place[at + 3]!)
  const b = Math.abs(dy * place[at + 2]! - dx * place[at + 3]!)
  return (a > b ? a + MOSAIC.corner * b : b + MOSAIC.corner * a) + place[at + 4]!
}

function clamp(at: number, count: number): number {
  return Math.min(count - 1, Math.max(0, at))
}
