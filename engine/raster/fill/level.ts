/** What a pixel is to the fill: its colour is known, it is to be invented, or it is neither source nor goal. */
export const KNOWN = 0
export const WANTED = 1
export const HIDDEN = 2

/** One size of the picture being filled: packed RGB bytes and a state for each pixel. */
export type Level = {
  width: number
  height: number
  /** Pixels of the full size to one of this level. */
  scale: number
  rgb: Uint8ClampedArray
  state: Uint8Array
  /** How far a pixel's colour is to be believed: 1 known, less with each pixel away from what is known, 0 hidden. */
  trust: Float32Array
}

/** What is left of the trust one pixel further in. */
const WANING = 0.72

/** Half the size. A small pixel is wanted if any of its four is, known if all are, else hidden. */
export function halve({ width, height, scale, rgb, state }: Level): Level {
  const w = Math.max(1, width >> 1)
  const h = Math.max(1, height >> 1)
  const small = new Uint8ClampedArray(w * h * 3)
  const states = new Uint8Array(w * h)
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const a = 2 * y * width + 2 * x
      const four = [a, a + (width > 1 ? 1 : 0), a + (height > 1 ? width : 0), 0]
      four[3] = four[2]! + (width > 1 ? 1 : 0)
      const some = four.map((i) => state[i]!)
      const at = y * w + x
      states[at] = some.includes(WANTED) ? WANTED : some.includes(HIDDEN) ? HIDDEN : KNOWN
      for (let c = 0; c < 3; c++) {
        small[at * 3 + c] = four.reduce((sum, i) => sum + rgb[i * 3 + c]!, 0) / 4
      }
    }
  }
  return {
    width: w,
    height: h,
    scale: 2 * scale,
    rgb: small,
    state: states,
    trust: new Float32Array(w * h),
  }
}

/** Which pixels can stand in the middle of a (2r+1)² patch made of known pixels only: 1 yes. */
export function sources({ width, height, state }: Level, r: number): Uint8Array {
  const bad = new Int32Array((width + 1) * (height + 1))
  for (let y = 0; y < height; y++) {
    let row = 0
    for (let x = 0; x < width; x++) {
      row += state[y * width + x] === KNOWN ? 0 : 1
      bad[(y + 1) * (width + 1) + x + 1] = bad[y * (width + 1) + x + 1]! + row
    }
  }
  const good = new Uint8Array(width * height)
  for (let y = r; y < height - r; y++) {
    for (let x = r; x < width - r; x++) {
      const t = (y - r) * (width + 1)
      const b = (y + r + 1) * (width + 1)
      const count = bad[b + x + r + 1]! - bad[b + x - r]! - bad[t + x + r + 1]! + bad[t + x - r]!
      good[y * width + x] = count === 0 ? 1 : 0
    }
  }
  return good
}

/** Guesses wanted pixels as the mean of their nearest coloured neighbours, ring after ring inwards; sets `trust`. */
export function peel(level: Level): void {
  const { width, height, rgb, state, trust } = level
  for (let i = 0; i < trust.length; i++) trust[i] = state[i] === KNOWN ? 1 : 0
  let waned = 1
  let rest = [...state.keys()].filter((i) => state[i] === WANTED)
  while (rest.length > 0) {
    const ring: number[] = []
    const later: number[] = []
    for (const i of rest) (guess(i) ? ring : later).push(i)
    if (ring.length === 0) return
    waned = Math.max(0.02, waned * WANING)
    for (const i of ring) trust[i] = waned
    rest = later
  }

  function guess(i: number): boolean {
    const x = i % width
    const y = (i - x) / width
    let count = 0
    const sum = [0, 0, 0]
    for (let yy = Math.max(0, y - 1); yy <= Math.min(height - 1, y + 1); yy++) {
      for (let xx = Math.max(0, x - 1); xx <= Math.min(width - 1, x + 1); xx++) {
        const k = yy * width + xx
        if (trust[k] === 0) continue
        count++
        for (let c = 0; c < 3; c++) sum[c] = sum[c]! + rgb[k * 3 + c]!
      }
    }
    if (count > 0) for (let c = 0; c < 3; c++) rgb[i * 3 + c] = sum[c]! / count
    return count > 0
  }
}
