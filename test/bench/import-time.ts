import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const ROUNDS = 7

/** What a fresh process prints about importing a module. */
const MEASURE = `
  const cpu = process.cpuUsage(), began = performance.now();
  await import(process.argv[1]);
  const { user, system } = process.cpuUsage(cpu);
  console.log(JSON.stringify({ wall: performance.now() - began, processor: (user + system) / 1000 }));
`

export type ImportTime = { wall: number; processor: number }

/**
 * How long fresh processes take to import a module, ms, the quickest of a few: by the clock, and as the processor spent
 * it. `environment` is what the module reads as it starts.
 */
export async function importTime(
  code: Uint8Array,
  environment: Readonly<Record<string, string>>,
): Promise<ImportTime> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-import-'))
  try {
    const file = join(folder, 'index.mjs')
    await writeFile(file, code)
    const times: ImportTime[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const args = ['--input-type=module', '--eval', MEASURE, file]
      const { stdout } = await run(process.execPath, args, { env: { ...environment } })
      times.push(JSON.parse(stdout))
    }
    return {
      wall: Math.min(...times.map(({ wall }) => wall)),
      processor: Math.min(...times.map(({ processor }) => processor)),
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}
