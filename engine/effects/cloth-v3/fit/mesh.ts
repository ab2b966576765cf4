import type { Box } from '../../../geometry/box.ts'
import { distance, type Point, pointBetween } from '../../../geometry/point.ts'
import { heightAt } from '../../../geometry/polyline.ts'
import type { Size } from '../../../geometry/size.ts'
import type { Placement } from '../../../product/render-product.ts'
import { MESH_COLUMNS, MESH_SAMPLES, MESH_WRAP } from '../tuning.ts'

/**
 * A part of a garment as it is worn: a grid of points, row by row, each with its place in the photo and in the product,
 * in pixels of both.
 */
export type Mesh = { columns: number; rows: number; worn: Point[]; flat: Point[] }

/**
 * Makes a mesh between two edges that go along a part, in the photo and in the product, of as many points each.
 * @param scale pixels of the photo per pixel of the product in the middle of the part; towards its edges it bends away
 */
export function meshBetween(
  worn: { left: readonly Point[]; right: readonly Point[] },
  flat: { left: readonly Point[]; right: readonly Point[] },
  scale: number,
): Mesh {
  const rows = worn.left.length
  const mesh: Mesh = { columns: MESH_COLUMNS, rows, worn: [], flat: [] }
  for (let row = 0; row < rows; row++) {
    const [a, b, c, d] = [worn.left[row]!, worn.right[row]!, flat.left[row]!, flat.right[row]!]
    const width = distance(b, a)
    const bend = wrapFactor((scale * distance(d, c)) / Math.max(1, width))
    for (let column = 0; column < MESH_COLUMNS; column++) {
      const t = (2 * column) / (MESH_COLUMNS - 1) - 1
      const u = (bend * t + (1 - bend) * t ** 3 + 1) / 2
      mesh.worn.push({ x: a.x + u * (b.x - a.x), y: a.y + u * (b.y - a.y) })
      const v = (t + 1) / 2
      mesh.flat.push({ x: c.x + v * (d.x - c.x), y: c.y + v * (d.y - c.y) })
    }
  }
  return mesh
}

/**
 * Makes a mesh between two edges as {@link meshBetween} does, whose cloth bends away towards them by a share, 0–1, of
 * how much it does there, and else is spread evenly across.
 */
export function columnsBetween(
  worn: { left: readonly Point[]; right: readonly Point[] },
  flat: { left: readonly Point[]; right: readonly Point[] },
  { scale, roundAt }: { scale: number; roundAt: (row: number) => number },
): Mesh {
  const columns = 13
  const mesh: Mesh = { columns, rows: worn.left.length, worn: [], flat: [] }
  for (let row = 0; row < mesh.rows; row++) {
    const width = distance(worn.left[row]!, worn.right[row]!)
    const surplus = (scale * distance(flat.left[row]!, flat.right[row]!)) / Math.max(1, width)
    const bend = 1 + roundAt(row) * (wrapFactor(surplus) - 1)
    for (let column = 0; column < columns; column++) {
      const share = column / (columns - 1)
      const over = (wrapPosition(2 * share - 1, bend) + 1) / 2
      mesh.worn.push(pointBetween(worn.left[row]!, worn.right[row]!, over))
      mesh.flat.push(pointBetween(flat.left[row]!, flat.right[row]!, share))
    }
  }
  return mesh
}

/**
 * Bends the rows of a mesh towards a hem's own curve, the lower the more.
 * @param scale pixels of the photo per pixel of the product along the mesh @param down the direction in the photo
 */
export function curveToHem(mesh: Mesh, hem: readonly Point[], scale: number, down: Point): void {
  const [first, last] = [hem[0]!, hem.at(-1)!]
  const base = (x: number): number =>
    first.y + ((x - first.x) / (last.x - first.x)) * (last.y - first.y)
  for (let row = 0; row < mesh.rows; row++) {
    const share = (row / (mesh.rows - 1)) ** 2
    for (let column = 0; column < mesh.columns; column++) {
      const at = row * mesh.columns + column
      const flat = mesh.flat[at]!
      const by = share * ((heightAt(hem, flat.x) ?? base(flat.x)) - base(flat.x))
      mesh.flat[at] = { x: flat.x, y: flat.y + by }
      const point = mesh.worn[at]!
      mesh.worn[at] = { x: point.x + scale * by * down.x, y: point.y + scale * by * down.y }
    }
  }
}

/**
 * How much wider than evenly spread the cloth lies in the middle, as it does on a round body; at most so much that its
 * edges do not fold.
 */
export function wrapFactor(surplus: number): number {
  return Math.min(MESH_WRAP.most, Math.max(MESH_WRAP.least, surplus))
}

/** The position across a part, -1 to 1, of a share -1 to 1 of the cloth. */
export function wrapPosition(t: number, bend: number): number {
  return bend * t + (1 - bend) * t ** 3
}

/** The box of several meshes in the photo, in whole pixels. */
export function boxOfMeshes(meshes: readonly Mesh[]): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x, y } of meshes.flatMap(({ worn }) => worn)) {
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x)
    bottom = Math.max(bottom, y)
  }
  const [x, y] = [Math.floor(left), Math.floor(top)]
  return { left: x, top: y, width: Math.ceil(right) - x, height: Math.ceil(bottom) - y }
}

