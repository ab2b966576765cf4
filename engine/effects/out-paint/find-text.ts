import type { Box } from '../../geometry/box.ts'
import { roundedLuma } from '../../raster/colour/luma.ts'
import { debugMask } from '../../raster/debug.ts'
import { blur } from '../../raster/filter/blur.ts'
import type { Mask, Picture } from '../../raster/picture.ts'
import { groupLetters } from './group-letters.ts'
import { isTwoToned } from './is-two-toned.ts'
import { type Letter, letterOf } from './letter.ts'
import { MAX_COVERED, MAX_SHARE, MIN_CONTRAST, TEXT_ROOM, TEXT_SURROUNDINGS } from './tuning.ts'

/**
 * Where a picture shows writing: rows of connected components with flat colour and strokes of one width, the stroke
 * width taken from a distance transform (Epshtein et al. 2010, "Detecting text in natural scenes with stroke width
 * transform"; Chen et al. 2011 for the distance transform). Light on dark and dark on light, two sizes.
 * @returns boxes around lines of text as a mask; undefined where there is none
 */
export function findText(picture: Picture): Mask | undefined {
  const { width, height, data } = picture
  const luma = new Float32Array(width * height)
  for (let i = 0; i < luma.length; i++) {
    luma[i] = roundedLuma(data[4 * i]!, data[4 * i + 1]!, data[4 * i + 2]!)
  }
  const strokes = new Float32Array(luma.length)
  const lines: Box[] = []
  for (const share of TEXT_SURROUNDINGS) {
    const around = blur(luma, picture, share * Math.max(width, height))
    for (const sign of [1, -1]) {
      for (let i = 0; i < strokes.length; i++) strokes[i] = sign * (luma[i]! - around[i]!)
      const rows = groupLetters(lettersOf(strokes, luma, width))
      lines.push(...rows.filter((row) => isTwoToned(luma, width, row)))
    }
  }
  if (lines.length === 0) return undefined
  const mask = { width, height, data: new Uint8Array(width * height) }
  for (const line of lines) paint(mask, line)
  const covered = mask.data.reduce((sum, level) => sum + (level > 0 ? 1 : 0), 0)
  if (covered > MAX_COVERED * mask.data.length) return undefined
  debugMask('text', mask)
  return mask
}

/** The connected components (four neighbours) above the contrast that could be letters. */
function lettersOf(strokes: Float32Array, luma: Float32Array, width: number): Letter[] {
  const seen = new Uint8Array(strokes.length)
  const most = MAX_SHARE * strokes.length
  const letters: Letter[] = []
  for (let start = 0; start < strokes.length; start++) {
    if (seen[start] || strokes[start]! < MIN_CONTRAST) continue
    const pixels = [start]
    seen[start] = 1
    const take = (k: number): void => {
      if (seen[k] !== 0 || strokes[k]! < MIN_CONTRAST) return
      seen[k] = 1
      pixels.push(k)
    }
    for (let next = 0; next < pixels.length; next++) {
      const i = pixels[next]!
      const x = i % width
      if (x > 0) take(i - 1)
      if (x < width - 1) take(i + 1)
      take(i - width)
      take(i + width)
    }
    const letter = pixels.length < most ? letterOf(pixels, luma, width) : undefined
    if (letter) letters.push(letter)
  }
  return letters
}

function paint({ width, height, data }: Mask, box: Box): void {
  const room = Math.ceil(TEXT_ROOM * box.height)
  const right = Math.min(width, box.left + box.width + room)
  const bottom = Math.min(height, box.top + box.height + room)
  for (let y = Math.max(0, box.top - room); y < bottom; y++) {
    data.fill(255, y * width + Math.max(0, box.left - room), y * width + right)
  }
}
