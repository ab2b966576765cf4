import { z } from 'zod'
import { type AssemblyModel, readProperties } from '../template/resource.ts'

const InvokeConfig = z.strictObject(
  {
    FunctionName: z.string(),
    Qualifier: z.literal('$LATEST'),
    DestinationConfig: z.strictObject({
      OnFailure: z.strictObject({
        Destination: z.string().regex(/^arn:[^:]+:sqs:/, 'Destination must be a queue'),
      }),
    }),
  },
  { error: 'only DestinationConfig.OnFailure of $LATEST runs locally' },
)

/**
 * The queues that take the asynchronous events a function failed on: the function's name -> the queue's name.
 * @throws TemplateError for any other setting of asynchronous invocations
 */
export function readFailureQueues(model: AssemblyModel): ReadonlyMap<string, string> {
  return new Map(
    model.ofType('AWS::Lambda::EventInvokeConfig').map((resource) => {
      const { FunctionName, DestinationConfig } = readProperties(resource, InvokeConfig)
      return [FunctionName, DestinationConfig.OnFailure.Destination.split(':').at(-1)!]
    }),
  )
}
