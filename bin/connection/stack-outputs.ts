/** An output of a deployed stack by its name; throws when the stack has none. */
export type StackOutputs = (name: string) => string

/** The outputs of a deployed stack. Needs AWS credentials. */
export async function stackOutputs(stack: string): Promise<StackOutputs> {
  // A local run has none, and its commands need not wait for the client.
  const { CloudFormationClient, DescribeStacksCommand } = await import(
    '@aws-sdk/client-cloudformation'
  )
  const { Stacks = [] } = await new CloudFormationClient({}).send(
    new DescribeStacksCommand({ StackName: stack }),
  )
  return (name) => {
    const found = Stacks[0]?.Outputs?.find(({ OutputKey }) => OutputKey === name)?.OutputValue
    if (!found) throw new Error(`The stack ${stack} has no output ${name}.`)
    return found
  }
}
