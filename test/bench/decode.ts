import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import sharp from 'sharp'
import { NO_MEDIA, sniffFormat } from '../../catalog/files/sniff-format.ts'
import { decodePart } from '../../engine/prepare/decode-part.ts'
import { describeSource } from '../../engine/prepare/source/describe-source.ts'
import { openSource } from '../../engine/prepare/source/open-source.ts'
import type { Picture } from '../../engine/raster/picture.ts'
import { looksDamaged } from '../../metadata/jpeg/damage/looks-damaged.ts'
import { flagValue } from './flag-value.ts'
import { makePictures } from './make-pictures.ts'
import { median } from './median.ts'
import { peerDecoders } from './peer-decoders.ts'

/** Levels that two decoders may be apart on average, and share of pixels that may be further apart than that. */
const LEVELS = 3
/** Pixels that are compared of each file, about. */
const COMPARED = 40_000

type Outcome = { picture?: Picture | undefined; words: string; ms: number; profile?: string | null }

/**
 * Our decoder beside sharp's, libheif's and ffmpeg's, as far as they are there, over the pictures of a folder:
 * whether they agree in verdict, size (which the orientation decides), levels and profile, and what ours costs.
 * `--against=FOLDER`; without one, over pictures that are made for it. `--make=FOLDER` keeps those.
 */
export async function decode(flags: readonly string[]): Promise<void> {
  const made = flagValue(flags, 'make') ?? (await mkdtemp(join(tmpdir(), 'bench-decode-')))
  const against = flagValue(flags, 'against')
  if (!against || flagValue(flags, 'make')) console.log((await makePictures(made)).join('\n'))
  try {
    await compare(against ?? made)
  } finally {
    if (!flagValue(flags, 'make')) await rm(made, { recursive: true, force: true })
  }
}

async function compare(folder: string): Promise<void> {
  const peers = peerDecoders()
  const tally = new Map(
    peers.map(({ name }) => [name, { same: 0, apart: 0, verdicts: 0, none: 0 }]),
  )
  const ours = { files: 0, taken: 0, noted: 0, refused: 0 }
  const shares: number[] = []
  const scans: number[] = []
  const scratch = await mkdtemp(join(tmpdir(), 'bench-decode-'))
  for (const path of await filesBelow(folder)) {
    const bytes = await readFile(path)
    const format = sniffFormat(bytes)
    if (format && NO_MEDIA.has(format)) continue
    if (format === 'mp4' || format === 'mov' || format === 'webm') continue
    const mine = await timed(() => openAndDecode(path, scratch))
    ours.files += 1
    ours[mine.picture ? 'taken' : 'refused'] += 1
    if (mine.words) {
      if (mine.picture) ours.noted += 1
      console.log(`${relative(folder, path)}: ${mine.picture ? 'note: ' : ''}${mine.words}`)
    }
    for (const { name, decode: decodePeer } of peers) {
      const theirs = await timed(async () => ({
        picture: await decodePeer(path, bytes),
        words: '',
      }))
      const counts = tally.get(name)!
      const difference = differenceOf(mine, theirs)
      if (difference === undefined) counts.none += 1
      else if (difference === '') counts.same += 1
      else {
        counts[difference.startsWith('verdict') ? 'verdicts' : 'apart'] += 1
        console.log(`${relative(folder, path)}: ${name}: ${difference}`)
      }
      if (name === 'sharp' && mine.picture && theirs.picture) shares.push(mine.ms / theirs.ms)
    }
    if (format === 'jpeg' && mine.picture) scans.push(await scanShare(bytes))
  }
  await rm(scratch, { recursive: true, force: true })
  console.log(
    `\n${ours.files} files: ${ours.taken} taken (${ours.noted} with a note), ${ours.refused} refused`,
  )
  for (const [name, { same, apart, verdicts, none }] of tally) {
    console.log(
      `${name}: ${same} agree, ${apart} differ, ${verdicts} other verdicts, ${none} not its kind`,
    )
  }
  if (shares.length > 0)
    console.log(`our time beside sharp's: ${median(shares).toFixed(2)} in the median`)
  if (scans.length > 0) {
    console.log(
      `the look for damage takes ${(100 * median(scans)).toFixed(2)} % of decoding a JPEG in the median, ` +
        `${(100 * Math.max(...scans)).toFixed(2)} % at most`,
    )
  }
}

async function openAndDecode(path: string, folder: string): Promise<Omit<Outcome, 'ms'>> {
  const source = await openSource(path, folder)
  const { width, height } = source
  const picture = await decodePart(source, { left: 0, top: 0, width, height }, { width, height })
  const { note = '', profile } = describeSource(source)
  return { picture, words: note, profile }
}

async function timed(work: () => Promise<Omit<Outcome, 'ms'>>): Promise<Outcome> {
  const start = performance.now()
  const done = await work().catch((error: Error) => ({
    words: error.message.split('\n', 1)[0]!,
    failed: true,
  }))
  return { ...done, ms: performance.now() - start }
}

/** How another decoder's outcome differs; empty where it does not, undefined where the file is none of its. */
function differenceOf(ours: Outcome, theirs: Outcome): string | undefined {
  if (!theirs.picture && theirs.words === '') return undefined
  if (!ours.picture || !theirs.picture) {
    if (!ours.picture && !theirs.picture) return ''
    return `verdict: ${ours.picture ? `refuses it (${theirs.words.slice(0, 80)})` : 'takes it'}`
  }
  const [a, b] = [ours.picture, theirs.picture]
  if (a.width !== b.width || a.height !== b.height) {
    return `${b.width} × ${b.height} pixels instead of ${a.width} × ${a.height}`
  }
  const step = Math.max(1, Math.floor((a.width * a.height) / COMPARED))
  let [sum, count] = [0, 0]
  for (let at = 0; at < a.width * a.height; at += step) {
    if (a.data[4 * at + 3] === 0) continue
    for (let c = 0; c < 3; c++) sum += Math.abs(a.data[4 * at + c]! - b.data[4 * at + c]!)
    count += 3
  }
  const mean = sum / Math.max(1, count)
  return mean <= LEVELS ? '' : `${mean.toFixed(1)} levels apart, profile ${ours.profile ?? 'none'}`
}

/** The share of the time of decoding that the look for damage takes. */
async function scanShare(bytes: Buffer): Promise<number> {
  const looks = Array.from({ length: 5 }, () => {
    const start = performance.now()
    looksDamaged(bytes)
    return performance.now() - start
  })
  const start = performance.now()
  await sharp(bytes, { failOn: 'none', limitInputPixels: false }).raw().toBuffer()
  return median(looks) / (performance.now() - start)
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  return paths.sort()
}
