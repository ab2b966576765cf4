import type { AssemblyModel } from '../template/resource.ts'
import { assumeRoles, keysOf } from './assume-roles.ts'
import { readPolicies } from './read-access.ts'
import { ACCOUNT, type RunContext, type Services } from './run-context.ts'

/**
 * Reads who may do what from the templates and gives it to every endpoint, before a function or state machine has run.
 * @throws TemplateError and PolicyError for what cannot be evaluated here
 */
export async function installRights(
  model: AssemblyModel,
  { dynamodb }: Services,
  { access, sessions, credentials }: RunContext,
): Promise<void> {
  const assumed = assumeRoles(model, { secret: credentials.secretAccessKey, account: ACCOUNT })
  const plan = { keys: keysOf(assumed), ...readPolicies(model) }
  access.install(plan)
  await dynamodb.install(plan)
  sessions.set(assumed)
}
