import { withArena } from '../../raster/arena.ts'
import { blur } from '../../raster/blur.ts'
import { linearToSrgb, srgbToLinear } from '../../raster/lab.ts'
import { paintPolygon } from '../../raster/paint-polygon.ts'
import { smoothstep } from '../../raster/smoothstep.ts'
import { sampleGrid } from '../../regions/region-grid.ts'
import { POINTS, type Strands } from './grow-strands.ts'
import type { Hairstyle } from './hairstyle.ts'
import { fromHead, type Head, onHead } from './head.ts'
import type { HairLayer } from './place-hair.ts'
import { SKULL, unit, type Vector } from './scalp.ts'

/** Where light comes from and where the camera is, seen from the head. */
const LIGHT: Vector = unit([0.12, 0.78, 0.6])
const HALF: Vector = unit([0.12, 0.78, 1.6])

/** The breadth of a strand, widths of the face; a strand of fewer pixels is paler instead. */
const BREADTH = 0.0042

/** Strands are given for a face of so many pixels; a smaller one needs fewer, a larger one more. */
const FACE_WIDTH = 230

/** How many strands a hairstyle needs on a face of this size. */
export function strandCount({ strands }: Hairstyle, { faceWidth }: Head['frame']): number {
  return Math.round(strands * Math.min(1.7, Math.max(0.6, faceWidth / FACE_WIDTH)))
}

/** Cells of the grid that shadows are cast in, along each axis, and how much hair of a cell takes of the light. */
const CELLS = 44
const ABSORBS = 0.9

/** Depths that strands are sorted into, from behind the head to before the face. */
const DEPTHS = 256

type Light = { cells: Float32Array; box: { from: Vector; size: number } }

/**
 * Draws strands at the resolution of their wearer's picture: sorted by depth, lit as hair is (Kajiya and Kay 1989, with
 * the two highlights of Marschner et al. 2003), in each other's shadow (opacity along the light, Lokovic and Veach
 * 2000), behind the wearer's face, neck and clothes where they lie deeper.
 * @param palette the colours of the darkest and of the lightest strands, rrggbb
 */
export function renderStrands(
  strands: Strands,
  style: Hairstyle,
  palette: readonly string[],
  wearer: Head,
): HairLayer {
  const { width, height } = wearer.picture
  const { frame } = wearer
  const turned = turn(strands, wearer)
  const light = castShadows(turned)
  // Premultiplied linear red, green and blue with the share of hair, four numbers a pixel.
  const paint = new Float32Array(width * height * 4)
  const cover = coverOf(wearer)
  const [dark, pale] = [linearOf(palette[0]!), linearOf(palette[1]!)]
  const pixels = BREADTH * frame.faceWidth
  const alphaOf = Math.min(1, 0.62 * Math.max(0.35, Math.min(1, pixels)))
  const radius = Math.max(0.5, pixels / 2)
  for (const segment of sortByDepth(turned)) {
    const strand = Math.floor(segment / (POINTS - 1))
    const nth = segment % (POINTS - 1)
    const at = (strand * POINTS + nth) * 3
    const s = nth / (POINTS - 1)
    const from: Vector = [turned[at]!, turned[at + 1]!, turned[at + 2]!]
    const to: Vector = [turned[at + 3]!, turned[at + 4]!, turned[at + 5]!]
    const [p, q] = [fromHead(frame, from[0], from[1]), fromHead(frame, to[0], to[1])]
    const long = Math.hypot(q.x - p.x, q.y - p.y)
    if (long > 0.5 * frame.faceWidth) continue
    const way = unit([to[0] - from[0], to[1] - from[1], to[2] - from[2]])
    const lit = shine(way, shadowAt(light, from), style.shine)
    const tone = Math.min(
      1,
      strands.tone[strand]! * 0.8 + style.lighterEnds * smoothstep(0.3, 1, s),
    )
    const root = 0.74 + 0.26 * smoothstep(0, 0.16, s)
    const ends = 1 - smoothstep(0.82, 1, s) * 0.75
    const alpha = alphaOf * strands.opacity[strand]! * ends * (0.55 + 0.45 * smoothstep(0, 0.08, s))
    const colour = dark.map((value, c) => {
      const own = value + tone * (pale[c]! - value)
      return root * (own * lit.diffuse + own ** 0.7 * lit.second) + 0.9 * lit.first
    }) as [number, number, number]
    const steps = Math.max(1, Math.ceil(long / Math.max(0.75, radius)))
    for (let n = 0; n < steps; n++) {
      const t = (n + 0.5) / steps
      const [x, y] = [p.x + t * (q.x - p.x), p.y + t * (q.y - p.y)]
      const depth = from[2] + t * (to[2] - from[2])
      splat(paint, width, height, x, y, colour, alpha * cover(x, y, depth), radius)
    }
  }
  return toLayer(paint, wearer, dark)
}

