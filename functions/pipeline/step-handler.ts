import middy from '@middy/core'
import { withRequestId } from '../log.ts'

/** A Lambda that one state of the workflow invokes: its event is the state's payload, its answer the state's result. */
export const stepHandler = <Input, Output>(step: (input: Input) => Promise<Output>) =>
  middy<Input, Output>().handler((event, context) =>
    withRequestId(context.awsRequestId, () => step(event as Input)),
  )
