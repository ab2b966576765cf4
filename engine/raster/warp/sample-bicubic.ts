import { catmullRomWeights } from '../../geometry/catmull-rom.ts'

const wx = new Float64Array(4)
const wy = new Float64Array(4)

/**
 * Catmull-Rom interpolation (bicubic, a = -0.5; Keys 1981) at (x, y): writes four channels into `out`. Pixel centres
 * lie at whole numbers; edges repeat. At hard edges the values may leave 0-255 a little.
 * @param data RGBA, premultiplied if any pixel is transparent
 */
export function sampleBicubic(
  data: Uint8ClampedArray,
  width: number,
  height: number,
  x: number,
  y: number,
  out: Float64Array,
): void {
  const x0 = Math.floor(x)
  const y0 = Math.floor(y)
  catmullRomWeights(x - x0, wx)
  catmullRomWeights(y - y0, wy)
  let r = 0
  let g = 0
  let b = 0
  let a = 0
  for (let j = 0; j < 4; j++) {
    const yy = y0 - 1 + j
    const row = (yy < 0 ? 0 : yy >= height ? height - 1 : yy) * width
    for (let i = 0; i < 4; i++) {
      const xx = x0 - 1 + i
      const at = (row + (xx < 0 ? 0 : xx >= width ? width - 1 : xx)) * 4
      const w = wx[i]! * wy[j]!
      r += w * data[at]!
      g += w * data[at + 1]!
      b += w * data[at + 2]!
      a += w * data[at + 3]!
    }
  }
  out[0] = r
  out[1] = g
  out[2] = b
  out[3] = a
}
