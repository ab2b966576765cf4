import { boxOfPoints } from '../../geometry/bounding-box.ts'
import { type Box, growBox, wholeBox } from '../../geometry/box.ts'
import type { Point } from '../../geometry/point.ts'
import type { Wrist } from '../../hand/find-wrist.ts'
import type { Product } from '../../product/product.ts'
import type { Placement } from '../../product/render-product.ts'
import type { InnerEdges } from './bracelet-shape.ts'
import { BRACELET_DEPTH, EDGE_ALPHA, UPRIGHT } from './tuning.ts'

/** A bracelet at its place on an arm. */
export type PlacedBracelet = {
  place: Placement
  box: Box
  /** The middle of the arm there. */
  middle: Point
  /** The share of a pixel's bracelet that is behind the arm, 0–1. */
  isBehind: (x: number, y: number) => number
}

/**
 * Puts a bracelet around an arm: its inner edges on the arm's edges, turned with the arm. The arm is an elliptic
 * cylinder: the front of the ring lies across it in a flat arc, whose sag is reduced column by column so that the band
 * keeps its thickness; the back is hidden behind the arm between its edges. The front sags downwards in the picture, as
 * a ring does that is seen from above; of a level arm towards the hand.
 * @param distance from the joint along the arm, pixels
 */
export function placeBracelet(
  product: Product,
  inner: InnerEdges,
  wrist: Wrist,
  distance: number,
): PlacedBracelet {
  const [low, high] = wrist.edgesAt(distance)
  const across = { x: -wrist.along.y, y: wrist.along.x }
  const offset = (low + high) / 2
  const middle = {
    x: wrist.joint.x + wrist.along.x * distance + across.x * offset,
    y: wrist.joint.y + wrist.along.y * distance + across.y * offset,
  }
  const own = { x: inner.right.x - inner.left.x, y: inner.right.y - inner.left.y }
  const length = Math.hypot(own.x, own.y)
  const pixelsPerUnit = (high - low) / length
  const side = { x: own.x / length, y: own.y / length }
  const centre = { x: (inner.left.x + inner.right.x) / 2, y: (inner.left.y + inner.right.y) / 2 }
  // The product's own downward direction lies along the arm, whichever end is lower in the picture.
  const sense = Math.abs(wrist.along.y) < UPRIGHT ? -1 : Math.sign(wrist.along.y)
  const down = { x: wrist.along.x * sense, y: wrist.along.y * sense }
  const right = { x: down.y, y: -down.x }
  const sag = 1 - BRACELET_DEPTH
  const depth = frontDepth(product, inner)
  const toOwn = (x: number, y: number): { u: number; v: number } => {
    const dx = (x - middle.x) / pixelsPerUnit
    const dy = (y - middle.y) / pixelsPerUnit
    return { u: dx * right.x + dy * right.y, v: dx * down.x + dy * down.y }
  }
  const arc = (u: number): number => Math.sqrt(Math.max(0, 1 - ((2 * u) / length) ** 2))
  const place: Placement = (x, y) => {
    const { u, v } = toOwn(x, y)
    // What was cut out of a picture of an arm is bent already.
    if (inner.isFront) {
      return { x: centre.x + u * side.x - v * side.y, y: centre.y + u * side.y + v * side.x }
    }
    // The back arches the other way, by as much.
    const front = v >= (depth * arc(u) * (1 - sag)) / 3 || Math.abs(u) > length / 2
    const bent = v + (front ? 1 : -1) * sag * depth * arc(u)
    return { x: centre.x + u * side.x - bent * side.y, y: centre.y + u * side.y + bent * side.x }
  }
  const isBehind = (x: number, y: number): number => {
    if (inner.isFront) return 0
    const { u, v } = toOwn(x, y)
    if (v >= (depth * arc(u) * (1 - sag)) / 3) return 0
    // Towards the elbow, where the back lies, the arm becomes wider.
    const dx = x - wrist.joint.x
    const dy = y - wrist.joint.y
    const [from, to] = wrist.edgesAt(dx * wrist.along.x + dy * wrist.along.y)
    const beside = dx * across.x + dy * across.y
    return Math.min(1, Math.max(0, Math.min(beside - from, to - beside) + 0.5))
  }
  const corners = [
    [0, 0],
    [product.width, 0],
    [0, product.height],
    [product.width, product.height],
  ].map(([x, y]) => {
    const [dx, dy] = [(x! - centre.x) * pixelsPerUnit, (y! - centre.y) * pixelsPerUnit]
    const [u, v] = [dx * side.x + dy * side.y, dy * side.x - dx * side.y]
    return { x: middle.x + u * right.x + v * down.x, y: middle.y + u * right.y + v * down.y }
  })
  return {
    place,
    box: wholeBox(growBox(boxOfPoints(corners), sag * depth * pixelsPerUnit + 2)),
    middle,
    isBehind,
  }
}

/** How far the front of the ring's opening sags below the line between its edges, in the product's pixels. */
function frontDepth(product: Product, { left, right }: InnerEdges): number {
  const x = Math.round((left.x + right.x) / 2)
  const line = Math.round((left.y + right.y) / 2)
  for (let y = line; y < product.height; y++) {
    if (product.data[(y * product.width + x) * 4 + 3]! > EDGE_ALPHA) return y - line
  }
  return 0
}
