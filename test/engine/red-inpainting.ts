import type { UserNet } from '../../engine/vision/vision.ts'

/** Pixels along each side of the network's picture. */
const SIDE = 128

/** A network of users that fills whatever it is to fill with red, and how often it was asked. */
export function redInpainting(): { net: UserNet<'inpaint'>; asked: () => number } {
  let asked = 0
  const size = { width: SIDE, height: SIDE }
  const tensor = { layout: 'nchw', type: 'float32' } as const
  const net: UserNet<'inpaint'> = {
    manifest: {
      manifest: 2,
      task: 'inpaint',
      runtime: 'onnx',
      file: 'red.onnx',
      sha256: 'a'.repeat(64),
      licence: 'MIT',
      picture: { input: 0, ...tensor, order: 'rgb', size, fit: 'pad', scale: [0, 1] },
      mask: { input: 1, ...tensor },
      fill: { fill: 1, keep: 0 },
      result: { output: 0, layout: 'nchw', order: 'rgb', scale: [0, 1] },
    },
    net: {
      run: async ([picture, mask]) => {
        asked++
        const count = SIDE * SIDE
        const values = Float32Array.from(picture!.values, (level, i) =>
          mask!.values[i % count]! > 0.5 ? (i < count ? 0.82 : 0.12) : level,
        )
        return { shape: [1, 3, SIDE, SIDE], values }
      },
    },
  }
  return { net, asked: () => asked }
}
