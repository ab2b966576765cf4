import { Fault } from '../../../../catalog/failures/fault.ts'
import { measureSclera } from '../../../face/sclera.ts'
import { distance } from '../../../geometry/point.ts'
import {
  type LinearRgb,
  labToSrgb,
  linearToSrgb,
  luminance,
  srgbToLab,
  srgbToLinear,
} from '../../../raster/colour/lab.ts'
import { FACE } from '../../../vision/faces/face.ts'
import { type Head, pixelToHead } from '../head/head.ts'
import type { HairLayer } from '../reference/place-hair.ts'
import {
  HAIR_LIGHT_BRIGHT,
  HAIR_LIGHT_CAST,
  HAIR_LIGHT_DARKEST,
  HAIR_LIGHT_GAIN,
  HAIR_LIGHT_REACH,
  HAIR_LIGHT_SEEN,
  LEAST_SHARE,
  MAX_SLOPE,
  MIN_HAIR,
  MIN_SCLERA,
  RECOLOURED_CHROMA,
  RECOLOURED_CONTRAST,
  STUDIO_LIGHT,
  SURELY_HAIR,
} from '../tuning.ts'

/** How light falls on a face. */
export type HeadLight = {
  /** The luminance of the white of the eyes, linear 0–1; undefined where too little of it shows. */
  white: number | undefined
  /** By how much the logarithm of the light grows from one temple to the other, to the right of the picture. */
  slope: number
  /** By what it multiplies linear red, green and blue beside usual light; luminance is kept. */
  cast: readonly [number, number, number]
}

/** Landmarks of skin on the left of the picture, each with its mirror image. */
const PAIRS = [
  [50, 280],
  [205, 425],
  [117, 346],
  [187, 411],
  [108, 337],
  [69, 299],
] as const

/**
 * Measures the light on a head: its level by the white of the eyes, which is alike in everybody as skin is not, and its
 * direction by the two halves of the face.
 */
export function measureHeadLight({ picture, face }: Pick<Head, 'picture' | 'face'>): HeadLight {
  const sclera = measureSclera(picture, face)
  const lightAt = (i: number): number => {
    const { x, y } = face.landmarks[i]!
    const at = (Math.floor(y) * picture.width + Math.floor(x)) * 4
    const [r, g, b] = [
      picture.data[at] ?? 128,
      picture.data[at + 1] ?? 128,
      picture.data[at + 2] ?? 128,
    ]
    return Math.log(
      luminance(srgbToLinear(r), srgbToLinear(g), srgbToLinear(b)) + HAIR_LIGHT_DARKEST,
    )
  }
  const steps = PAIRS.map(([left, right]) => {
    const apart = Math.abs(face.landmarks[right]!.x - face.landmarks[left]!.x)
    return (lightAt(right) - lightAt(left)) / Math.max(1, apart)
  }).sort((p, q) => p - q)
  const [from, to] = [face.landmarks[FACE.rightTemple]!, face.landmarks[FACE.leftTemple]!]
  const median = (steps[2]! + steps[3]!) / 2
  return {
    white: sclera.pixels >= MIN_SCLERA ? luminance(sclera.r, sclera.g, sclera.b) : undefined,
    slope: median * distance(to, from),
    cast:
      sclera.pixels >= MIN_SCLERA
        ? colourCastOf([sclera.r, sclera.g, sclera.b])
        : STUDIO_LIGHT.cast,
  }
}

/** The cast of light in which the white of an eye has this linear colour. */
export function colourCastOf(white: LinearRgb): [number, number, number] {
  const level = Math.max(1e-4, luminance(...white))
  const [r, g, b] = white.map((value, c) => {
    const off = Math.log(Math.max(1e-3, value / level) / HAIR_LIGHT_CAST.usual[c]!)
    const beyond = Math.sign(off) * Math.max(0, Math.abs(off) - HAIR_LIGHT_CAST.chance)
    return Math.exp(
      Math.min(
        HAIR_LIGHT_CAST.most,
        Math.max(-HAIR_LIGHT_CAST.most, HAIR_LIGHT_CAST.share * beyond),
      ),
    )
  }) as [number, number, number]
  const by = luminance(r, g, b)
  return [r / by, g / by, b / by]
}

/**
 * Puts hair into the light of its wearer, in place: level, colour and direction.
 * @param from the light it was seen in
 */
