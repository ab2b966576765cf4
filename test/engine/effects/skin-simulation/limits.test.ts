import { describe, expect, test } from 'vitest'
import type { SkinConcerns } from '../../../../catalog/features/skin-simulation.ts'
import { findTextureSources } from '../../../../engine/effects/skin-simulation/find-texture-sources.ts'
import {
  editAtHalfSize,
  type LightnessLayer,
} from '../../../../engine/effects/skin-simulation/lightness-layer.ts'
import { restoreTexture } from '../../../../engine/effects/skin-simulation/restore-texture.ts'
import type { FaceRegion } from '../../../../engine/face/face-region.ts'
import type { RetouchState } from '../../../../engine/face/retouch/retouch-state.ts'
import type { Component } from '../../../../engine/raster/mask/find-components.ts'
import { seededRandom } from '../../../../engine/raster/seeded-random.ts'

// Both sides of limits that no picture of the sheet is near.

describe('the source of texture for a blemish', () => {
  const [width, height] = [241, 241]
  const middle = 120 * width + 120
  /** Of this width of a face a spot of one pixel is healed within 20 pixels. */
  const faceWidth = 20 / 0.014

  /** How far from a spot in the middle its source lies, where the skin is sound from a distance on. */
  function distanceTo(from: number, soundness = 1): number {
    const sound = Float32Array.from({ length: width * height }, (_, at) =>
      Math.hypot((at % width) - 120, Math.floor(at / width) - 120) < from ? 0 : soundness,
    )
    const spot = { pixels: [middle] } as unknown as Component
    const region = { width, height, faceWidth } as FaceRegion
    return findTextureSources([spot], sound, new Float32Array(sound.length), region)[middle]!
  }

  test.each([
    [21, 42],
    [35, 56],
    [51, 72],
    [64, 0],
  ])('around which %i pixels are unsound lies %i pixels beside it', (from, distance) => {
    expect(distanceTo(from)).toBe(distance)
  })

  test('is 0.93 sound', () => {
    expect(distanceTo(21, 0.931)).toBe(42)
    expect(distanceTo(21, 0.929)).toBe(0)
  })

  test('reaches as far beyond it as it is healed', () => {
    const spot = { pixels: [middle] } as unknown as Component
    const plane = new Float32Array(width * height).fill(1)
    const region = { width, height, faceWidth } as FaceRegion
    const offsets = findTextureSources([spot], plane, plane, region)
    expect([offsets[middle + 20], offsets[middle + 21]]).toEqual([42, 0])
  })
})

test('lightness is edited at half the size where its finest blur has 1.6 pixels', () => {
  const widthFor = (faceWidth: number): number => {
    const geometry = { width: 16, height: 16, faceWidth, scale: 1, points: [] }
    const [l, original, clear] = [0, 0, 1].map((value) => new Float32Array(256).fill(value))
    let width = 0
    editAtHalfSize(
      { geometry, l, original, clear } as unknown as LightnessLayer,
      0.016,
      (layer) => {
        width = layer.geometry.width
      },
    )
    return width
  }
  expect(widthFor(99)).toBe(16)
  expect(widthFor(101)).toBe(8)
})

describe('texture that is restored', () => {
  const size = { width: 32, height: 32, faceWidth: 200, scale: 1, points: [] }
  const random = seededRandom(7)
  const grain = Float32Array.from({ length: 32 * 32 }, () => 60 + 4 * random())

  /** The lightness of skin without any texture left, of which such concerns restore some. */
  function restored(asked: SkinConcerns): Float32Array {
    const l = new Float32Array(grain.length).fill(62)
    const masks = { clear: new Float32Array(grain.length).fill(1) }
    const state = { region: { ...size, lab: { l: grain } }, masks, lab: { l } }
    restoreTexture(state as unknown as RetouchState, asked)
    return l
  }

  const ALL = { wrinkle: 1, radiance: 1, oiliness: 1, acne: 1, pores: 1, texture: 1 } as const

  test('is that of single concerns up to two of them', () => {
    const one = restored({ acne: 1 })
    expect(restored({ acne: 1, wrinkle: 1 })).toEqual(one)
    expect(restored({ acne: 1, wrinkle: 1, spots: 0.1 })).not.toEqual(one)
  })

  test('is that of all concerns from seven of them on', () => {
    const seven = restored({ ...ALL, spots: 1 })
    expect(restored({ ...ALL, spots: 1, redness: 1 })).toEqual(seven)
    expect(restored({ ...ALL, spots: 0.9 })).not.toEqual(seven)
  })
})
