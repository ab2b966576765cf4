import { formula } from '../../raster/formula.ts'
import { zeroPlane } from '../../raster/plane-room.ts'
import { FACE } from '../../vision/face.ts'
import { blur, blurAllWithin } from '../skin/blur.ts'
import { type Canvas, type Tone, trace } from '../skin/canvas.ts'
import { medianWithin } from '../skin/median-within.ts'
import { paintPolygon } from '../skin/paint-polygon.ts'
import { AXES, minus, minusTone } from './minus.ts'
import { EYES, MOUTH } from './openings.ts'

/** Shade and colour coarser than this, in widths of the face, come from the old face: they are the picture's light. */
const LIGHT = 0.13

/** What is finer than that and coarser than this is modelling: the relief of a face in its light. */
const RELIEF = 0.03

/** How far a place's change of hue may differ from the whole face's: a sharp shadow's edge must not turn green. */
const HUE = 16

/** How far patches of skin may differ from the light on the old face, CIELAB units. */
const MODELLING: Record<keyof Tone, number> = { l: 11, a: 3.5, b: 4 }

/** The light's hue on the old face, and how the given one's is to change, in one of CIELAB's axes. */
export type Hue = { to: Float32Array; shift: Float32Array }

/** What is coarse in the light on two faces, place by place, and where what it falls on is no plain skin. */
export type Lights = {
  /** The light on the given and on the old face, L*. */
  from: Float32Array
  to: Float32Array
  /** The relief of either face in it, L*. */
  relief: { given: Float32Array; old: Float32Array }
  a: Hue
  b: Hue
  /** Teeth and the whites of the eyes, whose own colour says little about the light. */
  inner: Float32Array
  lips: Float32Array
}

/** @param skin what both faces show, faintly all of the face */
export function lightsOf(given: Canvas, old: Canvas, skin: Float32Array): Lights {
  const [g, o] = [given.tone, old.tone]
  const planes = [g.l, g.a, g.b, o.l, o.a, o.b]
  const coarse = blurAllWithin(planes, skin, given, LIGHT * given.unit)
  const relief = blurAllWithin([g.l, o.l], skin, given, RELIEF * given.unit)
  return {
    from: coarse[0]!,
    to: coarse[3]!,
    relief: { given: relief[0]!, old: relief[1]! },
    a: { to: coarse[4]!, shift: shiftOf(coarse[1]!, coarse[4]!, skin) },
    b: { to: coarse[5]!, shift: shiftOf(coarse[2]!, coarse[5]!, skin) },
    inner: insides(given),
    lips: lipsOf(given),
  }
}

function shiftOf(from: Float32Array, to: Float32Array, skin: Float32Array): Float32Array {
  const shift = minus(to, from)
  const whole = medianWithin(shift, skin)
  hold({ shift }, { least: whole - HUE, most: whole + HUE })
  return shift
}

const hold = formula('shift = min(most, max(least, shift))')

function insides(canvas: Canvas): Float32Array {
  const plane = zeroPlane(canvas.width * canvas.height)
  for (const { rim } of [MOUTH, ...EYES]) paintPolygon(plane, canvas, trace(canvas, rim))
  return blur(plane, canvas, 0.006 * canvas.unit)
}

function lipsOf(canvas: Canvas): Float32Array {
  const plane = zeroPlane(canvas.width * canvas.height)
  paintPolygon(plane, canvas, trace(canvas, FACE.lipsOuter))
  const soft = blur(plane, canvas, 0.012 * canvas.unit)
  fill({ soft })
  return soft
}

const fill = formula('soft = min(1, 2.5 * soft)')

/** Holds sharp shadows and coloured light of the giver's own picture to what a face's modelling needs. */
export function softenPatches(
  tone: Tone,
  { to, a, b }: Lights,
  skin: Float32Array,
  old: Canvas,
): void {
  const off = minusTone(tone, { l: to, a: a.to, b: b.to })
  const patches = blurAllWithin([off.l, off.a, off.b], skin, old, RELIEF * old.unit)
  for (const [nth, axis] of AXES.entries()) {
    even({ plane: tone[axis], patch: patches[nth]!, skin }, { most: MODELLING[axis] })
  }
}

const even = formula('plane = plane - skin * (patch - most * tanh(patch / most))')
