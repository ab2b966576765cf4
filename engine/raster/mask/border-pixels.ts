import type { Size } from '../../geometry/size.ts'

/** The indices of a plane's outermost pixels, those of the corners twice: where floods from outside begin. */
export function borderPixels({ width, height }: Size): number[] {
  const all: number[] = []
  for (let x = 0; x < width; x++) all.push(x, (height - 1) * width + x)
  for (let y = 0; y < height; y++) all.push(y * width, y * width + width - 1)
  return all
}
