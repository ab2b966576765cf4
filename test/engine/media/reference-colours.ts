/** Light of each channel, 0–1. */
type Light = readonly [number, number, number]

/** From light of other primaries to that of sRGB (CSS Color 4, sample code; Adobe RGB (1998), 4.3.5.3). */
const MATRICES = {
  srgb: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  p3: [
    [1.2249401763, -0.2249401763, 0],
    [-0.0420569547, 1.0420569547, 0],
    [-0.0196375546, -0.0786360456, 1.0982736001],
  ],
  bt2020: [
    [1.660491, -0.5876411, -0.0728499],
    [-0.1245505, 1.1328999, -0.0083494],
    [-0.0181508, -0.1005789, 1.1187297],
  ],
  adobe: [
    [1.3982832, -0.3982832, 0],
    [0, 1, 0],
    [0, -0.0429383, 1.0429383],
  ],
} as const

/** The light of a level, 0–255, by the curve of sRGB (IEC 61966-2-1) or a power. */
export function lightOf(level: number, gamma?: number): number {
  const value = level / 255
  if (gamma !== undefined) return value ** gamma
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

/** The level, 0–255 and not whole, at which sRGB shows some light. */
export function levelOf(light: number): number {
  const shown = Math.min(1, Math.max(0, light))
  return 255 * (shown <= 0.0031308 ? 12.92 * shown : 1.055 * shown ** (1 / 2.4) - 0.055)
}

/** What levels of another space are in sRGB. */
export function inSrgb(
  levels: readonly number[],
  space: keyof typeof MATRICES,
  gamma?: number,
): number[] {
  const light = levels.map((level) => lightOf(level, gamma)) as unknown as Light
  return MATRICES[space].map((row) =>
    levelOf(row.reduce((sum: number, share, n) => sum + share * light[n]!, 0)),
  )
}
