/** Pixels of a drawn sea. */
export const SEA = { width: 192, height: 108 } as const

/** Hills in haze above a sea of which no wave is where it was, seen by a camera that moved and turned. */
export function drawSea(
  moved: { x: number; y: number; turn: number },
  random: () => number,
): Uint8Array {
  const { width, height } = SEA
  const y = new Uint8Array(width * height)
  const [cos, sin] = [Math.cos(moved.turn), Math.sin(moved.turn)]
  for (let at = 0; at < y.length; at++) {
    const [px, py] = [
      (at % width) - width / 2 - moved.x,
      Math.floor(at / width) - height / 2 - moved.y,
    ]
    const [x, down] = [cos * px + sin * py, cos * py - sin * px]
    const hill = -12 - 9 * Math.cos(x / 23) - 4 * Math.sin(x / 9)
    const isHill = Math.min(1, Math.max(0, down - hill))
    const isSea = Math.min(1, Math.max(0, down - 4))
    const air = 190 - 14 * isHill
    y[at] = air + isSea * (110 + 70 * (random() - 0.5) - air)
  }
  return y
}
