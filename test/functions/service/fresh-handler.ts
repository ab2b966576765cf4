import { join } from 'node:path'
import { PROJECT_ROOT } from '../../../lib/project-root.ts'
import { importHandler } from '../../../local/lambda/import-handler.ts'

let imported = 0

/**
 * The handler of a function, named by its folder (`service/api`), imported anew: its clients keep the endpoints that
 * the environment names while it is imported, and the next test file of the process has others.
 */
export async function freshHandler<Given>(verb: string): Promise<Given> {
  const entry = join(PROJECT_ROOT, 'functions', verb, 'handler.ts')
  return (await importHandler(entry, `test-${++imported}`)) as unknown as Given
}
