import { smoothstep } from '../../../geometry/smoothstep.ts'
import { withArena } from '../../../raster/arena.ts'
import { linearToSrgb, luminance, srgbToLinear } from '../../../raster/colour/lab.ts'
import { blur } from '../../../raster/filter/blur.ts'
import type { Head } from '../head/head.ts'
import { unitVector3, type Vector } from '../head/scalp.ts'
import { compressHighlights, type HeadLight } from '../match/match-hair.ts'
import type { HairLayer } from '../reference/place-hair.ts'
import {
  FACE_WIDTH,
  LAMP_AT,
  LEAST_SHARE,
  PARTING_PARTED,
  SCALP_SKULL,
  STRAND_STEP,
  STRANDS_BEFORE,
  STRANDS_BREADTH,
  STRANDS_COUNT,
  STRANDS_DEEP,
  STRANDS_DEEPER,
  STRANDS_DENSE,
  STRANDS_DEPTHS,
  STRANDS_ENDS,
  STRANDS_FULL,
  STRANDS_HIDE,
  STRANDS_INSIDE,
  STRANDS_LAMP,
  STRANDS_LAYER,
  STRANDS_LEAST,
  STRANDS_LOCKS,
  STRANDS_OPAQUE,
  STRANDS_ROOT,
  STRANDS_ROOTED,
  STRANDS_SHADES,
  STRANDS_SHINE,
  STRANDS_SKY,
  STRANDS_SOFT,
  STRANDS_TONE,
  STRANDS_TURNED,
  STRANDS_UNLIKE,
} from '../tuning.ts'
import { clearFeatures } from './clear-features.ts'
import type { Strands } from './grow-strands.ts'
import type { Hairstyle } from './hairstyle.ts'
import { occludingSurface } from './occluding-surface.ts'
import { partingMask } from './parting-mask.ts'
import { castShadows } from './strand-shadows.ts'

/** How many strands a hairstyle needs on a face of this size. */
export function strandCount({ strands }: Hairstyle, { faceWidth }: Head['frame']): number {
  return Math.round(
    strands * Math.min(STRANDS_COUNT.most, Math.max(STRANDS_COUNT.least, faceWidth / FACE_WIDTH)),
  )
}

/**
 * Draws strands at the resolution of their wearer's picture: sorted by depth, lit as hair is (Kajiya and Kay 1989, with
 * the two highlights of Marschner et al. 2003), in each other's shadow (opacity along the light, Lokovic and Veach
 * 2000), behind the wearer's face, neck and clothes where they lie deeper.
 * @param palette the colours of the darkest and of the lightest strands, rrggbb
 * @param slope how the light on the wearer's face grows to the right of the picture: {@link HeadLight}
 */
