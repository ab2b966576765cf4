import type { Size } from '../../geometry/size.ts'
import { allocPlane } from '../../raster/arena.ts'
import { blur } from '../../raster/filter/blur.ts'
import { halveSize } from '../../raster/filter/half-size.ts'
import { lineOrientation } from '../../raster/filter/line-structure.ts'
import { carryMarks, type Mark } from './carried-marks.ts'
import { halfOf, type Planes, type Yuv } from './planes.ts'
import type { Style } from './style.ts'
import { noiseTile } from './tile.ts'
import {
  DABS,
  DABS_EDGE,
  DABS_STILL,
  DABS_TURN,
  DOTS,
  IMPRESSION,
  POINTILLIST,
  TILE_SIDE,
} from './tuning.ts'
import { vividness } from './vividness.ts'

/** Short strokes of a loaded brush along the forms. */
export const impression: Style = (stage) => {
  const { unit } = stage
  const half = halfOf(stage)
  const layers = [
    { carry: carryMarks(stage, IMPRESSION.broad.spacing * unit, 71), ...IMPRESSION.broad },
    { carry: carryMarks(stage, IMPRESSION.fine.spacing * unit, 73), ...IMPRESSION.fine },
  ]
  const bristles = noiseTile(IMPRESSION.bristles * unit, 79).values
  return ({ source, flow }, to) => {
    const calm = blur(halveSize(source.y, source, half), half, IMPRESSION.calm * unit)
    const everywhere = allocPlane(half.width * half.height).fill(1)
    const direction = lineOrientation(calm, everywhere, half, IMPRESSION.forms * unit)
    fillWith(source, to, IMPRESSION.ground * unit)
    for (const { carry, length, width, sigma } of layers) {
      const colours = {
        ...half,
        y: blur(halveSize(source.y, source, half), half, (sigma * unit) / 2),
        u: blur(source.u, half, sigma * unit),
        v: blur(source.v, half, sigma * unit),
      }
      for (const mark of carry(flow)) {
        const at = indexOf(mark, half, 0.5)
        turnMark(mark, direction.x[at]!, direction.y[at]!)
        drawStroke(mark, length * unit, width * unit, colours, bristles, to)
      }
    }
  }
}

/** Dots of pure colours beside each other on a toned ground. */
export const pointillist: Style = (stage) => {
  const { unit } = stage
  const half = halfOf(stage)
  const carry = carryMarks(stage, POINTILLIST.spacing * unit, 83)
  return ({ source, flow }, to) => {
    const colours = {
      ...half,
      y: blur(halveSize(source.y, source, half), half, POINTILLIST.light * unit),
      u: blur(source.u, half, POINTILLIST.colour * unit),
      v: blur(source.v, half, POINTILLIST.colour * unit),
    }
    ground(source, to, POINTILLIST.ground.sigma * unit)
    for (const mark of carry(flow)) drawDot(mark, POINTILLIST.radius * unit, colours, to)
  }
}

/** The picture blurred: what shows between strokes. */
function fillWith(source: Planes, to: Planes, sigma: number): void {
  const half = halfOf(source)
  to.y.set(blur(source.y, source, sigma))
  to.u.set(blur(source.u, half, sigma / 2))
  to.v.set(blur(source.v, half, sigma / 2))
}

/** A warm ground under dots, lighter and darker with the picture. */
function ground(source: Planes, to: Planes, sigma: number): void {
  fillWith(source, to, sigma)
  const { y, u, v, light, colour } = POINTILLIST.ground
  for (let at = 0; at < to.y.length; at++) to.y[at] = y + light * to.y[at]!
  for (let at = 0; at < to.u.length; at++) {
    to.u[at] = u + colour * (to.u[at]! - 128)
    to.v[at] = v + colour * (to.v[at]! - 128)
  }
}

function indexOf({ x, y }: Mark, { width, height }: Size, scale: number): number {
  const column = Math.min(width - 1, Math.max(0, Math.floor(x * scale)))
  return Math.min(height - 1, Math.max(0, Math.floor(y * scale))) * width + column
}

