import { join } from 'node:path'
import { Duration, RemovalPolicy } from 'aws-cdk-lib'
import { type IRole, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Architecture, type CfnFunction, Runtime } from 'aws-cdk-lib/aws-lambda'
import { Charset, NodejsFunction, OutputFormat, SourceMapMode } from 'aws-cdk-lib/aws-lambda-nodejs'
import { type ILogGroup, LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'
import { PROJECT_ROOT } from '../project-root.ts'

export type SmallFunctionProps = {
  /** The handler's file, relative to the project, e.g. `functions/pipeline/start/handler.ts`. */
  readonly entry: string
  readonly environment?: Record<string, string>
  /** Files of packages the function reads by path, e.g. `swagger-ui-dist/swagger-ui.css`. @default none */
  readonly packageFiles?: readonly string[]
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

/** The banner and options that make one ES module of a handler and everything it imports. */
export const ESM_BANNER =
  "import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);"

/**
 * Ways to credentials that the SDK loads only where the environment holds none. On Lambda it always does, so their
 * 90 kB stay out of every bundle.
 */
export const UNUSED_CREDENTIAL_PROVIDERS = ['ini', 'login', 'process', 'sso', 'web-identity'].map(
  (kind) => `@aws-sdk/credential-provider-${kind}`,
)

/** Modules that others stand for in bundles, by their path. */
export const MODULE_ALIASES: Readonly<Record<string, string>> = {
  'node:http': join(PROJECT_ROOT, 'lib', 'constructs', 'node-http.cjs'),
}

/** Names the handler's source in the template, where the local run finds it. */
export function recordEntry(fn: Construct, entry: string): void {
  ;(fn.node.defaultChild as CfnFunction).addMetadata('darkroom:entry', entry)
}

/**
 * A function without the engine: one bundled ES module, SDK included, because a bundled client loads faster than
 * the one the runtime brings and its version is ours. Grants are given to `fn`.
 */
export class SmallFunction extends Construct {
  readonly fn: NodejsFunction

  constructor(scope: Construct, id: string, props: SmallFunctionProps) {
    super(scope, id)
    this.fn = new NodejsFunction(this, 'Function', {
      ...functionBase(this, props.entry),
      entry: join(PROJECT_ROOT, props.entry),
      projectRoot: PROJECT_ROOT,
      depsLockFilePath: join(PROJECT_ROOT, 'package-lock.json'),
      memorySize: props.memorySize ?? 256,
      timeout: props.timeout ?? Duration.seconds(30),
      environment: { ...props.environment, NODE_OPTIONS: '--enable-source-maps' },
      bundling: {
        format: OutputFormat.ESM,
        target: 'node24',
        mainFields: ['module', 'main'],
        minify: true,
        sourceMap: true,
        sourceMapMode: SourceMapMode.DEFAULT,
        sourcesContent: false,
        charset: Charset.UTF8,
        externalModules: [...UNUSED_CREDENTIAL_PROVIDERS],
        banner: ESM_BANNER,
        esbuildArgs: Object.fromEntries(
          Object.entries(MODULE_ALIASES).map(([name, path]) => [`--alias:${name}`, path]),
        ),
        commandHooks: {
          beforeInstall: () => [],
          beforeBundling: () => [],
          afterBundling: (_, folder) =>
            (props.packageFiles ?? []).map((file) => copyCommand(file, folder)),
        },
      },
    })
    recordEntry(this.fn, props.entry)
  }
}

/** Puts a package's file where the bundled function finds it; a command, because that is what the bundler takes. */
function copyCommand(file: string, folder: string): string {
  const at = (root: string) => `'${join(root, 'node_modules', file).replaceAll('\\', '/')}'`
  return `node -e "require('fs').cpSync(${at(PROJECT_ROOT)}, ${at(folder)})"`
}

function writerOf(scope: Construct, logGroup: ILogGroup): IRole {
  const role = new Role(scope, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') })
  logGroup.grantWrite(role)
  return role
}
