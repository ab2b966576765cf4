import type { VideoFormat } from '../../../catalog/file-rule.ts'
import type { ByteReader } from '../bytes/byte-reader.ts'

/**
 * The container of a video by its first box (ISO/IEC 14496-12, 4.3; QuickTime's brand is `qt  `); undefined where it is
 * no known kind of video. What is in it is not looked at: its index may stand at the end of the file.
 */
export async function readContainer(reader: ByteReader): Promise<VideoFormat | undefined> {
  const start = (await reader.peek(12)).toString('latin1')
  if (start.slice(4, 8) !== 'ftyp') return undefined
  const brand = start.slice(8, 12)
  if (brand === 'qt  ') return 'mov'
  return /^(?:avi[fs]|hei[cfmsx]|hev[cmsx]|mif1|msf1|crx )$/.test(brand) ? undefined : 'mp4'
}