/** Turns a mark towards a direction; directions have no sign. */
export function turnMark(mark: Mark, x: number, y: number): void {
  const wanted = Math.atan2(y, x)
  if (mark.angle === undefined) {
    mark.angle = wanted
    return
  }
  let off = wanted - mark.angle
  off -= Math.PI * Math.round(off / Math.PI)
  // What is left of noise in the direction turns nothing.
  if (Math.abs(off) > DABS_STILL) mark.angle += DABS_TURN * off
}

/** A stroke in the colour under its middle; it ends where the picture's light changes. */
function drawStroke(
  mark: Mark,
  length: number,
  width: number,
  colours: Planes,
  bristles: Float32Array,
  to: Planes,
): void {
  const { x, y, own, presence, angle = 0 } = mark
  const at = indexOf(mark, colours, 0.5)
  const cos = Math.cos(angle)
  const sin = Math.sin(angle)
  const reach = ((DABS.length.least + DABS.length.range * own) * length) / 2
  const ahead = reachOf(x, y, cos, sin, reach, colours, at)
  const behind = reachOf(x, y, -cos, -sin, reach, colours, at)
  const thick = (width / 2) * (DABS.width.least + DABS.width.range * ((own * 7) % 1))
  const slope = 1 / (thick + 0.5)
  const luma =
    16 + (colours.y[at]! - 16) * DABS.light.contrast + DABS.light.varies * (((own * 13) % 1) - 0.5)
  const strong = vividness(
    DABS.vivid.by + DABS.vivid.varies * (((own * 29) % 1) - 0.5),
    colours.y[at]!,
    colours.u[at]!,
    colours.v[at]!,
  )
  const cb = 128 + strong * (colours.u[at]! - 128) + DABS.colours * (((own * 17) % 1) - 0.5)
  const cr = 128 + strong * (colours.v[at]! - 128) + DABS.colours * (((own * 19) % 1) - 0.5)
  const spread = Math.max(ahead, behind) + thick + 1
  const extentX = Math.ceil(Math.abs(cos) * spread + Math.abs(sin) * (thick + 1))
  const extentY = Math.ceil(Math.abs(sin) * spread + Math.abs(cos) * (thick + 1))
  const left = Math.max(0, Math.floor(x - extentX))
  const right = Math.min(to.width - 1, Math.ceil(x + extentX))
  const top = Math.max(0, Math.floor(y - extentY))
  const bottom = Math.min(to.height - 1, Math.ceil(y + extentY))
  const shift = 256 + Math.floor(own * 4096)
  const { y: light, u: blue, v: red } = to
  const stride = to.width
  const [near, low, high] = [thick + 0.5, -behind - thick - 0.5, ahead + thick + 0.5]
  for (let v = top; v <= bottom; v++) {
    // Only the part of the row that lies in the stroke's box.
    let start = left
    let end = right
    if (Math.abs(sin) > DABS.level) {
      const one = x + ((v - y) * cos - near) / sin
      const other = x + ((v - y) * cos + near) / sin
      start = Math.max(start, Math.floor(Math.min(one, other)))
      end = Math.min(end, Math.ceil(Math.max(one, other)))
    }
    if (Math.abs(cos) > DABS.level) {
      const one = x + (low - (v - y) * sin) / cos
      const other = x + (high - (v - y) * sin) / cos
      start = Math.max(start, Math.floor(Math.min(one, other)))
      end = Math.min(end, Math.ceil(Math.max(one, other)))
    }
    for (let u = start; u <= end; u++) {
      const along = (u - x) * cos + (v - y) * sin
      const across = (v - y) * cos - (u - x) * sin
      const past = along > 0 ? along - ahead : -along - behind
      const aside = across < 0 ? -across : across
      const round = past > 0 ? Math.sqrt(across * across + past * past) : aside
      const cover = thick + 0.5 - round
      if (cover <= 0) continue
      const line = (((across * 2 + shift) | 0) & (TILE_SIDE - 1)) * TILE_SIDE
      const hair = bristles[line + (((along * DABS.hair.along + shift) | 0) & (TILE_SIDE - 1))]!
      const share =
        (cover < 1 ? cover : 1) * presence * (DABS.hair.least + (1 - DABS.hair.least) * hair)
      const pixel = v * stride + u
      // The upper edge of a stroke catches light, the lower one has a shade.
      const edge = across * slope
      const ridge = DABS.hair.ridge * (hair - 0.5) - DABS.edge * edge * (edge < 0 ? -edge : edge)
      light[pixel] = light[pixel]! + share * (luma + ridge - light[pixel]!)
      if ((u | v) & 1) continue
      const small = (v >> 1) * (stride >> 1) + (u >> 1)
      blue[small] = blue[small]! + share * (cb - blue[small]!)
      red[small] = red[small]! + share * (cr - red[small]!)
    }
  }
}

