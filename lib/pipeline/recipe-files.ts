import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { RemovalPolicy, Stack, Stage } from 'aws-cdk-lib'
import { type IRole, Policy, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs'
import type { IBucket } from 'aws-cdk-lib/aws-s3'
import { BucketDeployment, type ISource, Source } from 'aws-cdk-lib/aws-s3-deployment'
import { DISABLE_ASSET_STAGING_CONTEXT } from 'aws-cdk-lib/cx-api'
import { Construct } from 'constructs'
import { acknowledge } from '../constructs/acknowledge.ts'
import type { AnyBucket } from '../constructs/any-bucket.ts'
import { objectsUnderPrefix } from '../constructs/grants.ts'
import { type RecipeSources, readRecipes } from './read-recipes.ts'

export type RecipeFilesProps = { readonly bucket: AnyBucket; readonly recipes: RecipeSources }

const PREFIX = 'recipes/'

/**
 * MB. The construct library gives all deployments of files in a stack one function for each size of memory; by a size
 * nobody else asks for, this one is ours alone, with a role that reaches nothing but recipes.
 */
const OWN_SIZE = 193

/**
 * Recipes that are checked at synthesis and lie in the drop bucket after every deployment. They are put there by the
 * construct library's own custom resource. Recipes that were put by other ways stay, and so does one that is no longer
 * given.
 */
export class RecipeFiles extends Construct {
  constructor(scope: Construct, id: string, { bucket, recipes }: RecipeFilesProps) {
    super(scope, id)
    const folder = mkdtempSync(join(Stage.of(this)?.outdir ?? '', 'recipes-'))
    for (const [name, text] of Object.entries(readRecipes(recipes))) {
      writeFileSync(join(folder, `${name}.json`), text)
    }
    const read: string[] = []
    const { role, logGroup } = writerOf(Stack.of(this))
    const deployment = new BucketDeployment(this, 'Files', {
      sources: [noted(Source.asset(folder), read)],
      destinationBucket: bucket as IBucket,
      destinationKeyPrefix: PREFIX,
      contentType: 'application/json',
      prune: false,
      retainOnDelete: true,
      memoryLimit: OWN_SIZE,
      // What the library would let it do reaches every object of the bucket.
      role: role.withoutPolicyUpdates(),
      logGroup,
    })
    deployment.node.addDependency(this.rights(role, bucket, read))
    // The assembly has its own copy, unless it is told to name folders where they are.
    if (!this.node.tryGetContext(DISABLE_ASSET_STAGING_CONTEXT)) {
      rmSync(folder, { recursive: true })
    }
    this.acceptRuntime()
  }

  private rights(role: IRole, bucket: AnyBucket, read: string[]): Policy {
    const { resource, finding } = objectsUnderPrefix(this, bucket, PREFIX)
    const policy = new Policy(this, 'Rights', {
      roles: [role],
      statements: [
        new PolicyStatement({ actions: ['s3:GetObject'], resources: read }),
        new PolicyStatement({ actions: ['s3:PutObject'], resources: [resource] }),
        new PolicyStatement({
          actions: ['s3:ListBucket'],
          resources: [bucket.bucketArn],
          conditions: { StringLike: { 's3:prefix': `${PREFIX}*` } },
        }),
      ],
    })
    acknowledge(
      policy,
      finding,
      'The names of recipes are the user’s; the prefix is all it reaches.',
    )
    bucket.encryptionKey?.grant(role, 'kms:GenerateDataKey')
    return policy
  }

  private acceptRuntime(): void {
    const made = Stack.of(this).node.children.find(
      ({ node }) =>
        node.id.startsWith('Custom::CDKBucketDeployment') && node.id.includes(`${OWN_SIZE}MiB`),
    )
    if (made)
      acknowledge(made, 'L1', 'The runtime of its function is the construct library’s choice.')
  }
}

/** The source itself, with the object it is read from written down. */
function noted(source: ISource, read: string[]): ISource {
  return {
    bind: (scope, context) => {
      const config = source.bind(scope, context)
      read.push(config.bucket.arnForObjects(config.zipObjectKey))
      return config
    },
  }
}

/** The role and the log of the one function of a stack. */
function writerOf(stack: Stack): { role: Role; logGroup: LogGroup } {
  const found = stack.node.tryFindChild('RecipeWriter')
  if (found) {
    return {
      role: found.node.findChild('Role') as Role,
      logGroup: found.node.findChild('Log') as LogGroup,
    }
  }
  const scope = new Construct(stack, 'RecipeWriter')
  const logGroup = new LogGroup(scope, 'Log', {
    retention: RetentionDays.ONE_MONTH,
    removalPolicy: RemovalPolicy.DESTROY,
  })
  const role = new Role(scope, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') })
  logGroup.grantWrite(role)
  return { role, logGroup }
}
