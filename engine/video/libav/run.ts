import { addSoundTo } from './add-sound-to.ts'
import { decodeFile } from './decode-file.ts'
import { encodeFile } from './encode-file.ts'
import { loadNative } from './native.ts'
import { probeFile } from './probe-file.ts'

/**
 * A process of its own around libav, which is used where no ffmpeg is configured:
 * `run.ts probe|decode|encode|add-sound <JSON>`.
 * It does one thing and ends; all calls are synchronous, because nobody else waits in it.
 */
const [, , verb = '', order = ''] = process.argv
const verbs = {
  probe: probeFile,
  decode: decodeFile,
  encode: encodeFile,
  'add-sound': addSoundTo,
}
try {
  if (!Object.hasOwn(verbs, verb)) throw new Error(`There is nothing called ${verb} to do.`)
  verbs[verb as keyof typeof verbs](loadNative(), JSON.parse(order))
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  // At once, with whatever libav still has open.
  process.exit(1)
}
process.exit(0)
