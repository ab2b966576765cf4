import sharp from 'sharp'
import type { Point } from '../../../../engine/geometry/point.ts'
import type { Picture } from '../../../../engine/raster/picture.ts'
import { BODY, type Body, type BodyLandmark } from '../../../../engine/vision/bodies/body.ts'

/** A figure of capsules: its joints, outline and mask are known by construction. Lengths in pixels. */
export type Figure = {
  /** The base of the neck, between the shoulders. */
  x: number
  y: number
  /** Shoulder line to hip line. */
  torso: number
  /** Degrees between an arm and the vertical. */
  armAngle?: number
  /** Degrees between a leg and the vertical. */
  legAngle?: number
}

export type Scene = { picture: Picture; bodies: Body[] }

type Joints = Record<keyof typeof BODY, Point>

/** Figures that face the camera in front of a brick wall, and what a perfect detector would find. */
export async function drawScene(
  width: number,
  height: number,
  figures: Figure[],
  background = bricks(width, height),
): Promise<Scene> {
  const joints = figures.map(jointsOf)
  const drawn = figures.map((f, i) => shapes(f, joints[i]!))
  const art = svg(width, height, background + drawn.map((d) => d.join('')).join(''))
  const picture = { width, height, data: await raster(art, 4) }
  const bodies: Body[] = []
  for (const [i, parts] of drawn.entries()) {
    const white = parts.join('').replace(/#[0-9a-f]{6}/g, '#ffffff')
    const rgba = await raster(svg(width, height, `<rect width="100%" height="100%"/>${white}`), 4)
    const data = new Uint8Array(width * height)
    for (let k = 0; k < data.length; k++) data[k] = rgba[k * 4]!
    bodies.push({
      box: boxOf(data, width),
      score: 0.97,
      landmarks: landmarksOf(joints[i]!, width, height),
      mask: { width, height, data },
    })
  }
  return { picture, bodies }
}

/** Grey bricks with light joints: there are straight lines in both directions beside any outline. */
function bricks(width: number, height: number): string {
  const lines: string[] = ['<rect width="100%" height="100%" fill="#7f8894"/>']
  for (let y = 10; y < height; y += 20) {
    lines.push(`<rect x="0" y="${y}" width="${width}" height="3" fill="#c9ced6"/>`)
  }
  for (let x = 15; x < width; x += 30) {
    lines.push(`<rect x="${x}" y="0" width="3" height="${height}" fill="#c9ced6"/>`)
  }
  return lines.join('')
}

function jointsOf({ x, y, torso: t, armAngle = 18, legAngle = 6 }: Figure): Joints {
  const joints = {} as Joints
  joints.nose = { x, y: y - 0.42 * t }
  for (const [side, sign] of [
    ['left', 1],
    ['right', -1],
  ] as const) {
    const put = (name: string, px: number, py: number) => {
      joints[`${side}${name}` as keyof Joints] = { x: px, y: py }
    }
    const arm = (armAngle * Math.PI) / 180
    const leg = (legAngle * Math.PI) / 180
    put('Eye', x + sign * 0.07 * t, y - 0.47 * t)
    put('Ear', x + sign * 0.15 * t, y - 0.45 * t)
    const shoulder = { x: x + sign * 0.34 * t, y }
    put('Shoulder', shoulder.x, shoulder.y)
    const along = (from: Point, angle: number, d: number) => ({
      x: from.x + sign * Math.sin(angle) * d,
      y: from.y + Math.cos(angle) * d,
    })
    const elbow = along(shoulder, arm, 0.58 * t)
    put('Elbow', elbow.x, elbow.y)
    const wrist = along(elbow, arm * 0.8, 0.5 * t)
    put('Wrist', wrist.x, wrist.y)
    const hip = { x: x + sign * 0.19 * t, y: y + t }
    put('Hip', hip.x, hip.y)
    const knee = along(hip, leg, 0.82 * t)
    put('Knee', knee.x, knee.y)
    const ankle = along(knee, leg, 0.8 * t)
    put('Ankle', ankle.x, ankle.y)
    put('Heel', ankle.x, ankle.y + 0.08 * t)
    put('Foot', ankle.x + sign * 0.08 * t, ankle.y + 0.12 * t)
  }
  return joints
}

function shapes({ x, y, torso: t }: Figure, j: Joints): string[] {
  const out: string[] = []
  const limb = (points: Point[], width: number, colour: string) => {
    const d = points.map((p) => `${p.x},${p.y}`).join(' ')
    out.push(
      `<polyline points="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`,
    )
  }
  for (const side of ['left', 'right'] as const) {
    const at = (name: string) => j[`${side}${name}` as keyof Joints]
    limb([at('Hip'), at('Knee'), at('Ankle')], 0.26 * t, '#2c3f8f')
    limb([at('Heel'), at('Foot')], 0.12 * t, '#5a2d12')
    limb([at('Shoulder'), at('Elbow'), at('Wrist')], 0.16 * t, '#d89060')
    limb([at('Wrist'), at('Wrist')], 0.2 * t, '#d89060')
  }
  const c = (dx: number, dy: number) => `${x + dx * t},${y + dy * t}`
  out.push(
    `<path fill="#c22f3a" d="M${c(-0.4, -0.05)} C${c(-0.36, 0.3)} ${c(-0.28, 0.4)} ${c(-0.27, 0.6)} S${c(-0.36, 0.9)} ${c(-0.33, 1.12)} L${c(0.33, 1.12)} C${c(0.36, 0.9)} ${c(0.27, 0.8)} ${c(0.27, 0.6)} S${c(0.36, 0.3)} ${c(0.4, -0.05)} L${c(0.1, -0.14)} L${c(-0.1, -0.14)} Z"/>`,
    `<rect x="${x - 0.1 * t}" y="${y - 0.3 * t}" width="${0.2 * t}" height="${0.3 * t}" fill="#d89060"/>`,
    `<ellipse cx="${x}" cy="${y - 0.45 * t}" rx="${0.17 * t}" ry="${0.23 * t}" fill="#d89060"/>`,
  )
  return out
}

function svg(width: number, height: number, body: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${body}</svg>`
}

async function raster(art: string, channels: 4): Promise<Uint8ClampedArray> {
  const { data, info } = await sharp(Buffer.from(art))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  if (info.channels !== channels) throw new Error('a drawn scene must decode to RGBA')
  return new Uint8ClampedArray(data)
}

function landmarksOf(joints: Joints, width: number, height: number): BodyLandmark[] {
  const unseen = { x: 0, y: 0, z: 0, visibility: 0, presence: 0 }
  const list: BodyLandmark[] = Array.from({ length: 33 }, () => ({ ...unseen }))
  for (const [name, index] of Object.entries(BODY)) {
    const { x, y } = joints[name as keyof Joints]
    const inside = x >= 0 && y >= 0 && x < width && y < height ? 0.99 : 0.02
    list[index] = { x, y, z: 0, visibility: inside, presence: inside }
  }
  return list
}

function boxOf(mask: Uint8Array, width: number) {
  let [left, top, right, bottom] = [width, Number.MAX_SAFE_INTEGER, 0, 0]
  for (let i = 0; i < mask.length; i++) {
    if (mask[i]! < 128) continue
    const x = i % width
    const y = (i - x) / width
    left = Math.min(left, x)
    right = Math.max(right, x + 1)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y + 1)
  }
  return { left, top, width: right - left, height: bottom - top }
}
