import { expect, test } from 'vitest'
import { headFrame } from '../../../../engine/effects/hair-transfer/head/head.ts'
import { keepFeaturesFree } from '../../../../engine/effects/hair-transfer/keep-features-free.ts'
import { FREE_AROUND } from '../../../../engine/effects/hair-transfer/tuning.ts'
import { featureRings } from '../../../../engine/face/feature-rings.ts'
import { isInsideRing } from '../../../../engine/geometry/polygon.ts'
import { sitFor } from '../../jewellery/sit-for.ts'

test('hair ends softly before brows, eyes, nose and mouth, and far from them stays', async () => {
  const { face, picture } = await sitFor('henrik', { width: 480, height: 540, face: 0.29 })
  const { width, height } = picture
  const plane = () => new Float32Array(width * height).fill(1)
  const layer = { width, height, alpha: plane(), red: plane(), green: plane(), blue: plane() }
  const faceWidth = 140
  keepFeaturesFree({ face, frame: { ...headFrame(face), faceWidth } } as never, layer)
  const rings = featureRings(face)
  let [inside, steepest] = [0, 0]
  for (let at = 0; at < layer.alpha.length - 1; at++) {
    const [x, y] = [at % width, Math.floor(at / width)]
    if (rings.some((ring) => isInsideRing(ring, x + 0.5, y + 0.5))) {
      inside = Math.max(inside, layer.alpha[at]!)
    }
    if (x < width - 1) {
      steepest = Math.max(steepest, Math.abs(layer.alpha[at + 1]! - layer.alpha[at]!))
    }
  }
  expect(inside).toBeLessThan(0.2)
  // No outline as if cut out: from none to all takes some pixels.
  expect(steepest).toBeLessThan(1 / (FREE_AROUND.soft * faceWidth))
  expect(layer.alpha[0]).toBe(1)
})

test('hair beside a face stays, where a brow on the far side ends at its outline', async () => {
  const { face, picture } = await sitFor('henrik', { width: 480, height: 540, face: 0.29 })
  const { width, height } = picture
  const plane = () => new Float32Array(width * height).fill(1)
  const layer = { width, height, alpha: plane(), red: plane(), green: plane(), blue: plane() }
  const frame = headFrame(face)
  const [brow] = featureRings(face)
  const last = brow!.reduce((p, q) => (q.x > p.x ? q : p))
  // The face ends two pixels beside the brow.
  const oval = frame.oval.map(({ x, y }) => ({ x: Math.min(x, last.x + 2), y }))
  keepFeaturesFree({ face, frame: { ...frame, oval } }, layer)
  const beside = Math.ceil(last.x + 2 + 3 * FREE_AROUND.soft * frame.faceWidth)
  expect(layer.alpha[Math.floor(last.y) * width + beside]).toBeGreaterThan(0.95)
  expect(layer.alpha[Math.floor(last.y) * width + Math.floor(last.x) - 2]).toBeLessThan(0.3)
})
