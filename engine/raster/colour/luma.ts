/** The luma of levels of red, green and blue, in their unit (ITU-R BT.601). */
export function luma(red: number, green: number, blue: number): number {
  return 0.299 * red + 0.587 * green + 0.114 * blue
}

/** About the luma, by rounded weights: lines and grounds are told by it. */
export function roundedLuma(red: number, green: number, blue: number): number {
  return 0.3 * red + 0.6 * green + 0.1 * blue
}
