import type { Size } from './size.ts'

/** A rectangle in source pixels. The names are those of the wire format. */
export type Box = { left: number; top: number; width: number; height: number }

/** A box grown to whole pixels. */
export function wholeBox({ left, top, width, height }: Box): Box {
  const [x, y] = [Math.floor(left), Math.floor(top)]
  return {
    left: x,
    top: y,
    width: Math.ceil(left + width) - x,
    height: Math.ceil(top + height) - y,
  }
}

/** The part of `box` inside a picture of this size, grown to whole pixels. Width and height may be 0. */
export function clampBox(box: Box, size: Size): Box {
  const left = Math.max(0, Math.floor(box.left))
  const top = Math.max(0, Math.floor(box.top))
  const right = Math.min(size.width, Math.ceil(box.left + box.width))
  const bottom = Math.min(size.height, Math.ceil(box.top + box.height))
  return { left, top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) }
}

/** A box with so many pixels more at its left and right, and above and below. It may reach beyond the picture. */
export function growBox({ left, top, width, height }: Box, by: number, down: number = by): Box {
  return { left: left - by, top: top - down, width: width + 2 * by, height: height + 2 * down }
}

/** The least box around several; there is at least one. */
export function unionOfBoxes(boxes: readonly Box[]): Box {
  const left = Math.min(...boxes.map((box) => box.left))
  const top = Math.min(...boxes.map((box) => box.top))
  const right = Math.max(...boxes.map((box) => box.left + box.width))
  const bottom = Math.max(...boxes.map((box) => box.top + box.height))
  return { left, top, width: right - left, height: bottom - top }
}

/** The intersection over union (IoU, Jaccard index) of two boxes, 0–1. */
export function intersectionOverUnion(a: Box, b: Box): number {
  const shared = intersectionArea(a, b)
  return shared === 0 ? 0 : shared / (a.width * a.height + b.width * b.height - shared)
}

/** The intersection of two boxes over the area of the smaller one, 0–1; it is 1 when one box lies in the other. */
export function intersectionOverSmaller(a: Box, b: Box): number {
  const shared = intersectionArea(a, b)
  return shared === 0 ? 0 : shared / Math.min(a.width * a.height, b.width * b.height)
}

function intersectionArea(a: Box, b: Box): number {
  const width = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left)
  const height = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top)
  return width > 0 && height > 0 ? width * height : 0
}
