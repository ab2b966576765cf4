import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import { grantActions } from '../constructs/grants.ts'

/** Lets a worker ask a broker, by the variable that names it. */
export function grantAsk(worker: IFunction, broker: IFunction): void {
  grantActions(worker, ['lambda:InvokeFunction'], broker.functionArn)
}

/** The variable by which a worker knows its broker. */
export function brokerEnvironment({ functionName }: IFunction): Record<string, string> {
  return { BROKER_FUNCTION: functionName }
}
