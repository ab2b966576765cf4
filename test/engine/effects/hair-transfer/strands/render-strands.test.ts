import { expect, test } from 'vitest'
import { type Head, headToPixel } from '../../../../../engine/effects/hair-transfer/head/head.ts'
import { growStrands } from '../../../../../engine/effects/hair-transfer/strands/grow-strands.ts'
import { readHairstyle } from '../../../../../engine/effects/hair-transfer/strands/hairstyle.ts'
import {
  renderStrands,
  strandCount,
} from '../../../../../engine/effects/hair-transfer/strands/render-strands.ts'
import { partingPoints } from '../../../../../engine/effects/hair-transfer/strands/sample-root.ts'

const SIZE = { width: 480, height: 480 }
const COUNT = SIZE.width * SIZE.height

/** A bald head that faces the camera, a face of 220 pixels. */
const HEAD = {
  picture: { ...SIZE, data: new Uint8ClampedArray(4 * COUNT).fill(200) },
  face: { pose: { yaw: 0, pitch: 0, roll: 0 } },
  frame: {
    faceWidth: 220,
    centre: { x: 240, y: 300 },
    chin: 0.7,
    across: { x: 1, y: 0 },
    up: { x: 0, y: -1 },
    oval: Array.from({ length: 36 }, (_, n) => ({
      x: 240 + 105 * Math.cos((n * Math.PI) / 18),
      y: 310 + 145 * Math.sin((n * Math.PI) / 18),
    })),
  },
  hair: { alpha: new Float32Array(COUNT) },
  regions: {
    skin: new Float32Array(COUNT),
    cloth: new Float32Array(COUNT),
    person: new Float32Array(COUNT),
    grid: { area: { left: 0, top: 0, ...SIZE }, scale: 1, ...SIZE },
  },
} as unknown as Head

test.each(['female_platinum', 'female_bob'])(
  'the scalp shows all along the parting of %s',
  (id) => {
    const { style, template } = readHairstyle(id)
    const strands = growStrands(style, () => 0.58, strandCount(style, HEAD.frame))
    const { alpha } = renderStrands(strands, style, template.palette, HEAD, { slope: 0 })
    const shares = partingPoints(style, 200)
      .filter(([, v]) => v > 0.62 && v < 0.76)
      .map(([u, v]) => {
        const { x, y } = headToPixel(HEAD.frame, u, v)
        return alpha[Math.floor(y) * SIZE.width + Math.floor(x)]!
      })
    expect(shares.length).toBeGreaterThan(20)
    // A single strand may cross it.
    const open = shares.filter((share) => share < 0.2)
    expect(open.length / shares.length).toBeGreaterThan(0.85)
  },
)
