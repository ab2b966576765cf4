import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { PROJECT_ROOT } from '../../lib/project-root.ts'

/** Processor seconds by test file, of the run that a file was last part of. */
type Seconds = Readonly<Record<string, number>>

const RECORD = join(PROJECT_ROOT, '.vitest', 'seconds.json')

let begun = false

/** Gathers what `processor-seconds.ts` notes, and adds it to the record on this machine. */
export default function keepSeconds(): (() => void) | undefined {
  if (begun) return undefined
  begun = true
  const folder = mkdtempSync(join(tmpdir(), 'seconds-'))
  process.env['DARKROOM_SECONDS'] = folder
  return () => {
    const noted = readdirSync(folder)
      .flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'))
      .map((line): { file: string; seconds: number } => JSON.parse(line))
    const all = {
      ...readSeconds(),
      ...Object.fromEntries(noted.map(({ file, seconds }) => [file, Number(seconds.toFixed(1))])),
    }
    const sorted = Object.entries(all).sort(([, one], [, other]) => other - one)
    mkdirSync(dirname(RECORD), { recursive: true })
    writeFileSync(RECORD, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`)
    const sum = noted.reduce((total, { seconds }) => total + seconds, 0)
    process.stdout.write(`The test files took ${sum.toFixed(0)} s of the processor.\n`)
  }
}

/** The record of earlier runs on this machine; empty where there is none. */
export function readSeconds(): Seconds {
  try {
    return JSON.parse(readFileSync(RECORD, 'utf8'))
  } catch {
    return {}
  }
}
