/** An output of a deployed stack by its name; throws when the stack has none, or gives undefined with `find`. */
export type StackOutputs = { (name: string): string; find(name: string): string | undefined }

/** The outputs of a deployed stack. Needs AWS credentials. */
export async function stackOutputs(stack: string): Promise<StackOutputs> {
  // A local run has none, and its commands need not wait for the client.
  const { CloudFormationClient, DescribeStacksCommand } = await import(
    '@aws-sdk/client-cloudformation'
  )
  const { Stacks = [] } = await new CloudFormationClient({}).send(
    new DescribeStacksCommand({ StackName: stack }),
  )
  const find = (name: string) =>
    Stacks[0]?.Outputs?.find(({ OutputKey }) => OutputKey === name)?.OutputValue
  const output = (name: string) => {
    const found = find(name)
    if (!found) throw new Error(`The stack ${stack} has no output ${name}.`)
    return found
  }
  return Object.assign(output, { find })
}
