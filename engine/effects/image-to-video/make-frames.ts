import type { Size } from '../../geometry/size.ts'
import { frameFromPlanes } from '../../video/frame-from-planes.ts'
import type { Frame } from '../../video/video-info.ts'
import { amountAt, cameraAt, type Framing } from './camera-at.ts'
import { drawFar, drawNear } from './draw-scene.ts'
import { makeFall } from './fall.ts'
import { makeFilmLook } from './film-look.ts'
import type { Life } from './find-life.ts'
import { applyGlow, applyGrade } from './light.ts'
import { liveScene } from './live-scene.ts'
import type { Motion } from './motion.ts'
import type { Layer, Scene } from './scene.ts'

/** What a video is made of; `framing` is what the camera keeps. */
export type Clip = {
  scene: Scene
  motion: Motion
  life?: Life
  framing?: Framing
  seconds: number
  rate: number
}

/** The frames of a clip one by one; `ticks` apart. A motion that loops leaves out the frame that equals the first. */
export function* makeFrames(
  { scene, motion, life, framing, seconds, rate }: Clip,
  { width, height }: Size,
  ticks: number,
): Generator<Frame> {
  const { dolly = 0, defocus, grade, glows = [], weather, film, wind, loops } = motion
  const fall = weather && makeFall(weather, seconds)
  const look = film && makeFilmLook(film)
  const live = life && liveScene(scene, life, wind ?? 0, seconds)
  const out = newLayer(width, height)
  const count = seconds * rate
  for (let nth = 0; nth < count; nth++) {
    const time = nth / (loops ? count : count - 1)
    const camera = cameraAt(motion, time, seconds, framing)
    const now = live?.(time) ?? scene
    drawFar(now, camera, dolly, defocus ? amountAt(defocus, time) : 0, out)
    fall?.(out, time, 'behind')
    drawNear(now, camera, dolly, out)
    fall?.(out, time, 'before')
    for (const glow of glows) applyGlow(out, glow, time)
    if (grade) applyGrade(out, grade, time)
    look?.(out, nth, rate)
    yield frameFromPlanes(out, nth * ticks)
  }
}

function newLayer(width: number, height: number): Layer {
  const plane = (length: number): Float32Array => new Float32Array(length)
  const half = (width * height) / 4
  return { width, height, y: plane(width * height), u: plane(half), v: plane(half) }
}