/** Turns strands as the wearer's head is turned. */
function turn({ places }: Strands, { face }: Head): Float32Array {
  const yaw = (face.pose.yaw * Math.PI) / 180
  const out = new Float32Array(places.length)
  const [cos, sin] = [Math.cos(yaw), Math.sin(yaw)]
  const middle = SKULL.centre[2]
  for (let i = 0; i < places.length; i += 3) {
    const [u, w] = [places[i]!, places[i + 2]! - middle]
    // Far below, hair hangs over shoulders that need not be turned with the head.
    out[i] = u * cos + w * sin - (0 - middle) * sin
    out[i + 1] = places[i + 1]!
    out[i + 2] = middle + w * cos - u * sin
  }
  return out
}

function linearOf(colour: string): [number, number, number] {
  return [0, 2, 4].map((at) => srgbToLinear(Number.parseInt(colour.slice(at, at + 2), 16))) as [
    number,
    number,
    number,
  ]
}

/** How much light reaches each cell of a grid around the hair: what lies between it and the light takes its share. */
function castShadows(places: Float32Array): Light {
  const from: Vector = [-1.3, -2.2, -1.7]
  const size = 3.4
  const density = new Float32Array(CELLS ** 3)
  const scale = CELLS / size
  const cellOf = (u: number, v: number, w: number): number => {
    const x = Math.floor((u - from[0]) * scale)
    const y = Math.floor((v - from[1]) * scale)
    const z = Math.floor((w - from[2]) * scale)
    return x < 0 || y < 0 || z < 0 || x >= CELLS || y >= CELLS || z >= CELLS
      ? -1
      : (z * CELLS + y) * CELLS + x
  }
  for (let i = 0; i < places.length; i += 3) {
    const cell = cellOf(places[i]!, places[i + 1]!, places[i + 2]!)
    if (cell >= 0) density[cell] = density[cell]! + 1
  }
  const full = places.length / 3 / 2600
  const cells = new Float32Array(CELLS ** 3)
  const step = size / CELLS
  for (let z = 0, at = 0; z < CELLS; z++) {
    for (let y = 0; y < CELLS; y++) {
      for (let x = 0; x < CELLS; x++, at++) {
        if (density[at] === 0) continue
        let sum = 0
        let [u, v, w] = [
          from[0] + (x + 0.5) * step,
          from[1] + (y + 0.5) * step,
          from[2] + (z + 0.5) * step,
        ]
        for (let n = 0; n < 9; n++) {
          u += LIGHT[0] * step
          v += LIGHT[1] * step
          w += LIGHT[2] * step
          const cell = cellOf(u, v, w)
          if (cell < 0) break
          sum += Math.min(1.5, density[cell]! / full)
        }
        cells[at] = Math.exp(-ABSORBS * 0.5 * sum)
      }
    }
  }
  return { cells, box: { from, size } }
}

/** The light at a place, between eight cells; where no hair is, the nearest hair counts. */
function shadowAt({ cells, box: { from, size } }: Light, [u, v, w]: Vector): number {
  const scale = CELLS / size
  const [x, y, z] = [
    (u - from[0]) * scale - 0.5,
    (v - from[1]) * scale - 0.5,
    (w - from[2]) * scale - 0.5,
  ]
  const [i, j, k] = [Math.floor(x), Math.floor(y), Math.floor(z)]
  if (i < 0 || j < 0 || k < 0 || i + 1 >= CELLS || j + 1 >= CELLS || k + 1 >= CELLS) return 1
  let [sum, weights] = [0, 0]
  for (let n = 0; n < 8; n++) {
    const [a, b, c] = [n & 1, (n >> 1) & 1, n >> 2]
    const light = cells[((k + c) * CELLS + j + b) * CELLS + i + a]!
    if (light === 0) continue
    const weight = (a ? x - i : 1 - x + i) * (b ? y - j : 1 - y + j) * (c ? z - k : 1 - z + k)
    sum += weight * light
    weights += weight
  }
  return weights > 0 ? sum / weights : 1
}

/** Kajiya and Kay's model: a cylinder is lit across and shines along a cone; the second highlight has its colour. */
function shine(way: Vector, light: number, strength: number) {
  const across = (to: Vector, shift: number): number => {
    const along = way[0] * to[0] + way[1] * to[1] + way[2] * to[2] + shift
    return Math.sqrt(Math.max(0, 1 - along * along))
  }
  const sky = 0.46
  return {
    diffuse: sky * (0.45 + 0.55 * light) + 0.95 * light * across(LIGHT, 0),
    first: 0.075 * strength * light * light * across(HALF, 0.09) ** 90,
    second: 0.5 * strength * light * across(HALF, -0.12) ** 26,
  }
}

