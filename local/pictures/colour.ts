const channels = (hex: string) => [1, 3, 5].map((i) => Number.parseInt(hex.slice(i, i + 2), 16))

/** `share` 0 is the first colour, 1 the second; both and the answer are `#rrggbb`. */
export function mix(from: string, to: string, share: number): string {
  const target = channels(to)
  const mixed = channels(from).map((value, i) => Math.round(value + (target[i]! - value) * share))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

/** A colour in shadow: darker and a little cooler, as the room's light makes it. */
export const shade = (hex: string, share: number) => mix(hex, '#1c1420', share)

/** A colour in the light of the window: warmer and paler. */
export const light = (hex: string, share: number) => mix(hex, '#fff4df', share)

/** Skin in shadow keeps its blood: it goes to a dark red, not to grey. */
export const skinShade = (hex: string, share: number) => mix(hex, '#4a1712', share)

/** Hair in the light: even black hair gleams brown, not grey. */
export const sheen = (hex: string, share: number) => mix(hex, '#d3a070', share)
