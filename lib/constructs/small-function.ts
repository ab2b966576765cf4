import { Duration, RemovalPolicy } from 'aws-cdk-lib'
import { type IRole, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import {
  Architecture,
  type CfnFunction,
  Function as LambdaFunction,
  Runtime,
} from 'aws-cdk-lib/aws-lambda'
import { type ILogGroup, LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'
import { copyPackageFile } from '../bundle/copy-package-file.ts'
import { functionCode } from '../bundle/function-code.ts'

export type SmallFunctionProps = {
  /** The handler's file, relative to the project, e.g. `functions/pipeline/start/handler.ts`. */
  readonly entry: string
  readonly environment?: Record<string, string>
  /** Files of a package that the function reads by path. @default none */
  readonly packageFiles?: { readonly name: string; readonly files: readonly string[] }
  /** Puts what else the function reads by path into the folder of its bundle. @default nothing */
  readonly complete?: (folder: string) => void
  /** @default 256 MB */
  readonly memorySize?: number
  /** @default 30 seconds */
  readonly timeout?: Duration
}

/** What every function has in common: the runtime, a role that may write its own log and nothing else, that log. */
export function functionBase(scope: Construct, entry: string) {
  const logGroup = new LogGroup(scope, 'Log', {
    retention: RetentionDays.ONE_MONTH,
    removalPolicy: RemovalPolicy.DESTROY,
  })
  return {
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64,
    role: writerOf(scope, logGroup),
    logGroup,
    description: `Darkroom: ${entry}`,
  }
}

/** Names the handler's source in the template, where the local run finds it. */
export function recordEntry(fn: Construct, entry: string): void {
  ;(fn.node.defaultChild as CfnFunction).addMetadata('darkroom:entry', entry)
}

/** A function without the engine: one bundled ES module. Grants are given to `fn`. */
export class SmallFunction extends Construct {
  readonly fn: LambdaFunction

  constructor(scope: Construct, id: string, props: SmallFunctionProps) {
    super(scope, id)
    const { entry, environment, packageFiles: { name = '', files = [] } = {} } = props
    this.fn = new LambdaFunction(this, 'Function', {
      ...functionBase(this, entry),
      handler: 'index.handler',
      code: functionCode(entry, (folder) => {
        for (const file of files) copyPackageFile(name, file, folder)
        props.complete?.(folder)
      }),
      memorySize: props.memorySize ?? 256,
      timeout: props.timeout ?? Duration.seconds(30),
      environment: { ...environment, NODE_OPTIONS: '--enable-source-maps' },
    })
    recordEntry(this.fn, entry)
  }
}

function writerOf(scope: Construct, logGroup: ILogGroup): IRole {
  const role = new Role(scope, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') })
  logGroup.grantWrite(role)
  return role
}
