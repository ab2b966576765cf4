import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { Fault } from '../../../../catalog/failures/fault.ts'
import { lookVto } from '../../../../catalog/features/look-vto.ts'
import { requirePaintableFace } from '../../../../engine/effects/look-vto/require-paintable.ts'
import type { Face } from '../../../../engine/vision/faces/face.ts'
import { type DrawnFace, drawFace } from '../../face/draw-face.ts'
import { faceIn } from '../../face/face-in.ts'

let drawn: DrawnFace
let face: Face
beforeAll(async () => {
  drawn = await drawFace()
  face = await faceIn(drawn.picture)
})

function codeFor(faces: Face[], picture = drawn.picture) {
  try {
    requirePaintableFace(picture, faces)
  } catch (error) {
    if (error instanceof Fault) {
      return lookVto.codes[error.condition as keyof typeof lookVto.codes] ?? lookVto.codes.pose
    }
    throw error
  }
  return 'none'
}

function like(
  quality: Partial<Face['quality']>,
  pose: Partial<Face['pose']> = {},
  box: Partial<Face['box']> = {},
): Face {
  return {
    ...face,
    box: { ...face.box, ...box },
    quality: { ...face.quality, ...quality },
    pose: { ...face.pose, ...pose },
  }
}

test('the largest face is chosen', () => {
  const small = { ...face, box: { ...face.box, width: 20, height: 20 } }
  expect(requirePaintableFace(drawn.picture, [small, face])).toBe(face)
})

test('each unsuitable face is refused by its code', () => {
  expect(codeFor([face])).toBe('none')
  expect(codeFor([like({}, { yaw: 35, pitch: -30 })])).toBe('none')
  expect(codeFor([])).toBe('error_face_position_invalid')
  expect(codeFor([like({ width: 0.09 })])).toBe('error_face_position_too_small')
  expect(codeFor([like({}, {}, { width: 99 })])).toBe('error_face_position_too_small')
  expect(codeFor([like({ inside: 0.9 })])).toBe('error_face_position_out_of_boundary')
  expect(codeFor([like({}, { yaw: 35.5 })])).toBe('error_face_angle_invalid')
  expect(codeFor([like({}, { pitch: -31 })])).toBe('error_face_angle_invalid')
  expect(codeFor([like({ covered: ['leftEye', 'rightEye'] })])).toBe('error_face_position_invalid')
  expect(codeFor([like({ light: 0.01 })])).toBe('error_face_position_invalid')
})

test('a face is taken up to a blur at which lids and irises can still be told', async () => {
  const { width, height, data } = drawn.picture
  const blurred = async (share: number) => {
    const raw = { width, height, channels: 4 } as const
    const soft = sharp(Buffer.from(data), { raw }).blur(share * face.box.width)
    return { width, height, data: new Uint8ClampedArray(await soft.raw().toBuffer()) }
  }
  expect(codeFor([face], await blurred(0.014))).toBe('none')
  const soft = await blurred(0.016)
  expect(codeFor([face], soft)).toBe('error_face_position_invalid')
  expect(() => requirePaintableFace(soft, [face])).toThrow(
    /too blurred: .* at most 1\.25 % are allowed/,
  )
})
