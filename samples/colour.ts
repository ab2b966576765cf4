function channels(hex: string) {
  return [1, 3, 5].map((i) => Number.parseInt(hex.slice(i, i + 2), 16))
}

/** The luma of a `#rrggbb` colour, 0–1 (ITU-R BT.601). */
export function lightnessOf(hex: string): number {
  const [red = 0, green = 0, blue = 0] = channels(hex)
  return (0.299 * red + 0.587 * green + 0.114 * blue) / 255
}

/** Mixes two `#rrggbb` colours. `share` 0 is the first, 1 the second. */
export function mixColours(from: string, to: string, share: number): string {
  const target = channels(to)
  const mixed = channels(from).map((value, i) => Math.round(value + (target[i]! - value) * share))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

/** A colour in shadow: darker and a little cooler, as in the room. */
export function shade(hex: string, share: number) {
  return mixColours(hex, '#1c1420', share)
}

/** A colour in the light of the window: warmer and paler. */
export function light(hex: string, share: number) {
  return mixColours(hex, '#fff4df', share)
}

/** Skin in shadow turns dark red and not grey, because of the blood under it. */
export function skinShade(hex: string, share: number) {
  return mixColours(hex, '#4a1712', share)
}

/** Hair in the light: even black hair shines brown and not grey. */
export function sheen(hex: string, share: number) {
  return mixColours(hex, '#d3a070', share)
}
