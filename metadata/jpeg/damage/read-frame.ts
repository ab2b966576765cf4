/** A component of a frame. Sizes in blocks of 8 × 8 samples. */
export type FrameComponent = {
  id: number
  /** Blocks of an MCU in each direction. */
  across: number
  down: number
  /** Blocks that hold pixels: what a scan of this component alone codes. */
  columns: number
  rows: number
  /** Blocks a row with those that fill up MCUs. */
  stride: number
  quantisation: number
}

export type Frame = {
  progressive: boolean
  /** Bits of a sample. */
  precision: number
  width: number
  height: number
  /** MCUs of a scan of all components. */
  mcuColumns: number
  mcuRows: number
  /** Pixel rows of an MCU. */
  mcuHeight: number
  components: FrameComponent[]
}

/** Frames of Huffman-coded DCT blocks: baseline, extended, progressive. */
const [SOF0, SOF1, SOF2] = [0xc0, 0xc1, 0xc2]

/**
 * Reads a frame header (ITU T.81, B.2.2) from behind its length. Undefined for the other kinds, arithmetic and lossless
 * coding among them, and where it is damaged.
 */
export function readFrame(marker: number, segment: Uint8Array): Frame | undefined {
  if (marker !== SOF0 && marker !== SOF1 && marker !== SOF2) return undefined
  const [precision = 0, h1 = 0, h0 = 0, w1 = 0, w0 = 0, count = 0] = segment
  const [height, width] = [(h1 << 8) | h0, (w1 << 8) | w0]
  if (!width || !height || count < 1 || count > 4 || segment.length < 6 + 3 * count)
    return undefined
  const declared = Array.from({ length: count }, (_, n) => {
    const [id = 0, factors = 0, quantisation = 0] = segment.subarray(6 + 3 * n, 9 + 3 * n)
    return { id, across: factors >> 4, down: factors & 15, quantisation }
  })
  if (declared.some(({ across, down }) => !isFactor(across) || !isFactor(down))) return undefined
  const most = {
    across: Math.max(...declared.map(({ across }) => across)),
    down: Math.max(...declared.map(({ down }) => down)),
  }
  const mcuColumns = Math.ceil(width / (8 * most.across))
  const mcuRows = Math.ceil(height / (8 * most.down))
  const components = declared.map((component) => ({
    ...component,
    columns: Math.ceil(Math.ceil((width * component.across) / most.across) / 8),
    rows: Math.ceil(Math.ceil((height * component.down) / most.down) / 8),
    stride: mcuColumns * component.across,
  }))
  const mcuHeight = 8 * most.down
  const progressive = marker === SOF2
  return { progressive, precision, width, height, mcuColumns, mcuRows, mcuHeight, components }
}

function isFactor(factor: number): boolean {
  return factor >= 1 && factor <= 4
}
