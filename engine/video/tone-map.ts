import { TONE_MAP } from './tuning.ts'

/** Points along each side of the table. 33 are what cinema tools use; between them is interpolated. */
const SIZE = 33

/** Luminance in cd/m² of the white of text and paper (ITU-R BT.2408), which becomes the white of the result. */
const REFERENCE_WHITE = 203
/** The brightest that is told apart from white. */
const PEAK = 1000

/** Primaries of BT.2020 to those of BT.709, both linear (ITU-R BT.2407). */
const TO_709 = [
  [1.6605, -0.5876, -0.0728],
  [-0.1246, 1.1329, -0.0083],
  [-0.0182, -0.1006, 1.1187],
] as const

/** Luminance of BT.2020 primaries. */
const LUMA_2020 = [0.2627, 0.678, 0.0593] as const

type Colour = readonly [red: number, green: number, blue: number]

/**
 * A colour table in the `.cube` format (Adobe) from BT.2100 PQ or HLG, R'G'B' in 0 to 1, to BT.709. A table works with
 * every build of ffmpeg, while its tone-mapping filters come with a library that many builds leave out.
 */
export function toneMapTable(transfer: 'pq' | 'hlg'): string {
  const lines = [`LUT_3D_SIZE ${SIZE}`]
  for (let blue = 0; blue < SIZE; blue++) {
    for (let green = 0; green < SIZE; green++) {
      for (let red = 0; red < SIZE; red++) {
        const coded = [red, green, blue].map((step) => step / (SIZE - 1)) as [
          number,
          number,
          number,
        ]
        lines.push(
          toneMap(coded, transfer)
            .map((value) => value.toFixed(6))
            .join(' '),
        )
      }
    }
  }
  return `${lines.join('\n')}\n`
}

/** One colour of BT.2100, coded, as BT.709 shows it, coded. Brightness is compressed and hue kept. */
export function toneMap(coded: Colour, transfer: 'pq' | 'hlg'): Colour {
  const light = transfer === 'pq' ? fromPqColour(coded) : fromHlg(coded)
  const luminance = dot(LUMA_2020, light)
  const gain = luminance > 0 ? compress(luminance / REFERENCE_WHITE) / luminance : 0
  const shown = TO_709.map((row) => dot(row, light) * gain)
  return shown.map((value) => encode709(Math.min(1, Math.max(0, value)))) as [
    number,
    number,
    number,
  ]
}

function fromPqColour([red, green, blue]: Colour): Colour {
  return [fromPq(red), fromPq(green), fromPq(blue)]
}

/** cd/m² of a PQ value (SMPTE ST 2084). */
function fromPq(value: number): number {
  const root = value ** (1 / 78.84375)
  return (
    10_000 *
    (Math.max(0, root - 0.8359375) / (18.8515625 - 18.6875 * root)) ** (1 / 0.1593017578125)
  )
}

/** cd/m² of an HLG colour on a display of 1000 cd/m², with its system gamma of 1.2 (BT.2100). */
function fromHlg(coded: Colour): Colour {
  const scene = coded.map((value) =>
    value <= 0.5
      ? (value * value) / 3
      : (Math.exp((value - 0.55991073) / 0.17883277) + 0.28466892) / 12,
  ) as unknown as Colour
  const gain = PEAK * Math.max(dot(LUMA_2020, scene), 1e-9) ** 0.2
  return scene.map((value) => value * gain) as unknown as Colour
}

/**
 * Luminance in multiples of the reference white to 0 to 1: a straight line up to the knee, and a curve that reaches 1
 * at the peak with the same slope at the knee. Faces and paper keep the contrast that they have.
 */
function compress(value: number): number {
  const { knee, slope } = TONE_MAP
  const most = PEAK / REFERENCE_WHITE

  const low = value * slope
  if (low <= knee) return low
  const over = (Math.min(value, most) - knee / slope) / (most - knee / slope)
  const start = (slope * (most - knee / slope)) / (1 - knee)
  // Rational curve through (0, 0) and (1, 1) with the slope `start` at 0.
  return knee + (1 - knee) * ((over * start) / (1 + over * (start - 1)))
}

/** BT.1886 shows a value to the power of 2.4; so it is coded by the inverse. */
function encode709(light: number): number {
  return light ** (1 / 2.4)
}

function dot(row: readonly number[], [red, green, blue]: Colour): number {
  return (row[0] ?? 0) * red + (row[1] ?? 0) * green + (row[2] ?? 0) * blue
}
