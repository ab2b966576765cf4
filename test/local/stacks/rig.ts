import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, vi } from 'vitest'
import type { LocalStacks } from '../../../local/stacks/local-stacks.ts'
import type { StackOptions } from '../../../local/stacks/stack-options.ts'
import { startStacks } from '../../../local/stacks/start-stacks.ts'
import { synthesize } from '../../../local/stacks/synthesize.ts'
import type { Assembly } from '../../../local/template/template.ts'
import { buildSmall, SMALL_ROOT } from './small/small-stack.ts'

let assembly: Assembly | undefined

/** The small stack's templates, synthesized once. */
export function smallAssembly(): Assembly {
  assembly ??= synthesize(buildSmall)
  return assembly
}

/** A data folder that is removed after the test. */
export function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'darkroom-stacks-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Starts the small stack, which is closed after the test. */
export async function startSmall(
  options: Partial<StackOptions> & { dataDir: string },
): Promise<LocalStacks> {
  const stacks = await startStacks({ assembly: smallAssembly(), root: SMALL_ROOT, ...options })
  onTestFinished(() => stacks.close())
  return stacks
}

/** Waits until `look` returns something. */
export function eventually<T>(look: () => Promise<T | undefined>, timeout = 90_000): Promise<T> {
  return vi.waitFor(
    async () => {
      const found = await look()
      if (found === undefined) throw new Error('not there yet')
      return found
    },
    { timeout, interval: 20 },
  )
}
