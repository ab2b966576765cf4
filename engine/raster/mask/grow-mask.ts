import type { Size } from '../../geometry/size.ts'

/** 1 for each pixel within `by` of one that is set, along rows and columns (dilation by a square). */
export function growMask(mask: Uint8Array, { width, height }: Size, by: number): Uint8Array {
  const out = new Uint8Array(mask.length)
  const [first, last] = setRows(mask, width, height)
  if (last < first) return out
  const reach = Math.min(by, height)
  // Rows of whole words, with as many empty ones above and below as a mask grows.
  const words = Math.ceil(width / 4)
  const rows = last - first + 1 + 2 * reach
  const room = new Int32Array(words * (rows + 2 * reach))
  const bytes = new Uint8Array(room.buffer)
  const fours = foursOf(mask)
  for (let y = first; y <= last; y++) {
    growRow(mask, fours, y * width, width, by, bytes, 4 * words * (y - first + 2 * reach))
  }
  // What is set in 2, 4, 8 … rows from each on; two of the longest that overlap cover the window.
  let window = 1
  for (; window <= reach; window *= 2) join(room, window * words)
  join(room, (2 * reach + 1 - window) * words)
  for (let n = 0; n < rows; n++) {
    const y = first - reach + n
    if (y < 0 || y >= height) continue
    out.set(bytes.subarray(4 * n * words, 4 * n * words + width), y * width)
  }
  return out
}

/** The bytes of a mask four at a time, up to the last whole word; none where they do not lie on words. */
function foursOf({ buffer, byteOffset, length }: Uint8Array): Int32Array {
  return byteOffset % 4 === 0 ? new Int32Array(buffer, byteOffset, length >> 2) : new Int32Array(0)
}

/** The first and the last row in which something is set; the last lies before the first where nothing is. */
function setRows(mask: Uint8Array, width: number, height: number): [number, number] {
  let from = 0
  while (from < mask.length && mask[from] === 0) from++
  let to = mask.length - 1
  while (to >= from && mask[to] === 0) to--
  return to < from ? [height, -1] : [Math.floor(from / width), Math.floor(to / width)]
}

/** Writes a row with everything set that lies within `by` of what is. */
function growRow(
  mask: Uint8Array,
  fours: Int32Array,
  row: number,
  width: number,
  by: number,
  out: Uint8Array,
  start: number,
): void {
  let done = 0
  for (let x = 0; x < width; x++) {
    const at = row + x
    if (mask[at] === 0) {
      // Most of a mask is empty, or set.
      if (at % 4 === 0 && fours[at >> 2] === 0) x += 3
      continue
    }
    const from = Math.max(done, x - by)
    while (x + 1 < width && mask[row + x + 1] !== 0) x++
    done = Math.min(width, x + by + 1)
    out.fill(1, start + from, start + done)
  }
}

/** Sets in each word what is set in the one that lies `by` behind it, too. */
function join(words: Int32Array, by: number): void {
  if (by === 0) return
  for (let at = 0, behind = by; behind < words.length; at++, behind++) {
    words[at] = words[at]! | words[behind]!
  }
}