export function renderStrands(
  strands: Strands,
  style: Hairstyle,
  palette: readonly string[],
  wearer: Head,
  { slope }: Pick<HeadLight, 'slope'>,
): HairLayer {
  const { width, height } = wearer.picture
  const { centre, across, up, faceWidth } = wearer.frame
  const { points } = strands
  const turned = turn(strands, wearer)
  if (style.cut.by === 'hem') clearFeatures(turned, wearer)
  const toLight = unitVector3([
    Math.min(LAMP_AT.most, Math.max(-LAMP_AT.most, STRANDS_TURNED * slope)) + LAMP_AT.right,
    LAMP_AT.up,
    LAMP_AT.front,
  ])
  const lightAt = castShadows(turned, toLight)
  // Premultiplied linear red, green and blue with the share of hair, four numbers a pixel.
  const paint = new Float32Array(width * height * 4)
  const surface = occludingSurface(wearer, style.cut.by === 'hem')
  const shades = shadesOf(palette)
  const shine = shineIn(toLight, style.shine)
  const breadth = STRANDS_BREADTH * faceWidth
  const half = Math.max(0.5, breadth / 2)
  const opaque = STRANDS_OPAQUE * Math.min(1, breadth)
  const long = 0.5 * faceWidth
  const isUnseen = (x: number, y: number, w: number): boolean => {
    if (x < 0 || y < 0 || x >= width || y >= height) return true
    const at = Math.floor(y) * width + Math.floor(x)
    return (
      paint[4 * at + 3]! > STRANDS_FULL ||
      (surface.front[at]! > STRANDS_FULL && w < surface.depth[at]! - STRANDS_SOFT)
    )
  }
  const order = sortByDepth(turned, points)
  for (const segment of order) {
    const strand = Math.floor(segment / (points - 1))
    const nth = segment - strand * (points - 1)
    const at = (strand * points + nth) * 3
    const u = turned[at]!
    const v = turned[at + 1]!
    const w = turned[at + 2]!
    const du = turned[at + 3]! - u
    const dv = turned[at + 4]! - v
    const dw = turned[at + 5]! - w
    const x = centre.x + faceWidth * (u * across.x + v * up.x)
    const y = centre.y + faceWidth * (u * across.y + v * up.y)
    const dx = faceWidth * (du * across.x + dv * up.x)
    const dy = faceWidth * (du * across.y + dv * up.y)
    const reach = Math.max(Math.abs(dx), Math.abs(dy))
    if (reach > long) continue
    if (isUnseen(x, y, w) && isUnseen(x + dx, y + dy, w + dw)) continue
    const s = nth / (points - 1)
    const far = s * points * STRAND_STEP
    const light = lightAt(u, v, w)
    const size = Math.sqrt(du * du + dv * dv + dw * dw) || 1
    // A number of each strand's own, from a multiplicative hash (Knuth).
    const one = (Math.imul(strand, 0x9e3779b1) >>> 8) / 0x1000000 - 0.5
    const lit = shine(du / size, dv / size, dw / size, light, STRANDS_UNLIKE.angle * one)
    const own =
      strands.tone[strand]! * STRANDS_TONE.own +
      style.lighterEnds * smoothstep(STRANDS_TONE.ends, 1, s)
    const shade = shades[Math.min(STRANDS_SHADES - 1, Math.floor(own * (STRANDS_SHADES - 1)))]!
    // Roots are in the shade of what lies over them, and so are inner layers.
    const root = STRANDS_ROOT.shade + STRANDS_ROOT.lit * smoothstep(0, STRANDS_ROOT.far, far)
    const lock = 1 + STRANDS_LOCKS * (strands.tone[strand]! - 0.5)
    const depth =
      (STRANDS_LAYER.inner + STRANDS_LAYER.outer * strands.layer[strand]!) *
      root *
      lock *
      (1 + STRANDS_UNLIKE.light * one)
    const ends = 1 - STRANDS_ENDS.thinner * smoothstep(STRANDS_ENDS.from, 1, s)
    const thick = strands.opacity[strand]!
    // At the hairline strands grow out of the skin gradually; elsewhere other hair hides where they do.
    const rooted = STRANDS_ROOTED.thin + 0.5 * smoothstep(STRANDS_ROOTED.thick, 1, thick)
    const alpha =
      opaque * thick * ends * (rooted + (1 - rooted) * smoothstep(0, STRANDS_ROOTED.far, far))
    const body = depth * lit.diffuse
    const gloss = depth * lit.second
    const white = depth * lit.first
    const shaded = body * (1 - light)
    const open = body - shaded
    const red = shade[0]! * open + shade[6]! * shaded + shade[3]! * gloss + white
    const green = shade[1]! * open + shade[7]! * shaded + shade[4]! * gloss + white
    const blue = shade[2]! * open + shade[8]! * shaded + shade[5]! * gloss + white
    const steps = Math.max(1, Math.round(reach))
    const flat = Math.abs(dx) >= Math.abs(dy)
    // Lines side by side that a strand touches: rows of a flat piece, columns of a steep one.
    const stride = flat ? width : 1
    const limit = flat ? height : width
    for (let n = 0; n < steps; n++) {
      const t = (n + 0.5) / steps
      const px = x + t * dx
      const py = y + t * dy
      if (px < 1 || py < 1 || px >= width - 1 || py >= height - 1) continue
      const column = Math.floor(px)
      const row = Math.floor(py) * width
      const pixel = row + column
      if (paint[4 * pixel + 3]! > STRANDS_FULL) continue
      const front = surface.front[pixel]!
      const above =
        front === 0
          ? 1
          : smoothstep(-STRANDS_SOFT, STRANDS_SOFT, w + t * dw - surface.depth[pixel]!)
      const share = alpha * (1 - front * (1 - above)) * Math.min(1, reach)
      if (share < STRANDS_LEAST) continue
      const along = flat ? column : row
      const low = (flat ? py : px) - half
      const high = low + 2 * half
      for (let line = Math.max(0, Math.floor(low)); line < limit && line < high; line++) {
        const to = 4 * (along + line * stride)
        const covered =
          (1 - paint[to + 3]!) * share * (Math.min(high, line + 1) - Math.max(low, line))
        paint[to] = paint[to]! + covered * red
        paint[to + 1] = paint[to + 1]! + covered * green
        paint[to + 2] = paint[to + 2]! + covered * blue
        paint[to + 3] = paint[to + 3]! + covered
      }
    }
  }
  return toLayer(paint, wearer, palette, partingMask(style, wearer))
}

