import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeOf } from '../../../../catalog/code-of.ts'
import { Fault } from '../../../../catalog/fault.ts'
import { findFeature } from '../../../../catalog/features.ts'
import { type Engine, openEngine } from '../../../../engine/perform.ts'
import { bust } from '../../../../samples/bust.ts'

const SIZE = { width: 480, height: 540, face: 0.29 } as const

let engine: Engine
beforeAll(() => {
  engine = openEngine()
})
afterAll(() => engine?.close())

test.each([60, 95])(
  'error_insufficient_landmarks: long hair before cloth of its colour, at quality %i',
  async (quality) => {
    const look = { hairCut: 'long', hair: '#8d4a63' } as const
    const [src, ref] = await Promise.all([bust('kofi', SIZE), bust('maren', { ...SIZE, look })])
    const files = {
      src: await sharp(src.png).jpeg({ quality: 92 }).toBuffer(),
      ref: await sharp(ref.png).jpeg({ quality }).toBuffer(),
    }
    const request = { feature: 'hair-transfer', stage: 'effect', params: {}, files } as const
    const fault = await engine.perform(request).catch((error: unknown) => error)
    expect(fault).toBeInstanceOf(Fault)
    expect(codeOf(findFeature('hair-transfer')!, fault as Fault)).toBe(
      'error_insufficient_landmarks',
    )
  },
  30_000,
)
