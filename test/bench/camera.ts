import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectLocal } from '../../functions/service/core/accounts/connect-local.ts'
import { startLocal } from '../../local/run/start-local.ts'
import { cameraPhotos } from '../stack/camera-photos.ts'
import { connect } from '../stack/connect.ts'
import { drop } from '../stack/drop.ts'
import { endedJob, readObject, readReceipt } from '../stack/read-job.ts'
import { flagValue } from './flag-value.ts'

const RECIPES = ['slim', 'softer-face', 'clear-skin'] as const
const MOST_MS = 600_000

/**
 * Drops the thirteen camera photos under three recipes and prints what each came to. They have a camera's own size,
 * enlarged twice from drawings; `--small` takes three quarters of its sides, enlarged from smaller drawings.
 * `--recipes=slim,clear-skin` drops under these only, `--keep` keeps the results in a folder that it names.
 */
export async function camera(flags: readonly string[]): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'darkroom-camera-'))
  const kept = flags.includes('--keep') ? mkdtempSync(join(tmpdir(), 'camera-results-')) : undefined
  const { addresses, close } = await startLocal({ dataDir, port: 0, connect: connectLocal })
  const run = await connect(addresses)
  const asked = flagValue(flags, 'recipes')?.split(',')
  const recipes = RECIPES.filter((name) => asked?.includes(name) ?? true)
  const photos = flags.includes('--small') ? cameraPhotos(0.75) : cameraPhotos(1, 0.5)
  let [unexpected, accepted] = [0, 0]
  try {
    for (const [number, photo] of photos.entries()) {
      const bytes = await photo.make()
      for (const recipe of recipes) {
        const began = Date.now()
        const { job } = await drop(run, bytes, `drop/${recipe}/${number}${photo.ending}`)
        const { failure, results = [] } = await endedJob(run, job, MOST_MS)
        const { steps } = await readReceipt(run, job)
        const expected = photo.expected[recipe]
        const fine =
          expected === 'result' ? results.length > 0 : expected.test(failure?.message ?? '')
        if (!fine) unexpected += 1
        if (results.length > 0) accepted += 1
        const [step] = steps
        const [file] = step?.restorations ?? []
        const factor = step?.preparation?.sent.factor.toFixed(2) ?? '–'
        const restored = file
          ? `${file.width} x ${file.height}, ${(file.changedShare * 100).toFixed(2)} % changed, error ${file.error.toFixed(4)}`
          : 'not restored'
        const words = failure
          ? `${failure.code}: ${failure.message}`
          : `factor ${factor}, ${restored}`
        const seconds = ((Date.now() - began) / 1000).toFixed(1)
        console.log(`${fine ? ' ' : '!'} ${photo.name} | ${recipe} | ${words} | ${seconds} s`)
        const [result] = results
        if (kept && result) {
          const name = `${number}-${recipe}-${result.key.split('/').at(-1)}`
          writeFileSync(join(kept, name), await readObject(run, run.at.resultsBucket, result.key))
        }
      }
    }
  } finally {
    await close()
    rmSync(dataDir, { recursive: true, force: true })
  }
  const all = photos.length * recipes.length
  console.log(`${accepted} of ${all} gave a result, ${unexpected} came to something unexpected.`)
  if (kept) console.log(`Results: ${kept}`)
  if (unexpected > 0) process.exitCode = 1
}