/** Turns strands as the wearer's head is turned. */
function turn({ places }: Strands, { face }: Head): Float32Array {
  const yaw = (face.pose.yaw * Math.PI) / 180
  const out = new Float32Array(places.length)
  const [cos, sin] = [Math.cos(yaw), Math.sin(yaw)]
  const middle = SCALP_SKULL.centre[2]
  for (let i = 0; i < places.length; i += 3) {
    const [u, w] = [places[i]!, places[i + 2]! - middle]
    // The skull is as deep as its hair needs it; a forehead lies hardly before the eyes it is turned with.
    const before = places[i + 2]! > 0 ? STRANDS_BEFORE * places[i + 2]! : places[i + 2]!
    out[i] = u * cos + before * sin
    out[i + 1] = places[i + 1]!
    out[i + 2] = middle + w * cos - u * sin
  }
  return out
}

/**
 * Linear colours of the tones, those that light takes on inside the strands, and those in the shade, which is lit
 * through other hair: nine numbers each.
 */
function shadesOf(palette: readonly string[]): readonly (readonly number[])[] {
  const [dark, pale] = [linearOf(palette[0]!), linearOf(palette[1]!)]
  return Array.from({ length: STRANDS_SHADES }, (_, n) => {
    const own = dark.map((value, c) => value + (n / (STRANDS_SHADES - 1)) * (pale[c]! - value))
    const deep = own.map((value) => value ** STRANDS_DEEPER)
    const level = levelOf(own) / Math.max(1e-4, levelOf(deep))
    return [
      ...own,
      ...own.map((value) => value ** STRANDS_INSIDE),
      ...deep.map((value) => level * value),
    ]
  })
}

function linearOf(colour: string): number[] {
  return [0, 2, 4].map((at) => srgbToLinear(Number.parseInt(colour.slice(at, at + 2), 16)))
}

type Lit = { diffuse: number; first: number; second: number }

/** Kajiya and Kay's model: a cylinder is lit across and shines along a cone; the second highlight has its colour. */
function shineIn(
  toLight: Vector,
  strength: number,
): (du: number, dv: number, dw: number, light: number, tilt: number) => Lit {
  const { first, second } = STRANDS_SHINE
  const half = unitVector3([toLight[0], toLight[1], toLight[2] + 1])
  // Powers are looked up: there are a million segments.
  const steps = 512
  const narrow = Float32Array.from({ length: steps + 1 }, (_, n) => (n / steps) ** 70)
  const wide = Float32Array.from({ length: steps + 1 }, (_, n) => (n / steps) ** 18)
  const across = (along: number): number => Math.sqrt(Math.max(0, 1 - along * along))
  const lit: Lit = { diffuse: 0, first: 0, second: 0 }
  return (du, dv, dw, light, tilt) => {
    const alongLight = du * toLight[0] + dv * toLight[1] + dw * toLight[2]
    const alongHalf = du * half[0] + dv * half[1] + dw * half[2]
    lit.diffuse = STRANDS_SKY * (0.5 + 0.5 * light) + STRANDS_LAMP * light * across(alongLight)
    lit.first =
      first.share *
      strength *
      light *
      light *
      narrow[Math.floor(steps * across(alongHalf + first.tilt + tilt))]!
    lit.second =
      second.share *
      strength *
      light *
      wide[Math.floor(steps * across(alongHalf - second.tilt + tilt))]!
    return lit
  }
}