/** How far a stroke goes in a direction before the light changes. */
function reachOf(
  x: number,
  y: number,
  cos: number,
  sin: number,
  most: number,
  { width, height, y: luma }: Planes,
  at: number,
): number {
  const level = luma[at]!
  let last = 0
  for (let far = 2; far <= most; far += 2) {
    const column = Math.floor((x + cos * far) / 2)
    const row = Math.floor((y + sin * far) / 2)
    if (column < 0 || row < 0 || column >= width || row >= height) return far
    const off = Math.abs(luma[row * width + column]! - level)
    if (off > DABS_EDGE) return far - 2 + (2 * (DABS_EDGE - last)) / Math.max(1e-3, off - last)
    last = off
  }
  return most
}

/** A round dot whose colour lies to one side of the picture's. */
function drawDot(mark: Mark, radius: number, colours: Planes, to: Planes): void {
  const { x, y, own, presence } = mark
  const at = indexOf(mark, colours, 0.5)
  const { y: luma, u: cb, v: cr } = dotColour(own, colours.y[at]!, colours.u[at]!, colours.v[at]!)
  const size = radius * (DOTS.size.least + DOTS.size.range * ((own * 11) % 1)) * presence
  const { y: light, u: blue, v: red, width: stride } = to
  const top = Math.max(0, Math.floor(y - size))
  const bottom = Math.min(to.height - 1, Math.ceil(y + size))
  const outer = (size + 0.5) * (size + 0.5)
  const inner = size > 0.5 ? (size - 0.5) * (size - 0.5) : 0
  for (let v = top; v <= bottom; v++) {
    const down = (v - y) * (v - y)
    if (down >= outer) continue
    const half = Math.sqrt(outer - down)
    const right = Math.min(stride - 1, Math.floor(x + half))
    for (let u = Math.max(0, Math.ceil(x - half)); u <= right; u++) {
      const far = down + (u - x) * (u - x)
      const share = far <= inner ? 1 : size + 0.5 - Math.sqrt(far)
      const pixel = v * stride + u
      light[pixel] = light[pixel]! + share * (luma - light[pixel]!)
      if ((u | v) & 1) continue
      const small = (v >> 1) * (stride >> 1) + (u >> 1)
      blue[small] = blue[small]! + share * (cb - blue[small]!)
      red[small] = red[small]! + share * (cr - red[small]!)
    }
  }
}

/** The eye mixes dots: two thirds hold the picture's colour, stronger; one third leans to a side and a lightness. */
function dotColour(own: number, y: number, u: number, v: number): Yuv {
  const strong = vividness(DOTS.vivid, y, u, v)
  const cb = 128 + strong * (u - 128)
  const cr = 128 + strong * (v - 128)
  const kind = (own * 31) % 1
  const light = y + DOTS.varies * (((own * 23) % 1) - 0.5)
  if (kind < DOTS.pure) return { y: light, u: cb, v: cr }
  // Blue in the shade, yellow and orange in the light.
  const shade = Math.min(1, Math.max(0, (DOTS.shade.from - y) / DOTS.shade.range))
  if (kind < DOTS.cool)
    return { y: light - 12 * shade, u: cb + 18 * shade - 7 * (1 - shade), v: cr - 8 * shade + 3 }
  return { y: light + 14 * (1 - shade), u: cb - 9, v: cr + 8 }
}
