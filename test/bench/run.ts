import { Argument, Command } from 'commander'
import { batch } from './batch.ts'
import { bundles } from './bundles.ts'
import { camera } from './camera.ts'
import { cameraModule } from './camera-module.ts'
import { cold } from './cold/cold.ts'
import { consolePage } from './console/console.ts'
import { decode } from './decode.ts'
import { engine } from './engine.ts'
import { files } from './files.ts'
import { fill } from './fill.ts'
import { garmentCost } from './garment-cost.ts'
import { garmentPrints } from './garment-prints.ts'
import { garments } from './garments.ts'
import { hair } from './hair.ts'
import { hairPairs } from './hair-pairs.ts'
import { jobs } from './jobs.ts'
import { million } from './million.ts'
import { networks } from './networks.ts'
import { placement } from './placement.ts'
import { real } from './real.ts'
import { regions } from './regions.ts'
import { removal } from './removal.ts'
import { restore } from './restore.ts'
import { service } from './service.ts'
import { sharedVideo } from './shared-video.ts'
import { tuning } from './tuning/tuning.ts'
import { units } from './units.ts'
import { video } from './video.ts'

/** Each bench prints its own table; `npm run bench -- jobs` runs one. Words that start with `--` are for the bench. */
const BENCHES: Record<string, (flags: readonly string[]) => Promise<void>> = {
  bundles,
  jobs,
  files,
  fill,
  video,
  removal,
  'shared-video': sharedVideo,
  batch,
  million,
  networks,
  service,
  units,
  engine,
  decode,
  restore,
  placement,
  real,
  regions,
  garments,
  'garment-cost': garmentCost,
  'garment-prints': garmentPrints,
  hair,
  'hair-pairs': hairPairs,
  camera,
  'camera-module': cameraModule,
  cold,
  console: consolePage,
  tuning,
}

const command = new Command('bench')
  .description(
    'Measures, and prints a table a bench. Options besides --help are for the benches that are named.',
  )
  .addArgument(
    new Argument('[benches...]', 'which; all without a name').choices(Object.keys(BENCHES)),
  )
/** Options that take the word behind them: `--against FOLDER` is `--against=FOLDER`. */
const WITH_VALUE = [
  'against',
  'feature',
  'folder',
  'count',
  'seed',
  'split',
  'only',
  'minutes',
  'models',
  'jobs',
].map((name) => `--${name}`)
const words = process.argv
  .slice(2)
  .flatMap((word, at, all) =>
    WITH_VALUE.includes(word)
      ? [`${word}=${all[at + 1]}`]
      : WITH_VALUE.includes(all[at - 1] ?? '')
        ? []
        : [word],
  )
const flags = words.filter((word) => word.startsWith('--'))
command.parse(
  words.filter((word) => !word.startsWith('--') || word === '--help'),
  { from: 'user' },
)

for (const [name, bench] of Object.entries(BENCHES)) {
  if (command.args.length > 0 && !command.args.includes(name)) continue
  console.log(`\n${name}`)
  await bench(flags)
}
