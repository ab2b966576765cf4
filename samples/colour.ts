function channels(hex: string) {
  return [1, 3, 5].map((i) => Number.parseInt(hex.slice(i, i + 2), 16))
}

/** `share` 0 is the first colour, 1 the second; both and the answer are `#rrggbb`. */
export function mixColours(from: string, to: string, share: number): string {
  const target = channels(to)
  const mixed = channels(from).map((value, i) => Math.round(value + (target[i]! - value) * share))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

/** A colour in shadow: darker and a little cooler, as the room's light makes it. */
export function shade(hex: string, share: number) {
  return mixColours(hex, '#1c1420', share)
}

/** A colour in the light of the window: warmer and paler. */
export function light(hex: string, share: number) {
  return mixColours(hex, '#fff4df', share)
}

/** Skin in shadow keeps its blood: it goes to a dark red, not to grey. */
export function skinShade(hex: string, share: number) {
  return mixColours(hex, '#4a1712', share)
}

/** Hair in the light: even black hair gleams brown, not grey. */
export function sheen(hex: string, share: number) {
  return mixColours(hex, '#d3a070', share)
}
