import type { Size } from '../../geometry/size.ts'
import { cameraX, cameraY, fitCamera } from '../../video/motion/fit-camera.ts'
import type { Flow } from '../../video/motion/flow-track.ts'
import {
  cellAt,
  type MotionField,
  motionAt,
  zeroMotionField,
} from '../../video/motion/motion-field.ts'
import { MOTION_JUMP } from '../../video/tuning.ts'
import {
  CARRIED_FIELD_EASE,
  CARRIED_FIELD_FADE,
  CARRIED_FIELD_OFF,
  CARRIED_FIELD_RESTED,
  CARRIED_FIELD_STEP,
  CARRIED_FIELD_STRAIN,
  CARRIED_FIELD_STRAINED,
  CARRIED_FIELD_WORN,
  LEAST_GROUND,
  WORN_CELLS,
} from './tuning.ts'

/**
 * Where in a texture each place of a frame lies, as a displacement: the texture goes along with what the picture shows.
 * While a worn field is replaced, `fresh` takes over by `share`.
 */
export type Carried = { field: MotionField; fresh?: { field: MotionField; share: number } }

/** A field, and for each cell the frames for which it has moved as the camera did. */
type Layer = { field: MotionField; rest: Uint8Array }

/**
 * Carries a texture's coordinates along by motion (advected textures, Neyret 2003): every cell takes over those of the
 * place it came from. On still ground nothing changes. Ground that comes from behind something gets the coordinates
 * that the ground around it goes on with. Coordinates that were drawn out ease, and when all of them have, as after a
 * zoom, new ones are faded in.
 * @returns for each frame the coordinates; motion is undefined where a scene begins
 */
export function carryTextures(size: Size): (flow?: Flow) => Carried {
  let layer = newLayer(size)
  let fresh: (Layer & { share: number }) | undefined
  return (flow) => {
    if (!flow) {
      layer = newLayer(size)
      fresh = undefined
      return { field: layer.field }
    }
    layer = carry(layer, flow, size)
    if (fresh) {
      fresh = { ...carry(fresh, flow, size), share: fresh.share + 1 / CARRIED_FIELD_FADE }
      if (fresh.share >= 1) {
        layer = fresh
        fresh = undefined
      }
    } else if (isWorn(layer.field)) {
      fresh = { ...newLayer(size), share: 1 / CARRIED_FIELD_FADE }
    }
    return fresh ? { field: layer.field, fresh } : { field: layer.field }
  }
}

function newLayer({ width, height }: Size): Layer {
  const field = zeroMotionField(width, height, CARRIED_FIELD_STEP)
  return { field, rest: new Uint8Array(field.dx.length).fill(CARRIED_FIELD_RESTED) }
}

function carry({ field, rest }: Layer, flow: Flow, size: Size): Layer {
  const { columns, rows, step } = field
  const count = columns * rows
  const moved = { ...field, dx: new Float32Array(count), dy: new Float32Array(count) }
  const rested = new Uint8Array(count)
  const by = { x: 0, y: 0 }
  const was = { x: 0, y: 0 }
  let anew = 0
  for (let row = 0, at = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, at++) {
      const x = (column + 0.5) * step
      const y = (row + 0.5) * step
      motionAt(flow, x, y, by)
      let from = at
      if (by.x === 0 && by.y === 0) {
        moved.dx[at] = field.dx[at]!
        moved.dy[at] = field.dy[at]!
      } else {
        motionAt(field, x + by.x, y + by.y, was)
        moved.dx[at] = was.x + by.x
        moved.dy[at] = was.y + by.y
        from = cellAt(field, x + by.x, y + by.y)
      }
      const block = cellAt(flow, x, y)
      if (flow.own[block]) continue
      const frames = flow.revealed[block] ? CARRIED_FIELD_RESTED - 1 : rest[from]!
      rested[at] = Math.min(CARRIED_FIELD_RESTED, frames + 1)
      if (frames === CARRIED_FIELD_RESTED - 1) anew++
    }
  }
  if (anew > 0) layAnew(moved, rested, rest, size)
  ease(moved, field)
  return { field: moved, rest: rested }
}

/** Gives cells that have just become ground the coordinates of all ground, if theirs are others. */
function layAnew(moved: MotionField, rested: Uint8Array, before: Uint8Array, size: Size): void {
  const { columns, step, dx, dy } = moved
  const ground: number[] = []
  for (let at = 0; at < rested.length; at += 3) {
    if (rested[at] === CARRIED_FIELD_RESTED && before[at] === CARRIED_FIELD_RESTED) ground.push(at)
  }
  if (ground.length < LEAST_GROUND) return
  const acrossOf = (at: number): number => (2 * ((at % columns) + 0.5) * step) / size.width - 1
  const downOf = (at: number): number =>
    (2 * (Math.floor(at / columns) + 0.5) * step) / size.height - 1
  const all = fitCamera({
    x: Float32Array.from(ground, acrossOf),
    y: Float32Array.from(ground, downOf),
    dx: Float32Array.from(ground, (at) => dx[at]!),
    dy: Float32Array.from(ground, (at) => dy[at]!),
    weight: new Float32Array(ground.length).fill(1),
  })
  for (let at = 0; at < rested.length; at++) {
    if (rested[at] !== CARRIED_FIELD_RESTED || before[at] === CARRIED_FIELD_RESTED) continue
    const x = cameraX(all, acrossOf(at), downOf(at))
    const y = cameraY(all, acrossOf(at), downOf(at))
    if (Math.hypot(x - dx[at]!, y - dy[at]!) < CARRIED_FIELD_OFF) continue
    dx[at] = x
    dy[at] = y
  }
}

/** Lets go where a texture is drawn out, but only where it has just moved. */
function ease(moved: MotionField, before: MotionField): void {
  const { columns, rows, step, dx, dy } = moved
  const jump = MOTION_JUMP * step
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
      if (count === 0 || most < CARRIED_FIELD_STRAIN * step) continue
      dx[at] = dx[at]! + (CARRIED_FIELD_EASE * x) / count
      dy[at] = dy[at]! + (CARRIED_FIELD_EASE * y) / count
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
      if (most > CARRIED_FIELD_STRAINED) strained++
      xx += a
      xy += b
      yx += c
      yy += d
    }
  }
  const mean = Math.max(Math.abs(xx), Math.abs(xy), Math.abs(yx), Math.abs(yy)) / (count || 1)
  return mean > CARRIED_FIELD_WORN || strained > WORN_CELLS * count
}
