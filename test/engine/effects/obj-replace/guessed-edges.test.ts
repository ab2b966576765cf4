import { describe, expect, it } from 'vitest'
import { guessedEdges } from '../../../../engine/effects/obj-replace/guessed-edges.ts'
import { GUESSED_EDGES } from '../../../../engine/effects/obj-replace/tuning.ts'
import type { Mask, Picture } from '../../../../engine/raster/picture.ts'
import { seededRandom } from '../../../../engine/raster/seeded-random.ts'

const SIZE = { width: 200, height: 200 }

/** A wall above a lower ground that is darker by so many levels; grain of so many levels. */
function groundsOf(darker: number, grain = 4): Picture {
  const random = seededRandom()
  const data = new Uint8ClampedArray(4 * SIZE.width * SIZE.height).fill(255)
  for (let i = 0; i < SIZE.width * SIZE.height; i++) {
    const level = (i < 100 * SIZE.width ? 190 : 190 - darker) + grain * (random() - 0.5)
    data.set([level, level, 180], 4 * i)
  }
  return { ...SIZE, data }
}

const round: Mask = {
  ...SIZE,
  data: Uint8Array.from({ length: SIZE.width * SIZE.height }, (_, i) =>
    Math.hypot((i % SIZE.width) - 100, Math.floor(i / SIZE.width) - 100) < 50 ? 255 : 0,
  ),
}

const none = new Uint8Array(SIZE.width * SIZE.height)

/** Where a line was continued, so many rows from the edge of the grounds. */
function lineAt(row: number): Uint8Array {
  return none.map((_, i) => (Math.floor(i / SIZE.width) === 100 + row ? 1 : 0))
}

describe('guessed edges', () => {
  it('are about 2 for each pixel of the outline where one crosses a round hole', () => {
    const edges = guessedEdges(groundsOf(120), round, none)
    expect(edges).toBeGreaterThan(1.6)
    expect(edges).toBeLessThan(3)
  })

  it('are none on one ground, nor where grounds differ less than an edge does', () => {
    expect(guessedEdges(groundsOf(0), round, none)).toBe(0)
    expect(guessedEdges(groundsOf(0, 40), round, none)).toBe(0)
    expect(guessedEdges(groundsOf(GUESSED_EDGES.strong - 4, 0), round, none)).toBe(0)
    expect(guessedEdges(groundsOf(GUESSED_EDGES.strong + 8, 0), round, none)).toBeGreaterThan(0.5)
  })

  it('are none where a line of the picture was continued, and others where that lies elsewhere', () => {
    expect(guessedEdges(groundsOf(120), round, lineAt(0))).toBe(0)
    expect(guessedEdges(groundsOf(120), round, lineAt(GUESSED_EDGES.beside + 6))).toBeGreaterThan(
      1.6,
    )
  })

  it('are none without a mask', () => {
    expect(guessedEdges(groundsOf(120), { ...SIZE, data: none }, none)).toBe(0)
  })
})
