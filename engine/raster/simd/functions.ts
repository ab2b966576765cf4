/** The functions of {@link file://./compile-formula.ts formulas}, in their own language; the last line is the result. */
export const FUNCTIONS: Readonly<Record<string, { parameters: readonly string[]; body: string }>> =
  {
    square: { parameters: ['x'], body: 'x * x' },
    hypot: { parameters: ['x', 'y'], body: 'sqrt(x * x + y * y)' },
    smoothstep: {
      parameters: ['from', 'to', 'x'],
      body: `
        t = min(1, max(0, (x - from) / (to - from)))
        t * t * (3 - 2 * t)`,
    },
    // By powers of two and a polynomial between them, as the Cephes library has it: to seven digits.
    exp: {
      parameters: ['exponent'],
      body: `
        x = max(-87, min(88, exponent))
        n = nearest(x * 1.44269504)
        r = x - n * 0.693359375 + n * 0.000212194440
        p = ((((0.00019875691 * r + 0.0013981999) * r + 0.0083334519) * r + 0.041665796) * r + 0.16666666) * r + 0.5
        twoToThe(n) * (p * r * r + r + 1)`,
    },
    tanh: { parameters: ['x'], body: '1 - 2 / (exp(2 * x) + 1)' },
  }
