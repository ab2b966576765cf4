import { clampBox } from '../../raster/crop.ts'
import type { Picture, Point } from '../../raster/picture.ts'
import { FACE, type Face } from '../../vision/face.ts'
import { toLinear } from './lab.ts'
import { paintPolygon } from './paint-polygon.ts'

/** The white of both eyes: its mean colour in linear light, 0–1, and how many pixels of it were seen. */
export type Sclera = { r: number; g: number; b: number; pixels: number }

const EYES = [
  { upper: FACE.leftUpperLid, lower: FACE.leftLowerLid, iris: FACE.leftIris },
  { upper: FACE.rightUpperLid, lower: FACE.rightLowerLid, iris: FACE.rightIris },
] as const

/** How much wider than the iris is left out: its dark rim is blurred into the white. */
const RIM = 1.15

/** Between these shares of the pixels by brightness: below lie lashes, shadow and veins, above reflections. */
const KEPT = { from: 0.5, to: 0.92 } as const

/** What the picture shows of the white of a face's eyes. Nothing (0 pixels) where they are closed or hidden. */
export function scleraOf(picture: Picture, { landmarks }: Face): Sclera {
  const whites: [number, number, number][] = []
  for (const { upper, lower, iris } of EYES) {
    const ring = [...upper, ...[...lower].reverse()].map((i) => landmarks[i]!)
    const [centre, ...edge] = iris.map((i) => landmarks[i]!)
    const radius = Math.max(...edge.map((p) => Math.hypot(p.x - centre!.x, p.y - centre!.y)))
    collect(picture, ring, centre!, RIM * radius, whites)
  }
  whites.sort((p, q) => light(p) - light(q))
  const kept = whites.slice(
    Math.floor(KEPT.from * whites.length),
    Math.ceil(KEPT.to * whites.length),
  )
  const mean = (c: 0 | 1 | 2): number => kept.reduce((sum, p) => sum + p[c], 0) / (kept.length || 1)
  return { r: mean(0), g: mean(1), b: mean(2), pixels: kept.length }
}

function collect(
  picture: Picture,
  ring: readonly Point[],
  iris: Point,
  radius: number,
  whites: [number, number, number][],
): void {
  const xs = ring.map((p) => p.x)
  const ys = ring.map((p) => p.y)
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  const box = clampBox(
    { left, top, width: Math.max(...xs) - left, height: Math.max(...ys) - top },
    picture,
  )
  const plane = new Float32Array(box.width * box.height)
  paintPolygon(
    plane,
    box,
    ring.map((p) => ({ x: p.x - box.left, y: p.y - box.top })),
  )
  for (let y = 0; y < box.height; y++) {
    for (let x = 0; x < box.width; x++) {
      if (plane[y * box.width + x]! < 1) continue
      if (Math.hypot(x + 0.5 + box.left - iris.x, y + 0.5 + box.top - iris.y) < radius) continue
      const at = ((box.top + y) * picture.width + box.left + x) * 4
      const [r, g, b] = [picture.data[at]!, picture.data[at + 1]!, picture.data[at + 2]!]
      whites.push([toLinear(r), toLinear(g), toLinear(b)])
    }
  }
}

const light = ([r, g, b]: [number, number, number]): number => 0.2126 * r + 0.7152 * g + 0.0722 * b