/** Segments from the nearest to the deepest. */
function sortByDepth(places: Float32Array, points: number): Int32Array {
  const pieces = points - 1
  const strands = places.length / 3 / points
  const depths = new Uint16Array(strands * pieces)
  const starts = new Int32Array(STRANDS_DEPTHS + 1)
  for (let strand = 0, n = 0; strand < strands; strand++) {
    for (let nth = 0; nth < pieces; nth++, n++) {
      const w = places[(strand * points + nth) * 3 + 2]!
      const depth = Math.min(
        STRANDS_DEPTHS - 1,
        Math.max(0, Math.floor(((STRANDS_DEEP.from - w) / STRANDS_DEEP.reach) * STRANDS_DEPTHS)),
      )
      depths[n] = depth
      starts[depth + 1]!++
    }
  }
  for (let n = 1; n <= STRANDS_DEPTHS; n++) starts[n] = starts[n]! + starts[n - 1]!
  const order = new Int32Array(depths.length)
  for (let n = 0; n < depths.length; n++) order[starts[depths[n]!]!++] = n
  return order
}

/**
 * Straight colours at the level of the palette, with dark hair beneath where strands are dense but leave gaps. A
 * parting is filled in part alone, along its whole length: its scalp lies in the shade of the hair beside it.
 */
function toLayer(
  paint: Float32Array,
  { picture, frame }: Head,
  palette: readonly string[],
  parted: Float32Array,
): HairLayer {
  const { width, height } = picture
  const count = width * height
  const [dark, pale] = [linearOf(palette[0]!), linearOf(palette[1]!)]
  const alpha = new Float32Array(count)
  for (let at = 0; at < count; at++) alpha[at] = paint[4 * at + 3]!
  const dense = withArena(() => blur(alpha, picture, STRANDS_DENSE.sigma * frame.faceWidth).slice())
  const gain = levelOf(dark.map((value, c) => 0.5 * (value + pale[c]!))) / meanLevel(paint)
  const layer: HairLayer = {
    width,
    height,
    alpha,
    red: new Float32Array(count),
    green: new Float32Array(count),
    blue: new Float32Array(count),
  }
  const planes = [layer.red, layer.green, layer.blue]
  for (let at = 0; at < count; at++) {
    const own = alpha[at]!
    if (own <= 0 && dense[at]! < STRANDS_DENSE.from) continue
    const among = smoothstep(STRANDS_DENSE.from, STRANDS_DENSE.to, dense[at]!)
    const gap = among + parted[at]! * (1 - PARTING_PARTED.bare - among)
    const under = (1 - own) * gap
    const all = own + under
    alpha[at] = all < LEAST_SHARE ? 0 : all
    if (all < LEAST_SHARE) continue
    for (const [c, plane] of planes.entries()) {
      const level = (gain * paint[4 * at + c]! + 0.5 * under * dark[c]!) / all
      plane[at] = linearToSrgb(compressHighlights(level))
    }
  }
  return layer
}

function levelOf([r, g, b]: readonly number[]): number {
  return luminance(r!, g!, b!)
}

/** The mean luminance of the hair where it hides what is behind it. */
function meanLevel(paint: Float32Array): number {
  let [sum, count] = [0, 0]
  for (let at = 0; at < paint.length; at += 4) {
    const share = paint[at + 3]!
    if (share < STRANDS_HIDE) continue
    sum += luminance(paint[at]!, paint[at + 1]!, paint[at + 2]!) / share
    count++
  }
  return count > 0 ? Math.max(1e-4, sum / count) : 1
}
