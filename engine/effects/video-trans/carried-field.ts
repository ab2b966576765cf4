import type { Size } from '../../raster/picture.ts'
import { type MotionField, motionAt, stillField } from '../../video/motion/motion-field.ts'

/**
 * Where in a texture each place of a frame lies, as a displacement: the texture goes along with what the picture shows.
 * While a worn field is replaced, `fresh` takes over by `share`.
 */
export type Carried = { field: MotionField; fresh?: { field: MotionField; share: number } }

/** Pixels of a cell. */
const STEP = 8

/** Displacement per pixel from which on a texture is visibly drawn out, and how fast it gives way. */
const STRAIN = 0.3
const EASE = 0.12

/** Mean stretch, turn or share of strained cells at which a texture is laid anew, and frames that this takes. */
const WORN = 0.3
const WORN_CELLS = 0.4
const FADE = 8

/**
 * Carries a texture's coordinates along by motion (advected textures, Neyret 2003): every cell takes over those of the
 * place it came from. On still ground nothing changes. Coordinates that were drawn out ease, and when all of them have,
 * as after a zoom, new ones are faded in.
 * @returns for each frame the coordinates; motion is undefined where a scene begins
 */
export function carryTextures({ width, height }: Size): (flow?: MotionField) => Carried {
  let field = stillField(width, height, STEP)
  let fresh: { field: MotionField; share: number } | undefined
  return (flow) => {
    if (!flow) {
      field = stillField(width, height, STEP)
      fresh = undefined
      return { field }
    }
    field = carry(field, flow)
    if (fresh) {
      fresh = { field: carry(fresh.field, flow), share: fresh.share + 1 / FADE }
      if (fresh.share >= 1) {
        field = fresh.field
        fresh = undefined
      }
    } else if (isWorn(field)) {
      fresh = { field: stillField(width, height, STEP), share: 1 / FADE }
    }
    return fresh ? { field, fresh } : { field }
  }
}

function carry(field: MotionField, flow: MotionField): MotionField {
  const { columns, rows, step } = field
  const moved = {
    ...field,
    dx: new Float32Array(columns * rows),
    dy: new Float32Array(columns * rows),
  }
  const by = { x: 0, y: 0 }
  const was = { x: 0, y: 0 }
  let moves = false
  for (let row = 0, at = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, at++) {
      const [x, y] = [(column + 0.5) * step, (row + 0.5) * step]
      motionAt(flow, x, y, by)
      if (by.x === 0 && by.y === 0) {
        moved.dx[at] = field.dx[at]!
        moved.dy[at] = field.dy[at]!
        continue
      }
      moves = true
      motionAt(field, x + by.x, y + by.y, was)
      moved.dx[at] = was.x + by.x
      moved.dy[at] = was.y + by.y
    }
  }
  if (moves) ease(moved, field)
  return moved
}

/** Lets go where a texture is drawn out, but only where it has just moved. */
function ease(moved: MotionField, before: MotionField): void {
  const { columns, rows, step, dx, dy } = moved
  const jump = 0.9 * step
  for (let row = 1; row + 1 < rows; row++) {
    for (let column = 1; column + 1 < columns; column++) {
      const at = row * columns + column
      if (dx[at] === before.dx[at] && dy[at] === before.dy[at]) continue
      let [count, x, y, most] = [0, 0, 0, 0]
      for (const beside of [at - 1, at + 1, at - columns, at + columns]) {
        const far = Math.max(Math.abs(dx[beside]! - dx[at]!), Math.abs(dy[beside]! - dy[at]!))
        if (far > jump) continue
        count++
        x += dx[beside]! - dx[at]!
        y += dy[beside]! - dy[at]!
        most = Math.max(most, far)
      }
      if (count === 0 || most < STRAIN * step) continue
      dx[at] = dx[at]! + (EASE * x) / count
      dy[at] = dy[at]! + (EASE * y) / count
    }
  }
}

function isWorn({ columns, rows, step, dx, dy }: MotionField): boolean {
  let [count, strained, xx, xy, yx, yy] = [0, 0, 0, 0, 0, 0]
  for (let row = 0; row + 1 < rows; row++) {
    for (let column = 0; column + 1 < columns; column++) {
      const at = row * columns + column
      const a = (dx[at + 1]! - dx[at]!) / step
      const b = (dy[at + 1]! - dy[at]!) / step
      const c = (dx[at + columns]! - dx[at]!) / step
      const d = (dy[at + columns]! - dy[at]!) / step
      const most = Math.max(Math.abs(a), Math.abs(b), Math.abs(c), Math.abs(d))
      if (most > 1) continue
      count++
      if (most > 0.5) strained++
      xx += a
      xy += b
      yx += c
      yy += d
    }
  }
  const mean = Math.max(Math.abs(xx), Math.abs(xy), Math.abs(yx), Math.abs(yy)) / (count || 1)
  return mean > WORN || strained > WORN_CELLS * count
}
