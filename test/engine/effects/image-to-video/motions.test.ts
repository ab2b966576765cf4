import { describe, expect, test } from 'vitest'
import { IMAGE_TO_VIDEO_TEMPLATES } from '../../../../catalog/templates/image-to-video.ts'
import { cameraAt, type View, viewAt } from '../../../../engine/effects/image-to-video/camera-at.ts'
import { MOTIONS } from '../../../../engine/effects/image-to-video/motions.ts'

const FRAMES = 150

test('every template that the engine carries out has a motion, and no other', () => {
  const ids = IMAGE_TO_VIDEO_TEMPLATES.filter(({ isGenerated }) => !isGenerated).map(({ id }) => id)
  expect(Object.keys(MOTIONS).toSorted()).toEqual(ids.toSorted())
})

describe.each(Object.entries(MOTIONS))('%s', (_, motion) => {
  const viewOf = (time: number, depth: number, seconds = 5, aim = 0, top = 0.5): View =>
    viewAt(cameraAt(motion, time, seconds, { aim, top }), motion.dolly ?? 0, depth)

  test.each([
    [5, 0, 0.5],
    [10, 0, 0.5],
    [5, -0.5, -0.5],
    [5, -0.5, -0.4],
    [5, 0.5, 0.5],
  ])('never looks beyond the picture in %d s, aiming at %d, a head at %d', (seconds, aim, top) => {
    for (let nth = 0; nth <= FRAMES; nth++) {
      for (const depth of [0, 0.5, 1]) {
        const { zoom, x, y } = viewOf(nth / FRAMES, depth, seconds, aim, top)
        const room = 0.5 - 0.5 / zoom + 1e-9
        expect(Math.abs(x), `x at ${nth} of ${FRAMES}, depth ${depth}`).toBeLessThanOrEqual(room)
        expect(Math.abs(y), `y at ${nth} of ${FRAMES}, depth ${depth}`).toBeLessThanOrEqual(room)
      }
    }
  })

  test('goes without a jump, and back to its beginning where it loops', () => {
    for (const depth of [0, 1]) {
      for (let nth = 1; nth <= FRAMES; nth++) {
        const [before, after] = [viewOf((nth - 1) / FRAMES, depth), viewOf(nth / FRAMES, depth)]
        for (const name of ['zoom', 'x', 'y'] as const) {
          expect(Math.abs(after[name] - before[name])).toBeLessThan(0.004)
        }
      }
      if (!motion.loops) continue
      const [first, last] = [viewOf(0, depth), viewOf(1, depth)]
      for (const name of ['zoom', 'x', 'y'] as const) expect(last[name]).toBeCloseTo(first[name], 9)
    }
  })
})

test('a zoom leaves a head where it is in the frame', () => {
  const head = -0.42
  const push = MOTIONS['push_in']!
  for (const time of [0, 0.5, 1]) {
    const { zoom, y } = viewAt(cameraAt(push, time, 5, { aim: head }), push.dolly ?? 0, 0)
    expect((head - y) * zoom).toBeCloseTo(head, 9)
  }
})

test('a camera that swings keeps a head in the frame', () => {
  const orbit = MOTIONS['orbit']!
  for (const time of [0, 0.25, 0.5, 0.75, 1]) {
    const { zoom, y } = viewAt(cameraAt(orbit, time, 5, { aim: -0.5 }), orbit.dolly ?? 0, 1)
    expect((-0.465 - y) * zoom).toBeGreaterThan(-0.5)
  }
})

test.each(['rise', 'moonrise'])('%s keeps a head in the frame, and moves all the same', (id) => {
  const motion = MOTIONS[id]!
  const edges = [-0.47, -0.44].map((top) =>
    [0, 0.25, 0.5, 0.75, 1].map((time) => {
      const { zoom, y } = viewAt(cameraAt(motion, time, 5, { top }), 0, 1)
      expect((top - y) * zoom).toBeGreaterThan(-0.5)
      return zoom
    }),
  )
  for (const zooms of edges) expect(zooms.at(-1)! - zooms[0]!).toBeGreaterThan(0.05)
})

test.each(['pan_left', 'pan_right', 'parallax'])(
  '%s keeps the heads of a group, and moves all the same',
  (id) => {
    const motion = MOTIONS[id]!
    const [left, right] = [-0.42, 0.4]
    const views = [0, 0.25, 0.5, 0.75, 1].map((time) =>
      viewAt(cameraAt(motion, time, 5, { left, right }), 0, 1),
    )
    for (const { zoom, x } of views) {
      expect((left - x) * zoom).toBeGreaterThan(-0.5)
      expect((right - x) * zoom).toBeLessThan(0.5)
    }
    expect(Math.abs(views.at(-1)!.x - views[0]!.x)).toBeGreaterThan(0.025)
  },
)

test('a camera goes as far aside as it can where one person is in the middle', () => {
  const pan = MOTIONS['pan_left']!
  expect(cameraAt(pan, 0, 5, { left: -0.1, right: 0.1 })).toEqual(cameraAt(pan, 0, 5))
})

test.each(['rise', 'moonrise', 'orbit'])(
  '%s keeps feet in the frame where they are in the picture',
  (id) => {
    const motion = MOTIONS[id]!
    const [top, bottom] = [-0.25, 0.45]
    const views = [0, 0.25, 0.5, 0.75, 1].map((time) =>
      viewAt(cameraAt(motion, time, 5, { top, bottom, aim: 0.3 }), 0, 1),
    )
    for (const { zoom, y } of views) {
      expect((bottom - y) * zoom).toBeLessThan(0.5)
      expect((top - y) * zoom).toBeGreaterThan(-0.5)
    }
    const places = views.map(({ zoom, y }) => (bottom - y) * zoom)
    expect(Math.max(...places) - Math.min(...places)).toBeGreaterThan(0.005)
  },
)