export function relightHair(layer: HairLayer, wearer: Head, from: HeadLight): void {
  const to = measureHeadLight(wearer)
  const level = to.white && from.white ? to.white / from.white : 1
  const gain = Math.min(HAIR_LIGHT_GAIN.most, Math.max(HAIR_LIGHT_GAIN.least, level))
  const slope = Math.min(MAX_SLOPE, Math.max(-MAX_SLOPE, to.slope - from.slope))
  const tint = to.cast.map((value, c) => value / from.cast[c]!)
  const isTinted = tint.some((value) => Math.abs(value - 1) > HAIR_LIGHT_SEEN)
  if (Math.abs(gain - 1) < HAIR_LIGHT_SEEN && Math.abs(slope) < HAIR_LIGHT_SEEN && !isTinted) return
  const { width, height, alpha, red, green, blue } = layer
  const planes = [red, green, blue]
  const relightRow = (y: number): void => {
    for (let x = 0, at = y * width; x < width; x++, at++) {
      if (alpha[at]! < LEAST_SHARE) continue
      const { u } = pixelToHead(wearer.frame, x, y)
      const by = gain * Math.exp(slope * Math.min(HAIR_LIGHT_REACH, Math.max(-HAIR_LIGHT_REACH, u)))
      for (let c = 0; c < 3; c++) {
        const plane = planes[c]!
        plane[at] = linearToSrgb(compressHighlights(tint[c]! * by * srgbToLinear(plane[at]!)))
      }
    }
  }
  for (let y = 0; y < height; y++) relightRow(y)
}

/** Linear light that nears white without reaching it, as film does. */
export function compressHighlights(light: number): number {
  if (light <= HAIR_LIGHT_BRIGHT) return light
  return (
    1 - (1 - HAIR_LIGHT_BRIGHT) * Math.exp((HAIR_LIGHT_BRIGHT - light) / (1 - HAIR_LIGHT_BRIGHT))
  )
}

/** The mean colour of hair and how far lightness spreads about it, CIELAB. */
export type HairColour = { l: number; a: number; b: number; spread: number }

/** The colour of hair where it surely is. */
export function hairColour({
  alpha,
  red,
  green,
  blue,
}: HairLayer): HairColour & { pixels: number } {
  const sum = { l: 0, a: 0, b: 0, squared: 0, pixels: 0 }
  for (let at = 0; at < alpha.length; at++) {
    if (alpha[at]! < SURELY_HAIR) continue
    const { l, a, b } = srgbToLab(red[at]!, green[at]!, blue[at]!)
    sum.l += l
    sum.a += a
    sum.b += b
    sum.squared += l * l
    sum.pixels++
  }
  const n = Math.max(1, sum.pixels)
  const l = sum.l / n
  const spread = Math.sqrt(Math.max(0, sum.squared / n - l * l))
  return { l, a: sum.a / n, b: sum.b / n, spread, pixels: sum.pixels }
}

/**
 * The colour of a person's own hair.
 * @throws Fault `short-hair` where there is too little of it
 */
export function ownHairColour({ hair, frame }: Head): HairColour {
  const own = hairColour(hair)
  if (own.pixels >= MIN_HAIR * frame.faceWidth ** 2) return own
  throw new Fault(
    'short-hair',
    'There is too little hair on the person to take its colour from; leave hair_color out or say “ref”.',
    { role: 'src' },
  )
}

/** Gives hair another colour, in place; its locks and highlights stay. */
export function recolourHair(layer: HairLayer, to: HairColour): void {
  const from = hairColour(layer)
  // Contrast follows the level, as under one light; cropped hair alone would make long hair flat.
  const wanted = (to.spread / Math.max(1, from.spread)) * (to.l / Math.max(1, from.l))
  const stretch = Math.min(
    RECOLOURED_CONTRAST.most,
    Math.max(RECOLOURED_CONTRAST.least, Math.sqrt(wanted)),
  )
  const { alpha, red, green, blue } = layer
  for (let at = 0; at < alpha.length; at++) {
    if (alpha[at]! < LEAST_SHARE) continue
    const { l, a, b } = srgbToLab(red[at]!, green[at]!, blue[at]!)
    const [r, g, bl] = labToSrgb({
      l: Math.min(100, Math.max(0, to.l + stretch * (l - from.l))),
      a: to.a + RECOLOURED_CHROMA * (a - from.a),
      b: to.b + RECOLOURED_CHROMA * (b - from.b),
    })
    red[at] = Math.min(255, Math.max(0, r))
    green[at] = Math.min(255, Math.max(0, g))
    blue[at] = Math.min(255, Math.max(0, bl))
  }
}
