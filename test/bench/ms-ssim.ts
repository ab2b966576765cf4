/** Weights of the scales, the finest first, and the constants of Wang et al. */
const WEIGHTS = [0.0448, 0.2856, 0.3001, 0.2363, 0.1333]
const [C1, C2] = [(0.01 * 255) ** 2, (0.03 * 255) ** 2]

/** Sigma and radius of the window, in pixels of each scale. */
const SIGMA = 1.5
const RADIUS = 5

type Plane = { width: number; height: number; data: Float32Array }

const KERNEL = (() => {
  const weights = Array.from({ length: 2 * RADIUS + 1 }, (_, n) =>
    Math.exp(-((n - RADIUS) ** 2) / (2 * SIGMA * SIGMA)),
  )
  const sum = weights.reduce((total, weight) => total + weight, 0)
  return weights.map((weight) => weight / sum)
})()

/**
 * Multi-scale structural similarity of two planes of luma, 0 to 1 (Wang, Simoncelli and Bovik 2003). Planes too small
 * for five scales are compared at fewer, with the weights of those.
 */
export function msSsim(a: Plane, b: Plane): number {
  let [p, q] = [a, b]
  let [product, used] = [1, 0]
  for (const [scale, weight] of WEIGHTS.entries()) {
    const { structure, whole } = similarity(p, q)
    const isLast = scale === WEIGHTS.length - 1 || Math.min(p.width, p.height) < 4 * RADIUS + 2
    product *= Math.max(0, isLast ? whole : structure) ** weight
    used += weight
    if (isLast) break
    ;[p, q] = [halved(p), halved(q)]
  }
  return product ** (1 / used)
}

/** Means over the plane of contrast times structure, and of these times luminance. */
function similarity(a: Plane, b: Plane): { structure: number; whole: number } {
  const product = (p: Plane, q: Plane): Plane => ({
    ...p,
    data: p.data.map((v, i) => v * q.data[i]!),
  })
  const [ma, mb, aa, bb, ab] = [a, b, product(a, a), product(b, b), product(a, b)].map(windowed)
  let [structure, whole] = [0, 0]
  const { length } = ma!
  for (let i = 0; i < length; i++) {
    const [x, y] = [ma![i]!, mb![i]!]
    const cs = (2 * (ab![i]! - x * y) + C2) / (aa![i]! - x * x + bb![i]! - y * y + C2)
    structure += cs / length
    whole += (cs * (2 * x * y + C1)) / (x * x + y * y + C1) / length
  }
  return { structure, whole }
}

/** Gaussian means wherever the whole window lies within the plane. */
function windowed({ width, height, data }: Plane): Float32Array {
  const w = width - 2 * RADIUS
  const h = height - 2 * RADIUS
  const rows = new Float32Array(w * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < w; x++) {
      let sum = 0
      for (let k = 0; k < KERNEL.length; k++) sum += KERNEL[k]! * data[y * width + x + k]!
      rows[y * w + x] = sum
    }
  }
  const out = new Float32Array(w * h)
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      let sum = 0
      for (let k = 0; k < KERNEL.length; k++) sum += KERNEL[k]! * rows[(y + k) * w + x]!
      out[y * w + x] = sum
    }
  }
  return out
}

function halved({ width, height, data }: Plane): Plane {
  const half = { width: width >> 1, height: height >> 1 }
  const out = new Float32Array(half.width * half.height)
  for (let y = 0; y < half.height; y++) {
    for (let x = 0; x < half.width; x++) {
      const i = 2 * y * width + 2 * x
      out[y * half.width + x] =
        (data[i]! + data[i + 1]! + data[i + width]! + data[i + width + 1]!) / 4
    }
  }
  return { ...half, data: out }
}
