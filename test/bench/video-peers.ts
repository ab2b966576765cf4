import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A filter of ffmpeg that an effect can be held against. */
export type Peer = {
  name: string
  /** The filter in ffmpeg's notation; its files go into a folder. */
  filter(folder: string): string | Promise<string>
}

const STYLES: Peer[] = [
  { name: 'edgedetect', filter: () => 'edgedetect=mode=colormix:high=0.1' },
  // Two passes of the bilateral filter are the usual flattening of a picture to a cartoon.
  { name: 'bilateral twice', filter: () => 'bilateral=6:0.1,bilateral=6:0.1' },
]

/** A zoom, which is all of a camera that ffmpeg has for a still picture. */
const CAMERAS: Peer[] = [
  {
    name: 'zoompan',
    filter: () => "zoompan=z='1+0.002*on':d=1:s=1280x720:fps=30,settb=1/15360,setpts=N*512",
  },
]

/** Both fill one place for the whole video: what moves has to be followed by somebody else. */
function removals(mask: Uint8Array): Peer[] {
  const removelogo = async (folder: string): Promise<string> => {
    await writeFile(join(folder, 'mask.png'), mask)
    return `removelogo=f=${join(folder, 'mask.png')}`
  }
  return [
    { name: 'removelogo', filter: removelogo },
    { name: 'delogo', filter: () => 'delogo=x=500:y=260:w=200:h=200' },
  ]
}

/**
 * The filters of ffmpeg that do what an effect on videos does, as far as they can. None tells people from what is
 * behind them: its keys need a background of one colour, or a still one that was filmed alone.
 */
export function peersOf(feature: string, { msk }: Record<string, Uint8Array>): Peer[] {
  if (feature === 'video-trans') return STYLES
  if (feature === 'image-to-video') return CAMERAS
  return feature === 'obj-rem-vid' && msk ? removals(msk) : []
}
