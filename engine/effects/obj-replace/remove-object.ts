import { Fault } from '../../../catalog/failures/fault.ts'
import { calmShare } from '../../fill/calm-share.ts'
import { fillLargeHole } from '../../fill/fill-hole.ts'
import type { Size } from '../../geometry/size.ts'
import { closeIslands } from '../../raster/mask/close-islands.ts'
import { growMask } from '../../raster/mask/grow-mask.ts'
import type { Mask, Picture } from '../../raster/picture.ts'
import type { Face } from '../../vision/faces/face.ts'
import { coverRemains } from './cover-remains.ts'
import { coverSlivers } from './cover-slivers.ts'
import { endedEdges } from './ended-edges.ts'
import { findCastShadow } from './find-cast-shadow.ts'
import { guessedEdges } from './guessed-edges.ts'
import { besideFeatures, type KeptFeatures, keepFeatures, withoutKept } from './keep-features.ts'
import { mix } from './mix.ts'
import { tellRemoval } from './tell-removal.ts'
import { tornShare } from './torn-share.ts'
import { tracesBeside } from './traces-beside.ts'
import { BESIDE_HOLE, IN_PEOPLE, LEAST_LEFT, OBJECT_TINGED } from './tuning.ts'

/**
 * Takes out what a mask covers and continues what is around it. Soft edges of the mask mix the two, but
 * what shows the object there, or a little outside, goes too, and so does the shadow that it casts. Brows, eyes, nose
 * and mouth stay as they are in every face that is not taken out whole, and nothing is copied from them.
 * @param faces of the picture
 * @param people in the picture, of whom nothing is copied unless the mask lies in them
 * @returns the picture, and in words what of it is made up more than continued, if anything
 * @throws Fault `parameter` when next to nothing of the picture would be left, or taken out
 */
export function removeObject(
  picture: Picture,
  mask: Mask,
  faces: readonly Pick<Face, 'landmarks'>[] = [],
  people?: Mask,
): { picture: Picture; note: string | undefined } {
  const given = closeIslands(mask)
  const kept = keepFeatures(given, faces)
  const covering = coverRemains(picture, besideFeatures(given, kept))
  const tinged = growMask(covering.data, mask, OBJECT_TINGED)
  const isPerson = people !== undefined && isInPeople(picture, tinged, people)
  // What touches a print lies on the same cloth; what touches a thing in a room may be another one, or somebody's hair.
  const thing = isPerson ? coverSlivers(picture, covering) : covering
  const own = growMask(thing.data, mask, OBJECT_TINGED)
  // Folds are darker than cloth, and no shadow of a print.
  const shadow = isPerson ? undefined : findCastShadow(picture, thing, people)
  const covered = withoutKept(shadow ? joined(thing, shadow) : thing, kept)
  const target = shadow ? growMask(covered.data, mask, OBJECT_TINGED) : own
  let left = 0
  for (let i = 0; i < target.length; i++) if (!target[i]) left++
  if (left < LEAST_LEFT * target.length) {
    throw new Fault(
      'parameter',
      'The mask is white nearly everywhere: nothing is left to continue.',
      {
        role: 'msk',
      },
    )
  }
  const shown = people && !isPerson ? withPeople(picture, target, people) : target
  const hidden = withKept(shown, kept)
  const { picture: filled, poor, lines } = fillLargeHole(picture, target, hidden, !isPerson)
  const calm = calmShare(picture, filled, target)
  const share = 1 - left / target.length
  const made = mix(picture, filled, covered)
  const torn = (): number => tornShare(picture, made, covered)
  const edges = (): number => guessedEdges(made, covered, lines)
  const traces = (): number => tracesBeside(made, covered)
  const ended = (): number => endedEdges(made, covered)
  const measured = { calm, poor, torn, edges, traces, ended }
  const hasShadow = shadow !== undefined
  return { picture: made, note: tellRemoval({ ...measured, share, hasShadow, kept: kept.covered }) }
}

/** A hole with what is kept of faces: nothing is copied from there. */
function withKept(hole: Uint8Array, { pixels }: KeptFeatures): Uint8Array {
  if (!pixels.includes(1)) return hole
  return hole.map((is, at) => is | pixels[at]!)
}

/** What either mask covers. */
function joined(mask: Mask, other: Mask): Mask {
  const data = mask.data.slice()
  for (let i = 0; i < data.length; i++) data[i] = Math.max(data[i]!, other.data[i]!)
  return { ...mask, data }
}

/** Whether so much of what is beside a hole shows people that it lies in one of them, such as a crack in a face. */
function isInPeople(size: Size, hole: Uint8Array, people: Mask): boolean {
  const beside = growMask(hole, size, BESIDE_HOLE)
  let [all, theirs] = [0, 0]
  for (let i = 0; i < hole.length; i++) {
    if (hole[i] || !beside[i]) continue
    all++
    if (people.data[i]! > 127) theirs++
  }
  return theirs > IN_PEOPLE * all
}

/** A hole with people: nothing of them is copied, nor of the pixels that they tinge. */
function withPeople(size: Size, hole: Uint8Array, people: Mask): Uint8Array {
  const shown = new Uint8Array(hole.length)
  for (let i = 0; i < shown.length; i++) shown[i] = people.data[i]! > 127 ? 1 : 0
  const hidden = growMask(shown, size, BESIDE_HOLE)
  for (let i = 0; i < hidden.length; i++) hidden[i] = hidden[i]! | hole[i]!
  return hidden
}