/** The share of a mesh's triangles that are turned over. */
export function foldedShare(mesh: Mesh): number {
  let [all, folded] = [0, 0]
  for (const [a, b, c] of trianglesOf(mesh)) {
    const worn = areaOf(mesh.worn[a]!, mesh.worn[b]!, mesh.worn[c]!)
    const flat = areaOf(mesh.flat[a]!, mesh.flat[b]!, mesh.flat[c]!)
    all += Math.abs(worn)
    if (worn * flat < 0) folded += Math.abs(worn)
  }
  return folded / Math.max(1, all)
}

/** Where each pixel of a box lies in the product; nowhere where no mesh covers the pixel. Later ones win. */
export function placementOfMeshes(meshes: readonly Mesh[], box: Box): Placement {
  const fine = { width: MESH_SAMPLES * box.width, height: MESH_SAMPLES * box.height }
  const cells = new Int32Array(fine.width * fine.height).fill(-1)
  const maps: Float64Array[] = []
  const onto = ({ x, y }: Point): Point => ({
    x: MESH_SAMPLES * (x - box.left),
    y: MESH_SAMPLES * (y - box.top),
  })
  for (const mesh of meshes) {
    for (const corners of trianglesOf(mesh)) {
      const [p, q, r] = corners.map((at) => onto(mesh.worn[at]!)) as [Point, Point, Point]
      const [f, g, h] = corners.map((at) => mesh.flat[at]!) as [Point, Point, Point]
      const area = areaOf(p, q, r)
      // A triangle that is turned over would show the cloth mirrored.
      if (area * areaOf(f, g, h) <= 0) continue
      maps.push(affine([p, q, r], [f, g, h], area))
      paint(cells, fine, [p, q, r], maps.length - 1)
    }
  }
  return (x, y) => {
    const [u, v] = [MESH_SAMPLES * (x - box.left), MESH_SAMPLES * (y - box.top)]
    const [column, row] = [Math.floor(u), Math.floor(v)]
    if (column < 0 || row < 0 || column >= fine.width || row >= fine.height) return NOWHERE
    const cell = cells[row * fine.width + column]!
    if (cell < 0) return NOWHERE
    const m = maps[cell]!
    return { x: m[0]! + m[1]! * u + m[2]! * v, y: m[3]! + m[4]! * u + m[5]! * v }
  }
}

const NOWHERE: Point = { x: Number.NaN, y: Number.NaN }

function* trianglesOf({ columns, rows }: Mesh): Generator<[number, number, number]> {
  for (let row = 0; row + 1 < rows; row++) {
    for (let column = 0; column + 1 < columns; column++) {
      const a = row * columns + column
      yield [a, a + 1, a + columns]
      yield [a + 1, a + columns + 1, a + columns]
    }
  }
}

/** Twice the area, with the sign of the corners' order. */
function areaOf(p: Point, q: Point, r: Point): number {
  return (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x)
}

type Triangle = readonly [Point, Point, Point]

/** The affine map that takes one triangle to another: x' = m0 + m1 x + m2 y, y' = m3 + m4 x + m5 y. */
function affine([p, q, r]: Triangle, [f, g, h]: Triangle, area: number): Float64Array {
  const map = new Float64Array(6)
  for (const [n, key] of (['x', 'y'] as const).entries()) {
    const [u, v] = [g[key] - f[key], h[key] - f[key]]
    const across = (u * (r.y - p.y) - v * (q.y - p.y)) / area
    const down = (v * (q.x - p.x) - u * (r.x - p.x)) / area
    map.set([f[key] - across * p.x - down * p.y, across, down], 3 * n)
  }
  return map
}

/** Sets the pixels whose centres lie in a triangle, its edges among them. */
function paint(cells: Int32Array, size: Size, corners: Triangle, value: number): void {
  const [p, q, r] = corners
  const first = Math.max(0, Math.floor(Math.min(p.y, q.y, r.y) - 0.5))
  const last = Math.min(size.height - 1, Math.ceil(Math.max(p.y, q.y, r.y) - 0.5))
  for (let row = first; row <= last; row++) {
    const { from, to } = spanOf(corners, row + 0.5)
    const left = Math.max(0, Math.ceil(from - 0.5))
    const right = Math.min(size.width - 1, Math.floor(to - 0.5))
    for (let column = left; column <= right; column++) cells[row * size.width + column] = value
  }
}

/** Where a row enters and leaves a triangle. */
function spanOf([p, q, r]: Triangle, y: number): { from: number; to: number } {
  let [from, to] = [Infinity, -Infinity]
  for (const [a, b] of [
    [p, q],
    [q, r],
    [r, p],
  ] as const) {
    if (y < Math.min(a.y, b.y) || y > Math.max(a.y, b.y) || a.y === b.y) continue
    const x = a.x + ((y - a.y) * (b.x - a.x)) / (b.y - a.y)
    from = Math.min(from, x)
    to = Math.max(to, x)
  }
  return { from, to }
}
