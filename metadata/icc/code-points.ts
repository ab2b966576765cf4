import { greyProfileOf, type Primaries, rgbProfileOf, type ToneCurve } from './make-profile.ts'

/** Colours by their numbers in ITU-T H.273, as the `nclx` of HEIC and AVIF and the `cICP` chunk of a PNG state them. */
export type CodePoints = { primaries: number; transfer: number }

/** What stated colours mean: sRGB, a profile that says the same, or high dynamic range, which has no profile. */
export type StatedColours = 'srgb' | 'PQ' | 'HLG' | { profile: Buffer }

/** White of daylight, of illuminant C, and of film projectors. */
const [D65, C, DCI] = [
  [0.3127, 0.329],
  [0.31, 0.316],
  [0.314, 0.351],
] as const

/** The primaries of sRGB. */
export const SRGB_PRIMARIES: Primaries = {
  red: [0.64, 0.33],
  green: [0.3, 0.6],
  blue: [0.15, 0.06],
  white: D65,
}

const SMPTE_170M: Primaries = {
  red: [0.63, 0.34],
  green: [0.31, 0.595],
  blue: [0.155, 0.07],
  white: D65,
}

const P3 = { red: [0.68, 0.32], green: [0.265, 0.69], blue: [0.15, 0.06] } as const

/** Primaries by their number (H.273, table 2). Others are taken for those of sRGB, as 2 is, which says nothing. */
const PRIMARIES: Readonly<Record<number, readonly [name: string, Primaries]>> = {
  4: ['BT.470 M', { red: [0.67, 0.33], green: [0.21, 0.71], blue: [0.14, 0.08], white: C }],
  5: ['BT.470 BG', { red: [0.64, 0.33], green: [0.29, 0.6], blue: [0.15, 0.06], white: D65 }],
  6: ['SMPTE 170M', SMPTE_170M],
  7: ['SMPTE 240M', SMPTE_170M],
  9: ['BT.2020', { red: [0.708, 0.292], green: [0.17, 0.797], blue: [0.131, 0.046], white: D65 }],
  11: ['DCI-P3', { ...P3, white: DCI }],
  12: ['Display P3', { ...P3, white: D65 }],
  22: ['EBU 3213', { red: [0.63, 0.34], green: [0.295, 0.605], blue: [0.155, 0.077], white: D65 }],
}

/**
 * Curves by their number (H.273, table 3). Those of video cameras (1, 6, 14, 15) are not among them: what they record
 * is shown on screens as sRGB is, and encoders state them for pictures in sRGB.
 */
const GAMMAS: Readonly<Record<number, number>> = { 4: 2.2, 5: 2.8, 8: 1, 17: 2.6 }
const HDR: Readonly<Record<number, 'PQ' | 'HLG'>> = { 16: 'PQ', 18: 'HLG' }

/** What code points mean for a picture, grey or in colour. */
export function colourOfPoints(points: CodePoints, grey: boolean): StatedColours {
  const hdr = HDR[points.transfer]
  if (hdr) return hdr
  const gamma = GAMMAS[points.transfer]
  const tone: ToneCurve = gamma === undefined ? 'srgb' : { gamma }
  if (grey) return gamma === undefined ? 'srgb' : { profile: greyProfileOf(`Grey ${gamma}`, tone) }
  const stated = PRIMARIES[points.primaries]
  if (!stated && gamma === undefined) return 'srgb'
  const [name, primaries] = stated ?? ['sRGB primaries', SRGB_PRIMARIES]
  const title = gamma === undefined ? name : `${name}, gamma ${gamma}`
  return { profile: rgbProfileOf(title, primaries, tone) }
}
