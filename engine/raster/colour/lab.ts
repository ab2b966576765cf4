/** A colour in CIELAB (D65, 2° observer): L* 0–100, a* and b*. */
export type LabColour = { l: number; a: number; b: number }

/** Red, green and blue of linear sRGB, 0–1. */
export type LinearRgb = readonly [red: number, green: number, blue: number]

/** Linear light of sRGB levels 0–255 in steps of 1/16 (IEC 61966-2-1). */
const LINEAR = Float32Array.from({ length: 255 * 16 + 2 }, (_, i) => {
  const v = i / 16 / 255
  return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4
})

/** Steps from 0 to 1 in which a curve is tabulated; it is interpolated linearly between them. */
const TABLE_STEPS = 8192

function tabulate(curve: (t: number) => number): Float32Array {
  return Float32Array.from({ length: TABLE_STEPS + 2 }, (_, i) => curve(i / TABLE_STEPS))
}

/** sRGB levels 0–255 of linear light 0–1. */
const GAMMA = tabulate((light) =>
  light <= 0.0031308 ? 255 * light * 12.92 : 255 * (1.055 * light ** (1 / 2.4) - 0.055),
)

/** The white point: CIE D65, 2° observer, with Y = 1. */
const WHITE = { x: 0.95047, z: 1.08883 } as const

/** Below this share of white, CIELAB has a straight line of this slope in place of the cube root (CIE 15). */
const KNEE = (6 / 29) ** 3
const SLOPE = (29 / 3) ** 3

/** CIELAB's f(t): the cube root of a share of white, with its straight part. */
const ROOT = tabulate((t) => (t > KNEE ? Math.cbrt(t) : (t * SLOPE + 16) / 116))

/** A tabulated curve at `t`, 0–1. */
function interpolate(table: Float32Array, t: number): number {
  const at = t * TABLE_STEPS
  const low = at | 0
  return table[low]! + (at - low) * (table[low + 1]! - table[low]!)
}

/** Linear light, 0–1, of an sRGB level 0–255, which need not be whole. */
export function srgbToLinear(value: number): number {
  return LINEAR[Math.round(Math.min(255, Math.max(0, value)) * 16)]!
}

/** The sRGB level 0–255, not rounded, of linear light; light outside 0–1 is clipped. */
export function linearToSrgb(light: number): number {
  if (light <= 0) return 0
  if (light >= 1) return 255
  return interpolate(GAMMA, light)
}

/** Relative luminance, 0–1, of linear sRGB (ITU-R BT.709). */
export function luminance(r: number, g: number, b: number): number {
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** The relative luminance, 0–1, of linear light in the three planes named, as an expression of a formula. */
export function luminanceFormula(red: string, green: string, blue: string): string {
  return `0.2126 * ${red} + 0.7152 * ${green} + 0.0722 * ${blue}`
}

/** The CIELAB colour of an sRGB colour, levels 0–255. */
export function srgbToLab(r: number, g: number, b: number): LabColour {
  return linearToLab(srgbToLinear(r), srgbToLinear(g), srgbToLinear(b))
}

/** The CIELAB colour of linear sRGB, 0–1. The matrix is that of sRGB's primaries (Lindbloom). */
export function linearToLab(r: number, g: number, b: number): LabColour {
  const x = labRoot((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / WHITE.x)
  const y = labRoot(0.2126729 * r + 0.7151522 * g + 0.072175 * b)
  const z = labRoot((0.0193339 * r + 0.119192 * g + 0.9503041 * b) / WHITE.z)
  return { l: 116 * y - 16, a: 500 * (x - y), b: 200 * (y - z) }
}

/** The sRGB colour, levels 0–255 and not rounded, of a CIELAB colour. Colours beyond sRGB are clipped. */
export function labToSrgb({ l, a, b }: LabColour): [red: number, green: number, blue: number] {
  const fy = (l + 16) / 116
  const x = labCube(fy + a / 500) * WHITE.x
  const y = labCube(fy)
  const z = labCube(fy - b / 200) * WHITE.z
  return [
    linearToSrgb(3.2404542 * x - 1.5371385 * y - 0.4985314 * z),
    linearToSrgb(-0.969266 * x + 1.8760108 * y + 0.041556 * z),
    linearToSrgb(0.0556434 * x - 0.2040259 * y + 1.0572252 * z),
  ]
}

function labRoot(t: number): number {
  return t <= 1 ? interpolate(ROOT, t) : Math.cbrt(t)
}

function labCube(t: number): number {
  const power = t * t * t
  return power > KNEE ? power : (116 * t - 16) / SLOPE
}

/** Formula lines that compute `l`, `a` and `b` of the sRGB levels 0–255 in the three planes named. */
export function rgbToLabFormula(red: string, green: string, blue: string): string {
  return `
  lightR = toLinear(${red})
  lightG = toLinear(${green})
  lightB = toLinear(${blue})
  x = labRoot((0.4124564 * lightR + 0.3575761 * lightG + 0.1804375 * lightB) / 0.95047)
  y = labRoot(0.2126729 * lightR + 0.7151522 * lightG + 0.072175 * lightB)
  z = labRoot((0.0193339 * lightR + 0.119192 * lightG + 0.9503041 * lightB) / 1.08883)
  l = 116 * y - 16
  a = 500 * (x - y)
  b = 200 * (y - z)
`
}

/** Formula lines that compute `l` alone. */
export function lightnessFormula(red: string, green: string, blue: string): string {
  return `
  light = 0.2126729 * toLinear(${red}) + 0.7151522 * toLinear(${green}) + 0.072175 * toLinear(${blue})
  l = 116 * labRoot(light) - 16
`
}

/**
 * Formula lines that compute the sRGB levels `red`, `green`, `blue`, 0–255, of `l`, `a`, `b`.
 * @param end a suffix of all these names, so that one formula can convert two colours
 */
export function labToRgbFormula(end: string): string {
  const levels = Object.entries(labToLinear(end)).map(
    ([name, light]) => `${name}${end} = fromLinear(${light})`,
  )
  return [lightFormula(end), ...levels].join('\n')
}

/** Formula lines that compute linear light `red`, `green`, `blue`, 0–1, of `l`, `a`, `b`. */
export function labToLinearFormula(): string {
  const lights = Object.entries(labToLinear('')).map(
    ([name, light]) => `${name} = min(1, max(0, ${light}))`,
  )
  return [lightFormula(''), ...lights].join('\n')
}

function lightFormula(end: string): string {
  return `
  y${end} = (l${end} + 16) / 116
  lightX${end} = 0.95047 * labCube(y${end} + a${end} / 500)
  lightY${end} = labCube(y${end})
  lightZ${end} = 1.08883 * labCube(y${end} - b${end} / 200)`
}

function labToLinear(end: string): Record<'red' | 'green' | 'blue', string> {
  return {
    red: `3.2404542 * lightX${end} - 1.5371385 * lightY${end} - 0.4985314 * lightZ${end}`,
    green: `1.8760108 * lightY${end} - 0.969266 * lightX${end} + 0.041556 * lightZ${end}`,
    blue: `0.0556434 * lightX${end} - 0.2040259 * lightY${end} + 1.0572252 * lightZ${end}`,
  }
}
