import { describe, expect, it } from 'vitest'
import { continueLines } from '../../../engine/fill/continue-lines.ts'
import { fullSizeLevel, KNOWN, type Level } from '../../../engine/fill/level.ts'

const SIZE = { width: 420, height: 160 }
/** The row of a horizon: light above, dark below. */
const HORIZON = 80

type Is = (x: number) => boolean

/** A view with a horizon, and a hole across it; a person beside the hole, who is not filled. */
function viewWith(isHole: Is, isPerson: Is = () => false, lightAt = (_: number) => 0): Level {
  const data = new Uint8ClampedArray(4 * SIZE.width * SIZE.height).fill(255)
  const [target, occluded] = [0, 0].map(() => new Uint8Array(SIZE.width * SIZE.height))
  for (let i = 0; i < target!.length; i++) {
    const [x, y] = [i % SIZE.width, Math.floor(i / SIZE.width)]
    const level = (y < HORIZON ? 190 : 110) + lightAt(x)
    data.fill(level, 4 * i, 4 * i + 3)
    const isAcross = y > 30 && y < 130
    target![i] = isAcross && isHole(x) ? 1 : 0
    occluded![i] = isAcross && (isHole(x) || isPerson(x)) ? 1 : 0
  }
  return fullSizeLevel({ ...SIZE, data }, occluded!, target!)
}

/** The columns of a hole in which the horizon is drawn, from 0 to 1. */
function drawnShare({ state }: Level, isHole: Is): number {
  const columns = Array.from({ length: SIZE.width }, (_, x) => x).filter(isHole)
  const drawn = columns.filter((x) => state[HORIZON * SIZE.width + x] === KNOWN)
  return drawn.length / columns.length
}

describe('a line that leads into a hole', () => {
  const isAtEdge: Is = (x) => x < 200
  const isInside: Is = (x) => x > 60 && x < 160

  it('goes on to the edge of the picture where it can come out nowhere else', () => {
    const [hole, rim] = [viewWith(isAtEdge), viewWith(isAtEdge)]
    continueLines(hole, 'hole')
    continueLines(rim, 'rim')
    expect(drawnShare(hole, isAtEdge)).toBe(1)
    expect(drawnShare(rim, isAtEdge)).toBeLessThan(0.6)
  })

  it('is joined with what is seen of it beyond a person', () => {
    const isPerson: Is = (x) => x >= 160 && x < 300
    const level = viewWith(isInside, isPerson)
    continueLines(level, 'hole')
    expect(drawnShare(level, isInside)).toBe(1)
  })

  it('is joined where the other side has less light', () => {
    const level = viewWith(isInside, undefined, (x) => (x < 110 ? 0 : -40))
    continueLines(level, 'hole')
    const [before, after] = [90, 130].map((x) => level.rgb[3 * ((HORIZON - 3) * SIZE.width + x)]!)
    expect(drawnShare(level, isInside)).toBe(1)
    // It darkens from end to end; two that meet have a step in the middle, 190 and 150.
    expect(before).toBeLessThan(188)
    expect(after).toBeGreaterThan(152)
  })
})
