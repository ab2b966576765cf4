/**
 * CIELAB (D65) as lines of formulas, with the functions that formulas have for it; `lab.ts` has the same for single
 * colours.
 */

/** Lines that make `l`, `a` and `b` of the sRGB colours, 0–255, that stand under three names. */
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

/** A line that makes `l` alone. */
export function lightnessFormula(red: string, green: string, blue: string): string {
  return `
  light = 0.2126729 * toLinear(${red}) + 0.7151522 * toLinear(${green}) + 0.072175 * toLinear(${blue})
  l = 116 * labRoot(light) - 16
`
}

/** Lines that make the sRGB colour `red`, `green`, `blue`, 0–255, of `l`, `a`, `b`, all names with an ending. */
export function labToRgbFormula(end: string): string {
  return `
  y${end} = (l${end} + 16) / 116
  lightX${end} = 0.95047 * labCube(y${end} + a${end} / 500)
  lightY${end} = labCube(y${end})
  lightZ${end} = 1.08883 * labCube(y${end} - b${end} / 200)
  red${end} = fromLinear(3.2404542 * lightX${end} - 1.5371385 * lightY${end} - 0.4985314 * lightZ${end})
  green${end} = fromLinear(1.8760108 * lightY${end} - 0.969266 * lightX${end} + 0.041556 * lightZ${end})
  blue${end} = fromLinear(0.0556434 * lightX${end} - 0.2040259 * lightY${end} + 1.0572252 * lightZ${end})
`
}
