import { closedAt, drawBlink, patchOf } from './blink.ts'
import type { Life } from './find-life.ts'
import type { Layer, Scene } from './scene.ts'
import { sway } from './sway.ts'

/** A scene as it is at a share of the time. What it gives is overwritten by the next. */
export type LivingScene = (time: number) => Scene

/**
 * Lets hair and cloth of a scene sway and eyes blink, in a video of so many seconds.
 * @param wind strength of the wind, 1 for a light one
 */
export function liveScene(scene: Scene, life: Life, wind: number, seconds: number): LivingScene {
  const { near, far } = scene
  const layer = near?.layer ?? far
  const moved = copyOf(layer)
  const live = near && {
    ...near,
    layer: moved,
    alpha: near.alpha.slice(),
    halfAlpha: near.halfAlpha.slice(),
  }
  // Whoever is behind others, or in a picture on a wall, does not blink.
  const eyes = life.eyes
    .map((eye, nth) => ({ eye, person: nth >> 1, patch: patchOf(eye, layer), wasClosed: false }))
    .filter(({ patch: { left, top, right, bottom } }) => {
      if (!near) return true
      for (let y = top; y < bottom; y++) {
        for (let x = left; x < right; x++) if (near.alpha[y * layer.width + x]! < 1) return false
      }
      return true
    })
  return (time) => {
    if (near && live && life.sway) sway(near, live, life.sway, { time, seconds, strength: wind })
    for (const blinking of eyes) {
      const { eye, person, patch, wasClosed } = blinking
      const closed = closedAt(time * seconds, person)
      if (closed > 0 || wasClosed) drawBlink(layer, moved, eye, patch, closed)
      blinking.wasClosed = closed > 0
    }
    return live ? { ...scene, near: live } : { ...scene, far: moved }
  }
}

function copyOf({ width, height, y, u, v }: Layer): Layer {
  return { width, height, y: y.slice(), u: u.slice(), v: v.slice() }
}
