import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { withoutKeptHeap } from '../setup/keep-heap.ts'

const PROGRAM = join(import.meta.dirname, 'memory', 'run.ts')

test.each(['face-reshape'])(
  '%s of the largest pictures stays below 1.5 GB, models and all',
  async (name) => {
    const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, name], {
      env: withoutKeptHeap(),
    })
    const { peakMb } = JSON.parse(stdout)
    expect(peakMb).toBeGreaterThan(200)
    expect(peakMb).toBeLessThan(1500)
  },
  // Twenty decodes of 16 megapixels, on a machine with other work.
  900_000,
)
