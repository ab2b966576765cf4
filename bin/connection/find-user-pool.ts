import { type StackOutputs, stackOutputs } from './stack-outputs.ts'

/**
 * The id of the user pool that people sign in to a deployed console with. Needs AWS credentials.
 * @throws Error saying what to do, when there is no such stack, or the console has no pool of its own
 */
export async function findUserPool(stack: string): Promise<string> {
  const output = await stackOutputs(stack).catch((error: unknown) => {
    // CloudFormation answers so.
    if (!(error instanceof Error && /does not exist$/.test(error.message))) throw error
    throw new Error(
      `There is no stack ${stack} in this account and region: deploy it (docs/console.md), or name it by --stack.`,
    )
  })
  const pool = optional(output, 'ConsoleUserPoolId')
  if (pool !== undefined) return pool
  throw new Error(
    optional(output, 'ConsoleUrl') === undefined
      ? `The stack ${stack} is no console.`
      : `People sign in to ${stack} at a provider of your own: give the role there, as -c consoleRoles says.`,
  )
}

function optional(output: StackOutputs, name: string): string | undefined {
  try {
    return output(name)
  } catch {
    return undefined
  }
}
