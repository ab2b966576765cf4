import { decodePicture } from '../../engine/media/decode-picture.ts'
import type { Picture } from '../../engine/raster/picture.ts'
import {
  type Displacement,
  forEachMovedPixel,
  identityDisplacement,
} from '../../engine/raster/warp/displacement.ts'
import { warp } from '../../engine/raster/warp/warp.ts'
import { type Megapixels, pictureOf } from './engine-pictures.ts'
import { median } from './median.ts'
import { type Mat, type OpenCv, openCv } from './open-cv.ts'

/** Moves every pixel of a picture by the same field, with our bicubic warp and with OpenCV's remap. */
export async function againstOpenCv(rivals: NodeJS.Require, runs: number): Promise<void> {
  const { cv } = await openCv(rivals)
  console.log(`\na warp of every pixel, ms, medians of ${runs}; OpenCV by ours`)
  for (const megapixels of [2, 12] satisfies Megapixels[]) {
    const picture = await decodePicture(await pictureOf('portrait', megapixels))
    const field = waveField(picture)
    const area = { left: 0, top: 0, width: picture.width, height: picture.height }
    let warped = picture
    const own = timed(runs, () => {
      warped = warp(picture, field, area)
    })
    const line = (name: string, ms: number) =>
      `${name.padEnd(36)}${String(megapixels).padStart(2)} MP${ms.toFixed(0).padStart(7)} ms`
    console.log(line('ours, bicubic, from the grid', own))
    for (const [name, kind] of [
      ['bicubic', cv.INTER_CUBIC],
      ['bilinear', cv.INTER_LINEAR],
    ] as const) {
      const { maps, remap, unlike } = remapTimes(cv, picture, field, warped, kind, runs)
      const all = ((maps + remap) / own).toFixed(2)
      const far = `mean difference ${unlike.toFixed(2)} of 255`
      console.log(`${line(`OpenCV ${name}, maps given`, remap)}  ${(remap / own).toFixed(2)} ×`)
      console.log(`${line(`OpenCV ${name}, from the grid`, maps + remap)}  ${all} ×  ${far}`)
    }
  }
}

function remapTimes(
  cv: OpenCv,
  { width, height, data }: Picture,
  field: Displacement,
  ours: Picture,
  kind: number,
  runs: number,
): { maps: number; remap: number; unlike: number } {
  const source = cv.matFromArray(height, width, cv.CV_8UC4, data)
  const result = new cv.Mat()
  let maps: Mat[] = []
  const mapping = timed(runs, () => {
    for (const map of maps) map.delete()
    maps = fullMaps(field, width, height).map((map) =>
      cv.matFromArray(height, width, cv.CV_32FC1, map),
    )
  })
  const [x, y] = maps
  const remap = timed(runs, () =>
    cv.remap(source, result, x!, y!, kind, cv.BORDER_REPLICATE, new cv.Scalar()),
  )
  const unlike = meanDifference(ours.data, result.data)
  for (const mat of [source, result, ...maps]) mat.delete()
  return { maps: mapping, remap, unlike }
}

/** Waves of six pixels: every pixel moves, and between pixels. */
function waveField({ width, height }: Picture): Displacement {
  const field = identityDisplacement(width, height, 8)
  for (let i = 0; i < field.dx.length; i++) {
    const [column, row] = [i % field.cols, Math.floor(i / field.cols)]
    field.dx[i] = 6 * Math.sin(row / 9) + 0.3
    field.dy[i] = 6 * Math.cos(column / 9) + 0.3
  }
  return field
}

function fullMaps(field: Displacement, width: number, height: number): Float32Array[] {
  const x = new Float32Array(width * height)
  const y = new Float32Array(width * height)
  forEachMovedPixel(field, width, height, (px, py, dx, dy) => {
    x[py * width + px] = px + dx
    y[py * width + px] = py + dy
  })
  return [x, y]
}

function timed(runs: number, work: () => void): number {
  const times: number[] = []
  for (let run = 0; run <= runs; run++) {
    const start = performance.now()
    work()
    if (run > 0) times.push(performance.now() - start)
  }
  return median(times)
}

function meanDifference(a: Uint8ClampedArray, b: Uint8Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += Math.abs(a[i]! - b[i]!)
  return sum / a.length
}
