import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { connectLocal } from '../../functions/service/core/accounts/connect-local.ts'
import type { Intercept } from '../../local/lambda/hosted-function.ts'
import { type StartLocalOptions, startLocal } from '../../local/run/start-local.ts'
import type { LocalStacks } from '../../local/stacks/local-stacks.ts'
import type { Assembly } from '../../local/template/template.ts'
import { builtConsole } from './built-console.ts'
import { type Connection, connect } from './connect.ts'
import { localTemplates } from './local-templates.ts'

/** Both stacks running in this process, with clients, and a way to intercept functions. */
export type Run = Connection & {
  stacks: LocalStacks
  /**
   * Wraps every invocation of a function, named by its folder (`service/api`), in `fault` until the test that set it
   * has ended. The one set last is the outermost.
   */
  around(verb: string, fault: Intercept): void
  /** The link that opens the console for a viewer, where one was asked for. */
  secondConsoleUrl?: string | undefined
  close(): Promise<void>
}

/** The same templates with a drop bucket that keeps no versions. */
function withoutVersions({ stacks }: Assembly): Assembly {
  const isDrop = (id: string): boolean => /StoresDrop\w{8}$/.test(id)
  return {
    stacks: stacks.map(({ name, template }) => {
      const resources = Object.entries(template.Resources ?? {}).map(([id, resource]) => {
        if (!isDrop(id)) return [id, resource]
        const { VersioningConfiguration: _, ...Properties } = resource.Properties ?? {}
        return [id, { ...resource, Properties }]
      })
      return { name, template: { ...template, Resources: Object.fromEntries(resources) } }
    }),
  }
}

type RunOptions = Pick<
  StartLocalOptions,
  | 'alarmLimits'
  | 'console'
  | 'consoleRole'
  | 'generator'
  | 'notify'
  | 'onLog'
  | 'openFiles'
  | 'serviceIdempotent'
  | 'serviceLimits'
  | 'spending'
  | 'workers'
> & {
  /** Wraps every invocation as long as the run goes on, inside what tests set. @default nothing */
  throughout?: Intercept
  /** Whether versioning of the drop bucket was never switched on. @default false */
  neverVersioned?: boolean
  /** The folder of an earlier run, which stays. @default one of its own, which is removed */
  dataDir?: string
  /**
   * Whether the pipeline knows what the service carries out, as it does when deployed. @default false, because many
   * tests have a stand-in for the worker, which carries every feature out
   */
  knowsOffer?: boolean
}

/**
 * Starts both stacks in a folder of their own, on free ports. `environment` has further variables for every function.
 */
export async function startRun(
  environment: Record<string, string> = {},
  {
    dataDir: given,
    knowsOffer = false,
    neverVersioned = false,
    throughout,
    ...more
  }: RunOptions = {},
): Promise<Run> {
  const dataDir = given ?? mkdtempSync(join(tmpdir(), 'darkroom-stack-test-'))
  const faults: { entry: string; fault: Intercept }[] = []
  const intercept: Intercept = (call, next) =>
    faults
      .filter(({ entry }) => entry === call.entry)
      .reduce(
        (inner, { fault }) =>
          () =>
            fault(call, inner),
        throughout ? () => throughout(call, next) : next,
      )()
  const assembly = await localTemplates(more)
  const { addresses, stacks, close, secondConsoleUrl } = await startLocal({
    ...more,
    ...(more.console && { consolePage: await builtConsole() }),
    assembly: neverVersioned ? withoutVersions(assembly) : assembly,
    dataDir,
    port: 0,
    connect: connectLocal,
    environment: { ...(!knowsOffer && { SERVICE_OFFER: '' }), ...environment },
    intercept,
  })
  return {
    ...(await connect(addresses)),
    stacks,
    secondConsoleUrl,
    around: (verb, fault) => {
      const standing = { entry: `functions/${verb}/handler.ts`, fault }
      faults.push(standing)
      onTestFinished(() => {
        faults.splice(faults.indexOf(standing), 1)
      })
    },
    close: async () => {
      await close()
      if (given === undefined) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
