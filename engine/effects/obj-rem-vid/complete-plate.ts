import type { Size } from '../../geometry/size.ts'
import type { EffectTask } from '../../performers/performer.ts'
import { growMask } from '../../raster/mask/grow-mask.ts'
import { frameFromPicture } from '../../video/frame-from-picture.ts'
import { pictureFromFrame } from '../../video/picture-from-frame.ts'
import { newFrame, planesOf } from '../../video/video-info.ts'
import type { LumaWeights } from '../../video/yuv-matrix.ts'
import { agreeingFill } from './agreeing-fill.ts'
import { CHANNELS, MADE_UP, type Plate, plateLayout, UNKNOWN } from './collect-plates.ts'
import type { PlatePlan } from './plate-plan.ts'
import { LEAST_KNOWN, PLATES_DOUBTFUL } from './tuning.ts'
import { mapRow, newRowPlaces, sampleCubic } from './warp-plane.ts'

/**
 * Gives a plate what no frame shows: what the plate before it has there, so that made up background stays the same
 * while the camera moves on, and for the rest a continuation of what is around it. Changes the plate.
 */
export async function completePlate(
  plate: Plate,
  plan: PlatePlan,
  previous: Plate | undefined,
  frameWidth: number,
  filling: Filling,
): Promise<void> {
  const wanted = wantedOf(plate, plan)
  if (!wanted.includes(1)) return
  if (previous && plan.toPrevious) takeOver(plate, wanted, previous, plan, frameWidth)
  if (wanted.includes(1)) await makeUp(plate, wanted, filling)
}

/**
 * 1 for each pixel that is needed and that nobody saw, and for those beside it up to where background was seen: a fill
 * continues what it touches.
 */
function wantedOf({ box, known }: Plate, plan: PlatePlan): Uint8Array {
  const needed = growMask(plan.needed, plan.box, PLATES_DOUBTFUL + 2)
  const out = new Uint8Array(known.length)
  for (let y = 0, at = 0; y < box.height; y++) {
    const row = Math.floor((y * plan.box.height) / box.height) * plan.box.width
    for (let x = 0; x < box.width; x++, at++) {
      if (known[at] !== UNKNOWN) continue
      out[at] = needed[row + Math.floor((x * plan.box.width) / box.width)]!
    }
  }
  return out
}

/** How many pixels of a completed plate are needed, and how many of them no frame shows. */
export function countMadeUp(
  { box, known }: Plate,
  plan: PlatePlan,
): { madeUp: number; needed: number } {
  let [madeUp, needed] = [0, 0]
  for (let y = 0, at = 0; y < box.height; y++) {
    const row = Math.floor((y * plan.box.height) / box.height) * plan.box.width
    for (let x = 0; x < box.width; x++, at++) {
      if (!plan.needed[row + Math.floor((x * plan.box.width) / box.width)]) continue
      needed++
      if (known[at] === MADE_UP || known[at] === UNKNOWN) madeUp++
    }
  }
  return { madeUp, needed }
}

function takeOver(
  plate: Plate,
  wanted: Uint8Array,
  previous: Plate,
  { toPrevious }: PlatePlan,
  frameWidth: number,
): void {
  const taken = new Uint8Array(wanted.length)
  for (const channel of CHANNELS) {
    const layout = plateLayout(plate.box, channel, frameWidth)
    const other = plateLayout(previous.box, channel, frameWidth)
    const from = { ...other, data: previous.planes[channel] }
    const by = channel === 'y' ? 1 : 2
    const places = newRowPlaces(layout.width)
    for (let row = 0, pixel = 0; row < layout.height; row++) {
      mapRow(layout, toPrevious!, other, row, { from: 0, to: layout.width }, places)
      for (let column = 0; column < layout.width; column++, pixel++) {
        const own = by * row * plate.box.width + by * column
        const isWanted = by === 1 ? wanted[own] : wantedInFour(wanted, own, plate.box)
        if (!isWanted) continue
        const [x, y] = [places.x[column]!, places.y[column]!]
        if (!(x >= 0 && y >= 0 && x <= other.width - 1 && y <= other.height - 1)) continue
        const there =
          Math.min(previous.box.height - 1, Math.round(by * y)) * previous.box.width +
          Math.min(previous.box.width - 1, Math.round(by * x))
        if (previous.known[there] === UNKNOWN) continue
        if (by === 1) taken[own] = 1
        plate.planes[channel][pixel] = clamp(sampleCubic(from, x, y))
      }
    }
  }
  for (let at = 0; at < taken.length; at++) {
    if (!taken[at]) continue
    wanted[at] = 0
    plate.known[at] = MADE_UP
  }
}

function wantedInFour(wanted: Uint8Array, at: number, { width }: Size): boolean {
  return Boolean(wanted[at] || wanted[at + 1] || wanted[at + width] || wanted[at + width + 1])
}

/** How what no frame shows is made up: by a network of users where there is one. */
type Filling = { weights: LumaWeights } & Pick<EffectTask, 'inpaint'>

async function makeUp(
  { box, planes, known }: Plate,
  wanted: Uint8Array,
  { weights, inpaint }: Filling,
): Promise<void> {
  const seen = known.reduce((sum, is) => sum + (is === UNKNOWN ? 0 : 1), 0)
  if (seen < LEAST_KNOWN) return
  const frame = newFrame(box.width, box.height, 0)
  const whole = planesOf(frame)
  for (const channel of CHANNELS) whole[channel].set(planes[channel])
  const unknown = known.map((is) => (is === UNKNOWN ? 1 : 0))
  const picture = pictureFromFrame(frame, weights)
  // Nothing is known of pixels beside the wanted ones either, which a network would take for the picture.
  const hidden = { ...box, data: unknown.map((is) => 255 * is) }
  const filled = inpaint ? await inpaint(picture, hidden) : agreeingFill(picture, wanted, unknown)
  const made = planesOf(frameFromPicture(filled, weights))
  for (let at = 0; at < wanted.length; at++) {
    if (!wanted[at]) continue
    planes.y[at] = made.y[at]!
    known[at] = MADE_UP
    const x = at % box.width
    const half = (((at - x) / box.width) >> 1) * (box.width / 2) + (x >> 1)
    planes.u[half] = made.u[half]!
    planes.v[half] = made.v[half]!
  }
}

function clamp(level: number): number {
  return Math.min(255, Math.max(0, Math.round(level)))
}
