import { expect, test } from 'vitest'
import { decodeFilters } from '../../../engine/video/decode-filters.ts'
import { parseProbe } from '../../../engine/video/parse-probe.ts'

const packets = [{ stream_index: 0, pts: 0, duration: 512 }]
const video = { index: 0, codec_type: 'video', width: 64, height: 48, time_base: '1/15360' }

/** The filters of a video that ffprobe says this of. */
function filtersOf(said: { pix_fmt?: string; color_range?: string }): string {
  const info = parseProbe({ streams: [{ ...video, ...said }], packets }, 'a.mp4')
  return decodeFilters(info, { width: 64, height: 48 }, undefined, info.pts)
}

test('maps every range but the limited one, and copies nothing that is in it', () => {
  const toLimited = 'out_range=tv'
  expect(filtersOf({ pix_fmt: 'yuv420p', color_range: 'tv' })).not.toContain(toLimited)
  expect(filtersOf({ pix_fmt: 'yuv420p' })).not.toContain(toLimited)
  expect(filtersOf({ pix_fmt: 'yuv420p', color_range: 'pc' })).toContain(toLimited)
  expect(filtersOf({ pix_fmt: 'yuvj420p' })).toContain(toLimited)
  expect(filtersOf({ pix_fmt: 'yuv420p10le', color_range: 'tv' })).toContain(toLimited)
  expect(filtersOf({})).toContain(toLimited)
})
