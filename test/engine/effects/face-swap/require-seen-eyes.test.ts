import { expect, test } from 'vitest'
import { EYE_OPENINGS } from '../../../../engine/effects/face-swap/openings.ts'
import { requireSeenEyes } from '../../../../engine/effects/face-swap/require-seen-eyes.ts'
import { SEEN_EYES } from '../../../../engine/effects/face-swap/tuning.ts'
import type { FaceRegion } from '../../../../engine/face/face-region.ts'
import { withArena } from '../../../../engine/raster/arena.ts'
import { FACE } from '../../../../engine/vision/faces/face.ts'
import { donor, painted, swapped, target } from './sitters.ts'

const SIDE = 120
const SKIN = 60
const RADIUS = 12

/** A round face of L* 60 with two round eyes, of which a share is of another L*, the rest as light as the face. */
function face(light: number, share: number): FaceRegion {
  const points = Array.from({ length: 478 }, () => ({ x: 60, y: 60 }))
  const round = (ring: readonly number[], x: number, y: number, radius: number): void => {
    for (const [n, i] of ring.entries()) {
      const angle = (2 * Math.PI * n) / ring.length
      points[i] = { x: x + radius * Math.cos(angle), y: y + radius * Math.sin(angle) }
    }
  }
  round(FACE.oval, 60, 60, 55)
  for (const [n, { rim }] of EYE_OPENINGS.entries()) round(rim, n === 0 ? 40 : 80, 50, RADIUS)
  const l = Float32Array.from({ length: SIDE * SIDE }, (_, i) => {
    const [x, y] = [i % SIDE, Math.floor(i / SIDE)]
    const away = Math.min(Math.hypot(x - 40, y - 50), Math.hypot(x - 80, y - 50))
    return away < RADIUS * Math.sqrt(share) ? light : SKIN
  })
  const size = { width: SIDE, height: SIDE }
  const plane = new Float32Array(l.length)
  const area = { left: 0, top: 0, ...size }
  const lab = { l, a: plane, b: plane }
  return { ...size, area, scale: 1, faceWidth: 110, points, up: { x: 0, y: -1 }, lab }
}

const asked = (light: number, share: number) => () =>
  withArena(() => requireSeenEyes(face(light, share)))

test('eyes are seen that are darker than the face, if only in a quarter of them', () => {
  expect(asked(SKIN * SEEN_EYES.most - 1, 0.5)).not.toThrow()
  expect(asked(SKIN * SEEN_EYES.most + 1, 0.5)).toThrow('65 % as light')
  expect(asked(20, 0.25)).not.toThrow()
  expect(asked(20, 0.15)).toThrow('are not seen')
})

test('a face whose eyes are as light as its skin is not replaced: lenses would be displaced', () => {
  const veiled = painted(target, 'M-24 44 L24 44 L24 58 L-24 58 Z', [225, 180, 150], 0.8)
  expect(() => swapped(veiled, donor)).toThrow('The eyes of the face to be replaced are')
})
