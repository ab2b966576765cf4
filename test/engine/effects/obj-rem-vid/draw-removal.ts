import sharp from 'sharp'
import { type Frame, newFrame } from '../../../../engine/video/video-info.ts'
import { drawScene, type Scene } from '../../fill/draw-scene.ts'
import { fromRgb } from '../../video/draw-walk.ts'

/** How the camera of a drawn video moves. */
export type CameraKind = 'still' | 'pan' | 'handheld'

/**
 * What the object does: goes through the middle, stands, leaves and comes back, or passes behind a post that hides it
 * whole, or a pole that it is wider than.
 */
export type PathKind = 'across' | 'standing' | 'returning' | 'hidden' | 'crossing'

export type Removal = {
  width: number
  height: number
  count: number
  /** The video with the object. */
  draw(frame: Frame, at: number): void
  /** The same without it. */
  truth(at: number): Frame
  /** 255 where the object is seen. */
  object(at: number): Uint8Array
  /** The mask of a frame as a file. */
  mask(at: number): Promise<Buffer>
}

type View = { x: number; y: number; angle: number; scale: number }

/** Half the width of what stands before the object's way, in heights; the object's radius is 0.1. */
const POST: Record<PathKind, number> = {
  across: 0,
  standing: 0,
  returning: 0,
  hidden: 0.16,
  crossing: 0.06,
}

/** Draws a ball of two colours in front of a drawn scene, as a camera sees it. */
export async function drawRemoval({
  scene = 'room' as Scene,
  camera = 'still' as CameraKind,
  path = 'across' as PathKind,
  width = 192,
  height = 144,
  count = 30,
  grain = 0,
}): Promise<Removal> {
  const { data: world, info } = await sharp(await drawScene(scene))
    .resize(Math.round(2.1 * width))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const radius = 0.1 * height
  const view = (at: number): View => viewAt(camera, at, count, width, info)
  const centre = (at: number): { x: number; y: number } => {
    const share = at / (count - 1)
    const { x, y } = view(at)
    const middle = { x, y: y + 0.08 * height }
    if (path === 'standing') {
      // At one place of the world.
      const { x: x0, y: y0 } = view((count - 1) / 2)
      return { x: x0, y: y0 + 0.08 * height }
    }
    if (path === 'across' || path === 'hidden' || path === 'crossing') {
      return { x: middle.x + (share - 0.5) * 0.6 * width, y: middle.y + 3 * Math.sin(at / 3) }
    }
    return { x: middle.x + 0.75 * width * Math.sin(share * Math.PI), y: middle.y }
  }
  const render = (at: number, withObject: boolean) => {
    const rgb = Buffer.alloc(width * height * 3)
    const mask = new Uint8Array(width * height)
    const { x: cx, y: cy, angle, scale } = view(at)
    const [cos, sin] = [Math.cos(angle) * scale, Math.sin(angle) * scale]
    const ball = centre(at)
    const post = { x: view(0).x + 0.02 * width, half: POST[path] * height }
    const noise = seeded(at + 1)
    for (let y = 0, i = 0; y < height; y++) {
      for (let x = 0; x < width; x++, i++) {
        const [dx, dy] = [x + 0.5 - width / 2, y + 0.5 - height / 2]
        const [wx, wy] = [cx + dx * cos - dy * sin, cy + dx * sin + dy * cos]
        sampleRgb(world, info, wx - 0.5, wy - 0.5, rgb, 3 * i)
        const isPost = Math.abs(wx - post.x) < post.half
        if (isPost) paint(rgb, 3 * i, [70, 90 + 20 * Math.sin(wy / 3), 60], 1)
        const share = isPost
          ? 0
          : Math.min(1, Math.max(0, radius + 0.5 - Math.hypot(wx - ball.x, wy - ball.y)))
        if (share > 0) {
          mask[i] = 255 * share
          const turn = Math.atan2(wy - ball.y, wx - ball.x)
          const stripe =
            Math.sin(2 * turn) > 0.3 || Math.hypot(wx - ball.x, wy - ball.y) < radius / 3
          if (withObject) paint(rgb, 3 * i, stripe ? [200, 40, 50] : [235, 200, 60], share)
        }
        if (grain > 0) {
          const more = grain * (noise() + noise() + noise() - 1.5) * 2
          for (let c = 0; c < 3; c++)
            rgb[3 * i + c] = Math.min(255, Math.max(0, rgb[3 * i + c]! + more))
        }
      }
    }
    return { rgb, mask }
  }
  const rendered = new Map<string, ReturnType<typeof render>>()
  const shown = (at: number, withObject: boolean): ReturnType<typeof render> => {
    const key = `${at} ${withObject}`
    const known = rendered.get(key) ?? render(at, withObject)
    rendered.set(key, known)
    return known
  }
  const object = (at: number): Uint8Array => shown(at, true).mask
  return {
    width,
    height,
    count,
    object,
    draw: (frame, at) => fromRgb(shown(at, true).rgb, frame),
    truth: (at) => {
      const frame = newFrame(width, height, at)
      fromRgb(shown(at, false).rgb, frame)
      return frame
    },
    mask: async (at) => {
      const raw = { width, height, channels: 1 as const }
      const data = object(at).map((share) => (share > 20 ? 255 : 0))
      return await sharp(data, { raw }).png().toBuffer()
    },
  }
}

function viewAt(
  camera: CameraKind,
  at: number,
  count: number,
  width: number,
  world: { width: number; height: number },
): View {
  const still = { x: world.width / 2, y: 0.55 * world.height, angle: 0, scale: 1 }
  if (camera === 'still') return still
  const pan = (at / (count - 1) - 0.5) * 0.7 * width
  if (camera === 'pan') return { ...still, x: still.x + pan }
  return {
    x: still.x + 0.3 * pan + 4 * Math.sin(at * 0.7),
    y: still.y + 3 * Math.sin(at * 0.9 + 1),
    angle: 0.02 * Math.sin(at * 0.5),
    scale: 1 + 0.03 * Math.sin(at * 0.23),
  }
}

function sampleRgb(
  from: Buffer,
  { width, height }: { width: number; height: number },
  atX: number,
  atY: number,
  to: Buffer,
  into: number,
): void {
  const x = Math.min(width - 1.001, Math.max(0, atX))
  const y = Math.min(height - 1.001, Math.max(0, atY))
  const [left, top] = [Math.floor(x), Math.floor(y)]
  const [fx, fy] = [x - left, y - top]
  for (let c = 0; c < 3; c++) {
    const at = 3 * (top * width + left) + c
    const upper = from[at]! * (1 - fx) + from[at + 3]! * fx
    const lower = from[at + 3 * width]! * (1 - fx) + from[at + 3 * width + 3]! * fx
    to[into + c] = upper + (lower - upper) * fy
  }
}

function paint(rgb: Buffer, at: number, colour: readonly number[], share: number): void {
  for (let c = 0; c < 3; c++) rgb[at + c] = rgb[at + c]! + share * (colour[c]! - rgb[at + c]!)
}

function seeded(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0 || 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}
