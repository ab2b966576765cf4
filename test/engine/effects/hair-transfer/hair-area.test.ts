import { expect, test } from 'vitest'
import { hairArea } from '../../../../engine/effects/hair-transfer/generate/hair-area.ts'
import { GENERATED_HAIR } from '../../../../engine/effects/hair-transfer/tuning.ts'
import { touchedFeatures } from '../../../../engine/face/face-guard.ts'

type Heads = Parameters<typeof hairArea>

const FACE = 20
const [WIDTH, HEIGHT] = [60, 120]

/** A head in the middle of a picture of this height, with hair where `share` says. */
function headOf(height: number, share: (x: number, y: number) => number): Heads[0] {
  const alpha = new Float32Array(WIDTH * height)
  for (let at = 0; at < alpha.length; at++) alpha[at] = share(at % WIDTH, Math.floor(at / WIDTH))
  const picture = { width: WIDTH, height, data: new Uint8ClampedArray(4 * WIDTH * height) }
  const away = Array.from({ length: 478 }, (_, n) => ({ x: 500 + (n % 7), y: 500 + (n % 5) }))
  const frame = {
    faceWidth: FACE,
    centre: { x: 30, y: 30 },
    across: { x: 1, y: 0 },
    up: { x: 0, y: -1 },
  }
  const head = { picture, face: { landmarks: away }, frame, hair: { alpha } }
  return head as unknown as Heads[0]
}

const bald = headOf(HEIGHT, () => 0)
const at = (mask: ReturnType<typeof hairArea>, x: number, y: number) => mask.data[y * WIDTH + x]

test('what the person has and what the reference has is painted, with some room', () => {
  const own = headOf(HEIGHT, (x, y) => (x === 10 && y === 10 ? GENERATED_HAIR.shows + 0.01 : 0))
  const ref = headOf(HEIGHT, (x, y) => (x === 50 && y === 20 ? 1 : GENERATED_HAIR.shows - 0.01))
  const area = hairArea(own, ref)
  const room = GENERATED_HAIR.room * FACE
  expect(room).toBe(1.6)
  expect([at(area, 10, 10), at(area, 12, 10), at(area, 13, 10)]).toEqual([255, 255, 0])
  expect([at(area, 50, 20), at(area, 50, 22), at(area, 50, 23)]).toEqual([255, 255, 0])
})

test('hair that the frame cuts goes on below it, by a width and a half of the face', () => {
  const cut = headOf(60, (x) => (x === 30 ? 1 : 0))
  const area = hairArea(bald, cut)
  const end = 60 + GENERATED_HAIR.further * FACE
  expect([at(area, 30, 59), at(area, 30, end + 1), at(area, 30, end + 2)]).toEqual([255, 255, 0])
})

test('brows, eyes, nose and mouth stay, also under hair', () => {
  const landmarks = Array.from({ length: 478 }, (_, n) => ({
    x: 30 + 8 * Math.cos(2.4 * n),
    y: 30 + 8 * Math.sin(2.4 * n),
  }))
  const hairy = headOf(HEIGHT, () => 1)
  const face = { landmarks } as unknown as Heads[0]['face']
  const area = hairArea({ ...hairy, face }, hairy)
  expect(touchedFeatures(face, area, (pixel) => area.data[pixel] !== 0, 0)).toEqual([])
  expect(at(area, 2, 2)).toBe(255)
  expect(area.data.includes(0)).toBe(true)
})
