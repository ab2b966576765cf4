import { createHash } from 'node:crypto'
import type { StartLocalOptions } from '../../local/run/start-local.ts'
import { synthesizeLocal } from '../../local/run/synthesize-local.ts'
import type { Assembly } from '../../local/template/template.ts'
import { onceForAllWorkers } from '../setup/once-for-all-workers.ts'

/** A receiver or generator on this machine, whose port is another one in each run of the same templates. */
const RECEIVER = /http:\/\/127\.0\.0\.1:\d+/g

/** Stands in for such a port: above those that a system gives away. */
const NO_PORT = 65_535

/** The templates of both stacks by these options, made once for all workers: a synthesis takes two seconds. */
export async function localTemplates(
  // These differ between runs of the same templates.
  { consoleRole: _, workers: __, ...options }: Partial<StartLocalOptions> = {},
): Promise<Assembly> {
  const asked = JSON.stringify(options)
  // Where several receivers are named, each must keep its own port.
  const [receiver, ...others] = new Set(asked.match(RECEIVER))
  const named = `http://127.0.0.1:${NO_PORT}`
  const shared = receiver !== undefined && others.length === 0
  const key = shared ? asked.replaceAll(receiver, named) : asked
  const name = createHash('sha256').update(key).digest('hex').slice(0, 16)
  const made = await onceForAllWorkers(`darkroom-templates-${name}`, () =>
    JSON.stringify(synthesizeLocal(JSON.parse(key))),
  )
  return JSON.parse(shared ? made.replaceAll(named, receiver) : made)
}
