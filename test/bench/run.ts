import { batch } from './batch.ts'
import { bundles } from './bundles.ts'
import { camera } from './camera.ts'
import { cameraModule } from './camera-module.ts'
import { engine } from './engine.ts'
import { files } from './files.ts'
import { fill } from './fill.ts'
import { garments } from './garments.ts'
import { jobs } from './jobs.ts'
import { million } from './million.ts'
import { placement } from './placement.ts'
import { regions } from './regions.ts'
import { restore } from './restore.ts'
import { service } from './service.ts'
import { sharedVideo } from './shared-video.ts'
import { swaps } from './swaps.ts'
import { video } from './video.ts'

/** Each bench prints its own table; `npm run bench -- jobs` runs one. Words that start with `--` are for the bench. */
const BENCHES: Record<string, (flags: readonly string[]) => Promise<void>> = {
  bundles,
  jobs,
  files,
  fill,
  video,
  'shared-video': sharedVideo,
  batch,
  million,
  service,
  engine,
  restore,
  placement,
  regions,
  garments,
  swaps,
  camera,
  'camera-module': cameraModule,
}

const words = process.argv.slice(2)
const flags = words.filter((word) => word.startsWith('--'))
const asked = words.filter((word) => !flags.includes(word))
const unknown = asked.find((name) => !Object.hasOwn(BENCHES, name))
if (unknown) {
  console.error(`There is no bench ${unknown}; there are ${Object.keys(BENCHES).join(', ')}.`)
  process.exit(1)
}
for (const [name, bench] of Object.entries(BENCHES)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  console.log(`\n${name}`)
  await bench(flags)
}
