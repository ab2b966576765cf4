import type { Size } from '../../../../engine/geometry/size.ts'

/** A rectangle in pixels of the source. */
export type Place = Size & { left: number; top: number }

/** How pictures are looked at: screen pixels for one of the source, and which point of it is in the middle. */
export type View = { scale: number; x: number; y: number }

/** The largest scale: single pixels are squares of 32. */
const LARGEST = 32

/** The scale at which all of `whole` is seen in a frame, never larger than single pixels. */
export function fitScale(whole: Size, frame: Size): number {
  if (frame.width <= 0 || frame.height <= 0) return 1
  return Math.min(1, frame.width / whole.width, frame.height / whole.height)
}

/** Everything, in the middle of a frame. */
export function fitted(whole: Place, frame: Size): View {
  const { left, top, width, height } = whole
  return { scale: fitScale(whole, frame), x: left + width / 2, y: top + height / 2 }
}

/** `view` with no more emptiness than there must be: what is smaller than the frame stands in its middle. */
export function bounded({ scale, x, y }: View, whole: Place, frame: Size): View {
  const within = (at: number, from: number, length: number, seen: number): number =>
    length <= seen
      ? from + length / 2
      : Math.min(from + length - seen / 2, Math.max(from + seen / 2, at))
  return {
    scale,
    x: within(x, whole.left, whole.width, frame.width / scale),
    y: within(y, whole.top, whole.height, frame.height / scale),
  }
}

/**
 * Zooms by a factor, so that the point under `at` stays where it is.
 * @param at in screen pixels from the middle of the frame
 */
export function zoomed(
  view: View,
  factor: number,
  at: { x: number; y: number },
  { whole, frame }: { whole: Place; frame: Size },
): View {
  const least = fitScale(whole, frame)
  const scale = Math.min(LARGEST, Math.max(least, view.scale * factor))
  const x = view.x + at.x / view.scale - at.x / scale
  const y = view.y + at.y / view.scale - at.y / scale
  return bounded({ scale, x, y }, whole, frame)
}

/** Where a rectangle of the source lies in the frame. */
export function onScreen(place: Place, { scale, x, y }: View, frame: Size): Place {
  return {
    left: frame.width / 2 + (place.left - x) * scale,
    top: frame.height / 2 + (place.top - y) * scale,
    width: place.width * scale,
    height: place.height * scale,
  }
}

/** The smallest rectangle around two. */
export function around(one: Place, other: Place): Place {
  const left = Math.min(one.left, other.left)
  const top = Math.min(one.top, other.top)
  return {
    left,
    top,
    width: Math.max(one.left + one.width, other.left + other.width) - left,
    height: Math.max(one.top + one.height, other.top + other.height) - top,
  }
}

/** The level whose pixels are no larger than the screen's, and the tiles of it that a part of the picture needs. */
export function tilesInSight(
  levels: readonly Size[],
  side: number,
  seen: Place,
  screenScale: number,
): { level: number; tiles: { nth: number; place: Place }[] } {
  const [whole] = levels
  if (!whole) return { level: 0, tiles: [] }
  let level = 0
  while (level + 1 < levels.length && levels[level + 1]!.width / whole.width >= screenScale) level++
  const size = levels[level]!
  const shrunk = whole.width / size.width
  const columns = Math.ceil(size.width / side)
  const rows = Math.ceil(size.height / side)
  const range = (from: number, length: number, count: number): number[] => {
    const first = Math.max(0, Math.floor(from / shrunk / side))
    const last = Math.min(count - 1, Math.floor((from + length) / shrunk / side))
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at)
  }
  const tiles = range(seen.top, seen.height, rows).flatMap((row) =>
    range(seen.left, seen.width, columns).map((column) => ({
      nth: row * columns + column,
      place: {
        left: column * side * shrunk,
        top: row * side * shrunk,
        width: Math.min(side, size.width - column * side) * shrunk,
        height: Math.min(side, size.height - row * side) * shrunk,
      },
    })),
  )
  return { level, tiles }
}
