/**
 * The functions available in formulas, written in the language of formulas. The last line is the result.
 *
 * `toLinear` takes an sRGB level (0–255) to linear light (0–1), `fromLinear` the reverse. `labRoot` is the function f
 * of CIELAB; `labCube` is its inverse. `smoothstep` rises from its first edge to its second, and what falls is 1 less
 * it; compiling throws where two numbers do not rise.
 */
export const FORMULA_FUNCTIONS: Readonly<
  Record<string, { parameters: readonly string[]; body: string }>
> = {
  square: { parameters: ['x'], body: 'x * x' },
  hypot: { parameters: ['x', 'y'], body: 'sqrt(x * x + y * y)' },
  smoothstep: {
    parameters: ['from', 'to', 'x'],
    body: `
        t = min(1, max(0, (x - from) / (to - from)))
        t * t * (3 - 2 * t)`,
  },
  // A power of two times a polynomial of the remainder, as in the Cephes library. Accurate to seven digits.
  exp: {
    parameters: ['exponent'],
    body: `
        x = max(-87, min(88, exponent))
        n = nearest(x * 1.44269504)
        r = x - n * 0.693359375 + n * 0.000212194440
        p = ((((0.00019875691 * r + 0.0013981999) * r + 0.0083334519) * r + 0.041665796) * r + 0.16666666) * r + 0.5
        twoToThe(n) * (p * r * r + r + 1)`,
  },
  // The curves of sRGB and CIELAB. Powers are polynomials of a square or fourth root, accurate to a millionth.
  toLinear: {
    parameters: ['level'],
    body: `
        v = level / 255
        s = sqrt((v + 0.055) / 1.055)
        q = ((0.51008659 - 0.10713091 * s) * s - 1.045941) * s + 1.233742
        p = ((q * s - 1.0025298) * s + 1.3798069) * s + 0.031965111
        v <= 0.04045 ? v / 12.92 : square(square(s)) * p`,
  },
  fromLinear: {
    parameters: ['light'],
    body: `
        v = min(1, max(0, light))
        s = sqrt(sqrt(v))
        q = ((0.0614913 * s - 0.29008245) * s + 0.60546868) * s - 0.7952278
        p = ((q * s + 1.2893134) * s + 0.13343771) * s - 0.0043997629
        v <= 0.0031308 ? 3294.6 * v : 269.025 * p - 14.025`,
  },
  labRoot: {
    parameters: ['t'],
    body: `
        s = sqrt(sqrt(t))
        q = ((0.061645978 * s - 0.30745674) * s + 0.67295061) * s - 0.88958985
        p = ((q * s + 1.0042118) * s + 0.46931273) * s - 0.01107491
        t > 0.0088564517 ? p : 7.7870370 * t + 0.13793103`,
  },
  labCube: {
    parameters: ['t'],
    body: `
        power = t * t * t
        power > 0.0088564517 ? power : (116 * t - 16) / 903.2963`,
  },
  tanh: { parameters: ['x'], body: '1 - 2 / (exp(2 * x) + 1)' },
}
