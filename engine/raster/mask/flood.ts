/**
 * The pixels that are connected to a first one over values of `low` or more, in the order in which they are reached.
 * @param neighbours of a pixel: 4 beside it, or the 8 around it
 * @param seen 1 for pixels that are not looked at; those that are reached become 1
 */
export function flood(
  signal: Float32Array,
  width: number,
  start: number,
  low: number,
  neighbours: 4 | 8,
  seen: Uint8Array,
): number[] {
  const pixels = [start]
  seen[start] = 1
  for (let next = 0; next < pixels.length; next++) {
    const at = pixels[next]!
    const x = at % width
    const first = x > 0 ? -1 : 0
    const last = x + 1 < width ? 1 : 0
    const bottom = Math.min(signal.length - 1, at + width)
    for (let middle = at < width ? at : at - width; middle <= bottom; middle += width) {
      const isBeside = neighbours === 8 || middle === at
      for (
        let to = isBeside ? middle + first : middle, end = isBeside ? middle + last : middle;
        to <= end;
        to++
      ) {
        if (seen[to] !== 0 || signal[to]! < low) continue
        seen[to] = 1
        pixels.push(to)
      }
    }
  }
  return pixels
}
