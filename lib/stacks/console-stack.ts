import { CfnOutput, Stack } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import { Console, type ConsoleProps } from '../console/console.ts'

/** The console as a stack of its own. */
export class ConsoleStack extends Stack {
  constructor(scope: Construct, id: string, props: ConsoleProps) {
    super(scope, id)
    const { url, table } = new Console(this, 'Console', props)
    for (const [name, value] of Object.entries({
      ConsoleUrl: url,
      ConsoleTableName: table.tableName,
    })) {
      new CfnOutput(this, name, { value })
    }
  }
}
