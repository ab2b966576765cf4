import { expect, test } from 'vitest'
import { netsOfShare } from '../../../../engine/vision/user-models/nets-of-share.ts'
import type { UserNet, Vision } from '../../../../engine/vision/vision.ts'
import { redInpainting } from '../../red-inpainting.ts'

const { net: red } = redInpainting()
const blue = { ...red, manifest: { ...red.manifest, file: 'blue.onnx', sha256: 'b'.repeat(64) } }
const vision = { userNets: [red, blue] as UserNet[] } as unknown as Vision
const useOf = ({ manifest: { file, sha256 } }: UserNet) => ({ file, sha256 })

test('a segment is made with the networks of the survey alone', () => {
  const share = { make: 'segment', models: [useOf(blue)] }
  expect(netsOfShare(vision, share).userNets).toEqual([blue])
  expect(netsOfShare(vision, { make: 'segment' }).userNets).toEqual([])
})

test('another file of the same name is none of them, and is told in words', () => {
  const other = { file: 'red.onnx', sha256: 'c'.repeat(64) }
  expect(() => netsOfShare(vision, { make: 'segment', models: [other] })).toThrow(
    /begun with the model red\.onnx of SHA-256 cccccccccccc….*files have changed meanwhile/,
  )
})

test('everything else has all of them', () => {
  expect(netsOfShare(vision, undefined)).toBe(vision)
  expect(netsOfShare(vision, { make: 'whole' })).toBe(vision)
})
