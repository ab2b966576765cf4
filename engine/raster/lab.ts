/** Linear light of sRGB values 0–255 in steps of 1/16. */
const LINEAR = Float32Array.from({ length: 255 * 16 + 2 }, (_, i) => {
  const v = i / 16 / 255
  return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4
})

/** Steps from 0 to 1 that a curve is tabulated in; between them it is as good as straight. */
const TABLE_STEPS = 8192

function tabulate(curve: (t: number) => number): Float32Array {
  return Float32Array.from({ length: TABLE_STEPS + 2 }, (_, i) => curve(i / TABLE_STEPS))
}

/** sRGB values 0–255 of linear light. */
const GAMMA = tabulate((light) =>
  light <= 0.0031308 ? 255 * light * 12.92 : 255 * (1.055 * light ** (1 / 2.4) - 0.055),
)

/** The white of CIE D65, 2° observer. */
const WHITE = { x: 0.95047, z: 1.08883 } as const

/** Below this share of white, CIELAB's cube root goes over into a straight line. */
const KNEE = 216 / 24389

/** CIELAB's cube root of a share of white. */
const ROOT = tabulate((t) => (t > KNEE ? Math.cbrt(t) : (t * (24389 / 27) + 16) / 116))

/** A tabulated curve at a place from 0 to 1. */
function interpolate(table: Float32Array, t: number): number {
  const at = t * TABLE_STEPS
  const low = at | 0
  return table[low]! + (at - low) * (table[low + 1]! - table[low]!)
}

/** Linear light, 0–1, of an sRGB value 0–255, which need not be whole. */
export function srgbToLinear(value: number): number {
  return LINEAR[Math.round(Math.min(255, Math.max(0, value)) * 16)]!
}

/** The sRGB value 0–255, not rounded, of linear light; light outside 0–1 is clipped. */
export function linearToSrgb(light: number): number {
  if (light <= 0) return 0
  if (light >= 1) return 255
  return interpolate(GAMMA, light)
}

/** CIELAB (D65) of an sRGB colour 0–255 into `out`: L* 0–100, a*, b*. */
export function srgbToLab(r: number, g: number, b: number, out: Float64Array): void {
  linearToLab(srgbToLinear(r), srgbToLinear(g), srgbToLinear(b), out)
}

/** CIELAB (D65) of linear sRGB, 0–1. */
export function linearToLab(r: number, g: number, b: number, out: Float64Array): void {
  const x = labRoot((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / WHITE.x)
  const y = labRoot(0.2126729 * r + 0.7151522 * g + 0.072175 * b)
  const z = labRoot((0.0193339 * r + 0.119192 * g + 0.9503041 * b) / WHITE.z)
  out[0] = 116 * y - 16
  out[1] = 500 * (x - y)
  out[2] = 200 * (y - z)
}

/** The sRGB colour, 0–255 and not rounded, of a CIELAB one into `out`; colours a screen cannot show are clipped. */
export function labToSrgb(l: number, a: number, b: number, out: Float64Array): void {
  const fy = (l + 16) / 116
  const x = labCube(fy + a / 500) * WHITE.x
  const y = labCube(fy)
  const z = labCube(fy - b / 200) * WHITE.z
  out[0] = linearToSrgb(3.2404542 * x - 1.5371385 * y - 0.4985314 * z)
  out[1] = linearToSrgb(-0.969266 * x + 1.8760108 * y + 0.041556 * z)
  out[2] = linearToSrgb(0.0556434 * x - 0.2040259 * y + 1.0572252 * z)
}

function labRoot(t: number): number {
  return t <= 1 ? interpolate(ROOT, t) : Math.cbrt(t)
}

function labCube(t: number): number {
  const power = t * t * t
  return power > KNEE ? power : (116 * t - 16) / (24389 / 27)
}
