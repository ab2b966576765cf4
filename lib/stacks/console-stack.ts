import { CfnOutput, Stack } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import { Console, type ConsoleProps } from '../console/console.ts'

/** The console as a stack of its own. */
export class ConsoleStack extends Stack {
  /** @param props of the console, or what makes them where they need the stack, such as a secret that was there */
  constructor(
    scope: Construct,
    id: string,
    props: ConsoleProps | ((stack: Stack) => ConsoleProps),
  ) {
    super(scope, id)
    const given = typeof props === 'function' ? props(this) : props
    const { url, table } = new Console(this, 'Console', given)
    for (const [name, value] of Object.entries({
      ConsoleUrl: url,
      ConsoleTableName: table.tableName,
    })) {
      new CfnOutput(this, name, { value })
    }
  }
}
