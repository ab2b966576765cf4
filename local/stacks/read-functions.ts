import { existsSync } from 'node:fs'
import { isAbsolute, join, relative } from 'node:path'
import { z } from 'zod'
import type { HostedFunction } from '../lambda/hosted-function.ts'
import { type AssemblyModel, type Resource, readProperties } from '../template/resource.ts'
import { TemplateError } from '../template/template.ts'
import type { RoleSessions } from './assume-roles.ts'

const Plan = z.object({
  /** Seconds. */
  Timeout: z.coerce.number().int().min(1).max(900).default(3),
  MemorySize: z.coerce.number().int().min(128).max(10_240).default(128),
  Environment: z
    .object({ Variables: z.record(z.string(), z.coerce.string()).default({}) })
    .optional(),
  ReservedConcurrentExecutions: z.coerce.number().int().min(1).optional(),
})

/** Options of Lambda's own Node, which this process and its children would read instead. */
const RUNTIME_ONLY = 'NODE_OPTIONS'

/**
 * The functions of the stacks, each with the source file that its template names.
 * @throws TemplateError when a function names no file, one outside `root`, or one that does not exist
 */
export function readFunctions(
  model: AssemblyModel,
  root: string,
  sessions: RoleSessions,
): HostedFunction[] {
  return model
    .ofType('AWS::Lambda::Function')
    .map((resource) => readFunction(resource, root, sessions))
}

function readFunction(resource: Resource, root: string, sessions: RoleSessions): HostedFunction {
  const plan = readProperties(resource, Plan)
  const { [RUNTIME_ONLY]: _, ...environment } = plan.Environment?.Variables ?? {}
  const { name, attributes } = resource.identity()
  const { key } = sessions.get(attributes['Arn']!)!
  return {
    name,
    arn: attributes['Arn']!,
    entry: findEntry(resource, root),
    isolated: resource.metadata['darkroom:isolated'] === true,
    timeoutMs: plan.Timeout * 1_000,
    memoryMb: plan.MemorySize,
    environment,
    credentials: {
      AWS_ACCESS_KEY_ID: key.accessKeyId,
      AWS_SECRET_ACCESS_KEY: key.secretAccessKey,
    },
    reserved: plan.ReservedConcurrentExecutions,
  }
}

function findEntry(resource: Resource, root: string): string {
  const where = `${resource.stack}/${resource.logicalId}`
  const entry = resource.metadata['darkroom:entry']
  if (typeof entry !== 'string') {
    throw new TemplateError(
      `${where}: Metadata darkroom:entry must name the function's source file`,
    )
  }
  const source = join(root, entry)
  // In the installed package the source is there compiled.
  const path = [source, source.replace(/\.ts$/, '.js')].find((file) => existsSync(file))
  const inside = relative(root, source)
  if (inside.startsWith('..') || isAbsolute(inside) || !path) {
    throw new TemplateError(`${where}: darkroom:entry ${entry} is not a file of the project`)
  }
  return path
}
