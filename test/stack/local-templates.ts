import { createHash } from 'node:crypto'
import type { StartLocalOptions } from '../../local/run/start-local.ts'
import { synthesizeLocal } from '../../local/run/synthesize-local.ts'
import type { Assembly } from '../../local/template/template.ts'
import { onceForAllWorkers } from '../setup/once-for-all-workers.ts'

/** The templates of both stacks by these options, made once for all workers: a synthesis takes a second. */
export async function localTemplates(
  // These differ between runs of the same templates.
  { consoleRole: _, workers: __, ...options }: Partial<StartLocalOptions> = {},
): Promise<Assembly> {
  const name = createHash('sha256').update(JSON.stringify(options)).digest('hex').slice(0, 16)
  return JSON.parse(
    await onceForAllWorkers(`darkroom-templates-${name}`, () =>
      JSON.stringify(synthesizeLocal(options)),
    ),
  )
}
