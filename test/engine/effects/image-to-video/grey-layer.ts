import type { Layer } from '../../../../engine/effects/image-to-video/scene.ts'

/** An even layer without colours. */
export function greyLayer(width: number, height: number, level = 128): Layer {
  const colour = () => new Float32Array((width * height) / 4).fill(128)
  return {
    width,
    height,
    y: new Float32Array(width * height).fill(level),
    u: colour(),
    v: colour(),
  }
}
