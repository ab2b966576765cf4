import type { Size } from '../geometry/size.ts'
import { selectFrames } from './select-frames.ts'
import type { ColourTags, VideoInfo } from './video-info.ts'

const TURNS = { 0: '', 90: 'transpose=clock', 180: 'hflip,vflip', 270: 'transpose=cclock' } as const

/** The tags of a video that was tone-mapped. */
export const BT709_TAGS: ColourTags = { matrix: 'bt709', primaries: 'bt709', transfer: 'bt709' }

/**
 * One picture for each interlaced one, from its own lines and those of its neighbours (bwdif, after BBC's w3fdif).
 * What is not flagged as such passes as it is. The filter halves the time base.
 */
const DEINTERLACE = 'bwdif=mode=send_frame:parity=auto:deint=interlaced'

/**
 * The filters that make I420 of one size from the frames `kept`, and maybe others, of whatever a file holds: without
 * combs, upright, even, scaled to `width` and `height`, in limited range and 8 bits. High dynamic range is tone-mapped
 * by the table in the file `table`.
 */
export function decodeFilters(
  info: VideoInfo,
  size: Size,
  table: string | undefined,
  kept: Float64Array,
): string {
  // The decoder may give another size in the middle of a stream; the last scale holds the size that was promised.
  const ticks = `settb=1/${info.timescale}`
  const filters = [
    ticks,
    // Before frames are left out: it looks at the one before and the one after.
    ...(info.interlaced ? [DEINTERLACE, ticks] : []),
    selectFrames(info.pts, kept),
    TURNS[info.rotation],
    `crop=${info.width}:${info.height}:0:0`,
    ...(table ? toneMapFilters(table, size) : [scale(size, info.isPlain), 'format=yuv420p']),
  ]
  return filters.filter((filter) => filter !== '').join(',')
}

/** Naming a range makes the filter copy pictures that it need not change. */
function scale({ width, height }: Size, isPlain: boolean): string {
  return `scale=${width}:${height}:flags=bicubic${isPlain ? '' : ':out_range=tv'}`
}

/** Scaled first: fewer pixels to map. The table's path is made by this program and holds no character to escape. */
function toneMapFilters(table: string, size: Size): string[] {
  return [
    `scale=${size.width}:${size.height}:flags=bicubic:in_color_matrix=bt2020`,
    'format=gbrp10le',
    `lut3d=file=${table}:interp=tetrahedral`,
    'scale=out_color_matrix=bt709:out_range=tv',
    'format=yuv420p',
    'setparams=colorspace=bt709:color_primaries=bt709:color_trc=bt709',
  ]
}
