import type { Box } from '../geometry/box.ts'
import type { Size } from '../geometry/size.ts'

/**
 * How the pixels of a file lie, by its EXIF orientation (CIPA DC-008, tag 274): first mirrored along the diagonal
 * (`swapped`), then along the width, then along the height.
 */
type Lie = { swapped: boolean; mirroredX: boolean; mirroredY: boolean }

function lieOf(orientation: number): Lie {
  return {
    swapped: orientation >= 5 && orientation <= 8,
    mirroredX: [2, 3, 7, 8].includes(orientation),
    mirroredY: [3, 4, 6, 7].includes(orientation),
  }
}

/** The size of the pixels in a file, of a picture's size when it is upright; the reverse is the same. */
export function storedSize({ width, height }: Size, orientation: number): Size {
  return lieOf(orientation).swapped ? { width: height, height: width } : { width, height }
}

/** Where a part of an upright picture of a size lies among the pixels of its file. */
export function storedBox(box: Box, upright: Size, orientation: number): Box {
  const { swapped, mirroredX, mirroredY } = lieOf(orientation)
  const size = storedSize(upright, orientation)
  const { left, top, width, height } = swapped
    ? { left: box.top, top: box.left, width: box.height, height: box.width }
    : box
  return {
    left: mirroredX ? size.width - left - width : left,
    top: mirroredY ? size.height - top - height : top,
    width,
    height,
  }
}

/** An upright picture's pixels as they lie in a file of an orientation; `data` has `channels` values a pixel. */
export function toStoredOrientation<T extends Uint8Array | Uint8ClampedArray>(
  data: T,
  upright: Size,
  channels: number,
  orientation: number,
): T {
  return turned(data, upright, channels, orientation, (at, from) => [at, from])
}

/** The reverse of {@link toStoredOrientation}; `upright` is the size of what it gives. */
export function toUpright<T extends Uint8Array | Uint8ClampedArray>(
  data: T,
  upright: Size,
  channels: number,
  orientation: number,
): T {
  return turned(data, upright, channels, orientation, (at, from) => [from, at])
}

function turned<T extends Uint8Array | Uint8ClampedArray>(
  data: T,
  upright: Size,
  channels: number,
  orientation: number,
  direction: (stored: number, upright: number) => [to: number, from: number],
): T {
  if (orientation < 2 || orientation > 8) return data
  const { swapped, mirroredX, mirroredY } = lieOf(orientation)
  const { width, height } = storedSize(upright, orientation)
  const result = data.slice() as T
  for (let y = 0; y < upright.height; y++) {
    for (let x = 0; x < upright.width; x++) {
      const [across, down] = swapped ? [y, x] : [x, y]
      const storedX = mirroredX ? width - 1 - across : across
      const storedY = mirroredY ? height - 1 - down : down
      const [to, from] = direction(
        (storedY * width + storedX) * channels,
        (y * upright.width + x) * channels,
      )
      for (let c = 0; c < channels; c++) result[to + c] = data[from + c]!
    }
  }
  return result
}
