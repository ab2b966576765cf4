import { describe, expect, test } from 'vitest'
import { frameOf } from '../../../web/console/job/compare/frame-of.ts'
import { placeResult, wholeOf } from '../../../web/console/job/compare/place-result.ts'
import {
  bounded,
  fitted,
  onScreen,
  tilesInSight,
  zoomed,
} from '../../../web/console/job/compare/view.ts'

const WHOLE = { left: 0, top: 0, width: 4000, height: 3000 }
const FRAME = { width: 800, height: 600 }

describe('a view', () => {
  test('shows everything in the middle, and nothing larger than its pixels', () => {
    expect(fitted(WHOLE, FRAME)).toEqual({ scale: 0.2, x: 2000, y: 1500 })
    expect(fitted({ left: 0, top: 0, width: 80, height: 60 }, FRAME).scale).toBe(1)
  })

  test('zooms around the point under the pointer', () => {
    const at = { x: 200, y: -100 }
    const view = fitted(WHOLE, FRAME)
    const pointed = { x: view.x + at.x / view.scale, y: view.y + at.y / view.scale }
    const near = zoomed(view, 10, at, { whole: WHOLE, frame: FRAME })
    expect(near.scale).toBe(2)
    expect(near.x + at.x / near.scale).toBeCloseTo(pointed.x)
    expect(near.y + at.y / near.scale).toBeCloseTo(pointed.y)
  })

  test('ends at squares of 32 pixels and at all of it', () => {
    const view = fitted(WHOLE, FRAME)
    const around = { whole: WHOLE, frame: FRAME }
    expect(zoomed(view, 1e6, { x: 0, y: 0 }, around).scale).toBe(32)
    expect(zoomed(view, 1e-6, { x: 0, y: 0 }, around)).toEqual(view)
  })

  test('is never moved past an edge', () => {
    expect(bounded({ scale: 1, x: -500, y: 9000 }, WHOLE, FRAME)).toEqual({
      scale: 1,
      x: 400,
      y: 2700,
    })
    expect(bounded({ scale: 0.1, x: 0, y: 0 }, WHOLE, FRAME)).toMatchObject({ x: 2000, y: 1500 })
  })

  test('places a person of the source in the frame', () => {
    const box = { left: 1000, top: 750, width: 400, height: 300 }
    expect(onScreen(box, fitted(WHOLE, FRAME), FRAME)).toEqual({
      left: 200,
      top: 150,
      width: 80,
      height: 60,
    })
  })
})

describe('tiles', () => {
  const levels = [
    { width: 6000, height: 4100 },
    { width: 3000, height: 2050 },
    { width: 1500, height: 1025 },
  ]

  test('are those of the part in sight, of the level that is no coarser than the screen', () => {
    const seen = { left: 1000, top: 600, width: 800, height: 500 }
    expect(tilesInSight(levels, 512, seen, 1)).toEqual({
      level: 0,
      tiles: [1, 2, 3]
        .map((column) => ({
          nth: 12 + column,
          place: { left: 512 * column, top: 512, width: 512, height: 512 },
        }))
        .concat(
          [1, 2, 3].map((column) => ({
            nth: 24 + column,
            place: { left: 512 * column, top: 1024, width: 512, height: 512 },
          })),
        ),
    })
    expect(tilesInSight(levels, 512, seen, 0.5).level).toBe(1)
    expect(tilesInSight(levels, 512, seen, 0.51).level).toBe(0)
  })

  test('of the last column and row are as large as what is left', () => {
    const { tiles } = tilesInSight(levels, 512, { left: 5900, top: 4050, width: 50, height: 50 }, 1)
    expect(tiles).toEqual([
      { nth: 12 * 7 + 11, place: { left: 5632, top: 3584, width: 368, height: 512 } },
      { nth: 12 * 8 + 11, place: { left: 5632, top: 4096, width: 368, height: 4 } },
    ])
  })
})

describe('a result of another size', () => {
  const source = { width: 1000, height: 1000 }

  test('of the same shape lies over all of the source', () => {
    expect(placeResult(source, { width: 500, height: 501 }, {})).toEqual({
      left: 0,
      top: 0,
      ...source,
    })
  })

  test('that was painted outwards lies around it, by the parameters', () => {
    const parameters = {
      input_x: 300,
      input_y: 0,
      input_width: 500,
      input_height: 500,
      crop_input_x: 0,
      crop_input_y: 0,
      crop_input_width: 1000,
      crop_input_height: 1000,
    }
    const job = { recipe: { plan: { steps: [{ feature: 'out-paint', parameters }] } } }
    const place = placeResult(source, { width: 1100, height: 500 }, job)
    expect(place).toEqual({ left: -600, top: 0, width: 2200, height: 1000 })
    expect(wholeOf(source, place)).toEqual({ left: -600, top: 0, width: 2200, height: 1000 })
  })

  test('of a crop that was not put back lies where it was cut out', () => {
    const crop = { left: 100, top: 50, width: 400, height: 600 }
    const trail = { steps: [{ prepared: { preparation: { crop } } }] }
    expect(placeResult(source, { width: 800, height: 1200 }, { trail })).toEqual(crop)
  })

  test('of another shape stands in the middle, also for records that say anything else', () => {
    const middle = { left: 250, top: 0, width: 500, height: 1000 }
    const steps = [{ feature: 'out-paint', parameters: { input_x: 'x' } }]
    for (const job of [{}, { recipe: { plan: { steps } } }]) {
      expect(placeResult(source, { width: 50, height: 100 }, job)).toEqual(middle)
    }
  })
})

describe('the frame of one picture', () => {
  const whole = { width: 4000, height: 3000 }

  test('is all of the stage, but half of it side by side', () => {
    const stage = { width: 1002, height: 700 }
    expect(frameOf(stage, 'divide', whole).frame).toEqual(stage)
    expect(frameOf(stage, 'blink', whole).frame).toEqual(stage)
    const side = frameOf(stage, 'side', whole)
    expect(side).toEqual({ frame: { width: 500, height: 700 }, stacked: false, height: 376 })
  })

  test('stands above the other where the stage is narrow', () => {
    const of = (width: number) => frameOf({ width, height: 602 }, 'side', whole)
    expect(of(600)).toMatchObject({ stacked: false, frame: { height: 602 } })
    expect(of(599)).toEqual({ stacked: true, frame: { width: 599, height: 300 }, height: 899 })
  })
})
