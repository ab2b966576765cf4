import { ListExecutionsCommand, type SFNClient } from '@aws-sdk/client-sfn'

/** The most that one call of ListExecutions gives. */
const PAGE = 1000

/** How many executions of a state machine are open, counted no further than to `most`. */
export function countExecutions(sfn: Pick<SFNClient, 'send'>, stateMachineArn: string) {
  return async (most: number): Promise<number> => {
    let count = 0
    let nextToken: string | undefined
    do {
      const page = await sfn.send(
        new ListExecutionsCommand({
          stateMachineArn,
          statusFilter: 'RUNNING',
          maxResults: Math.max(1, Math.min(PAGE, most - count)),
          ...(nextToken && { nextToken }),
        }),
      )
      count += page.executions?.length ?? 0
      nextToken = page.nextToken
    } while (nextToken && count < most)
    return count
  }
}
