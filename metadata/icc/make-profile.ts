import { HEADER_BYTES, text, writeProfile } from './write-profile.ts'

/** A colour's chromaticity in CIE 1931. */
export type Chromaticity = readonly [x: number, y: number]

/** The primaries and the white of an RGB space. */
export type Primaries = Record<'red' | 'green' | 'blue' | 'white', Chromaticity>

/** How values become light: the curve of sRGB (IEC 61966-2-1), or a power. */
export type ToneCurve = 'srgb' | { gamma: number }

type Vector = readonly [number, number, number]
type Matrix = readonly [Vector, Vector, Vector]

/** White of a profile's connection space (ICC.1:2010, 6.3.4.3). */
const D50: Vector = [0.9642, 1, 0.8249]

/** From XYZ to the responses of cones, between which whites are adapted (Bradford; ICC.1:2010, annex E). */
const BRADFORD: Matrix = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
]

/** A profile of version 4 has curves by parameters. */
const VERSION = 0x04_20_00_00

/**
 * An ICC profile of a space that a file states without one, by primaries and a curve.
 * @param name what it describes itself as, in ASCII
 */
export function rgbProfileOf(name: string, primaries: Primaries, tone: ToneCurve): Buffer {
  const columns = transposed(toConnection(primaries))
  const curve = curveOf(tone)
  return writeProfile(headOf('RGB '), [
    ...namedAs(name),
    ...(['rXYZ', 'gXYZ', 'bXYZ'] as const).map((tag, n) => [tag, xyz(columns[n]!)] as const),
    ...(['rTRC', 'gTRC', 'bTRC'] as const).map((tag) => [tag, curve] as const),
  ])
}

/** {@link rgbProfileOf} for a picture without colours. */
export function greyProfileOf(name: string, tone: ToneCurve): Buffer {
  return writeProfile(headOf('GRAY'), [...namedAs(name), ['kTRC', curveOf(tone)]])
}

function namedAs(name: string): (readonly [string, Buffer])[] {
  return [
    ['desc', text('desc', name, true)],
    ['cprt', text('text', 'none', true)],
    ['wtpt', xyz(D50)],
  ]
}

function headOf(space: 'RGB ' | 'GRAY'): Buffer {
  const head = Buffer.alloc(HEADER_BYTES)
  head.writeUInt32BE(VERSION, 8)
  head.write(`mntr${space}XYZ `, 12, 'latin1')
  // A date is asked for; always the same one, so that equal pictures have equal bytes.
  for (const [n, part] of [2000, 1, 1].entries()) head.writeUInt16BE(part, 24 + 2 * n)
  head.write('acsp', 36, 'latin1')
  xyz(D50).copy(head, 68, 8)
  return head
}

/** Linear RGB to XYZ for D50: white is what equal parts of all give (SMPTE RP 177), adapted to D50. */
function toConnection({ red, green, blue, white }: Primaries): Matrix {
  const columns = transposed([red, green, blue].map(fromChromaticity) as unknown as Matrix)
  const own = fromChromaticity(white)
  const amounts = applied(inverse(columns), own)
  const scaled = columns.map((row) => row.map((value, n) => value * amounts[n]!))
  const [from, to] = [applied(BRADFORD, own), applied(BRADFORD, D50)]
  const gains = BRADFORD.map((row, n) => row.map((value) => (value * to[n]!) / from[n]!))
  const adapt = product(inverse(BRADFORD), gains as unknown as Matrix)
  return product(adapt, scaled as unknown as Matrix)
}

function fromChromaticity([x, y]: Chromaticity): Vector {
  return [x / y, 1, (1 - x - y) / y]
}

function applied(matrix: Matrix, [x, y, z]: Vector): Vector {
  return matrix.map(([a, b, c]) => a * x + b * y + c * z) as unknown as Vector
}

function product(left: Matrix, right: Matrix): Matrix {
  return transposed(transposed(right).map((column) => applied(left, column)) as unknown as Matrix)
}

function transposed(matrix: Matrix): Matrix {
  return [0, 1, 2].map((n) => matrix.map((row) => row[n]!)) as unknown as Matrix
}

function inverse(matrix: Matrix): Matrix {
  const [[a, b, c], [d, e, f], [g, h, i]] = matrix
  const determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
  const adjugate: Matrix = [
    [e * i - f * h, c * h - b * i, b * f - c * e],
    [f * g - d * i, a * i - c * g, c * d - a * f],
    [d * h - e * g, b * g - a * h, a * e - b * d],
  ]
  return adjugate.map((row) => row.map((value) => value / determinant)) as unknown as Matrix
}

/** A body of type `para`: a power, or that of sRGB with its straight part (ICC.1:2010, 10.15). */
function curveOf(tone: ToneCurve): Buffer {
  const [type, ...parameters] =
    tone === 'srgb' ? [3, 2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045] : [0, tone.gamma]
  const head = Buffer.from('para\0\0\0\0\0\0\0\0', 'latin1')
  head.writeUInt16BE(type!, 8)
  return Buffer.concat([head, ...parameters.map(fixed)])
}

function xyz(values: Vector): Buffer {
  return Buffer.concat([Buffer.from('XYZ \0\0\0\0', 'latin1'), ...values.map(fixed)])
}

function fixed(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(Math.round(value * 65_536))
  return bytes
}