/** Segments from the deepest to the nearest. */
function sortByDepth(places: Float32Array): Int32Array {
  const count = (places.length / 3 / POINTS) * (POINTS - 1)
  const depths = new Uint16Array(count)
  const starts = new Int32Array(DEPTHS + 1)
  for (let n = 0; n < count; n++) {
    const at = (Math.floor(n / (POINTS - 1)) * POINTS + (n % (POINTS - 1))) * 3 + 2
    const depth = Math.min(
      DEPTHS - 1,
      Math.max(0, Math.floor(((places[at]! + 1.4) / 2.1) * DEPTHS)),
    )
    depths[n] = depth
    starts[depth + 1]!++
  }
  for (let n = 1; n <= DEPTHS; n++) starts[n] = starts[n]! + starts[n - 1]!
  const order = new Int32Array(count)
  for (let n = 0; n < count; n++) order[starts[depths[n]!]!++] = n
  return order
}

/**
 * How much of hair shows at a pixel by its depth: none behind the face, an ear, the neck or clothes.
 */
function coverOf({
  picture,
  frame,
  regions,
  hair,
}: Head): (x: number, y: number, w: number) => number {
  const { width, height } = picture
  const front = new Float32Array(width * height)
  const surface = new Float32Array(width * height)
  const inOval = new Float32Array(width * height)
  paintPolygon(inOval, picture, frame.oval)
  const { area } = regions.grid
  for (let y = area.top; y < area.top + area.height; y++) {
    for (let x = area.left; x < area.left + area.width; x++) {
      const at = y * width + x
      const { u, v } = onHead(frame, x, y)
      const cloth = sampleGrid(regions.cloth, regions.grid, x, y)
      const skin = sampleGrid(regions.skin, regions.grid, x, y)
      const person = sampleGrid(regions.person, regions.grid, x, y)
      // All of a person but the hair: a neck in the shade of the chin is neither told as skin nor as cloth.
      front[at] = Math.max(inOval[at]!, person * (1 - hair.alpha[at]!))
      surface[at] =
        v < -frame.chin + 0.06 ? (cloth > skin ? -0.22 : -0.34) : Math.abs(u) > 0.46 ? -0.26 : -0.02
    }
  }
  return (x, y, w) => {
    const [column, row] = [Math.floor(x), Math.floor(y)]
    if (column < 0 || row < 0 || column >= width || row >= height) return 0
    const at = row * width + column
    return 1 - front[at]! * (1 - smoothstep(-0.04, 0.04, w - surface[at]!))
  }
}

/** Lays a dab of paint over the pixels around a point. */
function splat(
  paint: Float32Array,
  width: number,
  height: number,
  x: number,
  y: number,
  colour: readonly [number, number, number],
  alpha: number,
  radius: number,
): void {
  if (alpha < 0.004) return
  const left = Math.ceil(x - radius - 1)
  const top = Math.ceil(y - radius - 1)
  const right = Math.min(width - 1, Math.floor(x + radius))
  const bottom = Math.min(height - 1, Math.floor(y + radius))
  const [red, green, blue] = colour
  for (let row = Math.max(0, top); row <= bottom; row++) {
    const down = alpha * Math.min(1, radius + 0.5 - Math.abs(row + 0.5 - y))
    if (down <= 0) continue
    for (let column = Math.max(0, left); column <= right; column++) {
      const share = down * Math.min(1, radius + 0.5 - Math.abs(column + 0.5 - x))
      if (share <= 0) continue
      const at = 4 * (row * width + column)
      const kept = 1 - share
      paint[at] = paint[at]! * kept + share * red
      paint[at + 1] = paint[at + 1]! * kept + share * green
      paint[at + 2] = paint[at + 2]! * kept + share * blue
      paint[at + 3] = paint[at + 3]! * kept + share
    }
  }
}

/** Straight colours, with dark hair beneath where strands are dense but leave gaps. */
function toLayer(
  paint: Float32Array,
  { picture, frame }: Head,
  dark: readonly [number, number, number],
): HairLayer {
  const { width, height } = picture
  const count = width * height
  const alpha = Float32Array.from({ length: count }, (_, at) => paint[4 * at + 3]!)
  const dense = withArena(() => blur(alpha, picture, 0.018 * frame.faceWidth).slice())
  const [red, green, blue] = [
    new Float32Array(count),
    new Float32Array(count),
    new Float32Array(count),
  ]
  for (let at = 0; at < count; at++) {
    const own = alpha[at]!
    if (own <= 0 && dense[at]! < 0.3) continue
    const under = (1 - own) * smoothstep(0.55, 0.9, dense[at]!)
    const all = own + under
    alpha[at] = all < 0.002 ? 0 : all
    if (all < 0.002) continue
    red[at] = linearToSrgb((paint[4 * at]! + under * 0.6 * dark[0]) / all)
    green[at] = linearToSrgb((paint[4 * at + 1]! + under * 0.6 * dark[1]) / all)
    blue[at] = linearToSrgb((paint[4 * at + 2]! + under * 0.6 * dark[2]) / all)
  }
  return { width, height, alpha, red, green, blue }
}
