import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { AssetHashType, DockerImage, Duration, Stack } from 'aws-cdk-lib'
import type { ICertificate } from 'aws-cdk-lib/aws-certificatemanager'
import {
  CachePolicy,
  Distribution,
  HeadersFrameOption,
  type HeadersReferrerPolicy,
  ResponseHeadersPolicy,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront'
import { S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins'
import { Policy, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs'
import type { IBucket } from 'aws-cdk-lib/aws-s3'
import { BucketDeployment, CacheControl, type ISource, Source } from 'aws-cdk-lib/aws-s3-deployment'
import { Construct } from 'constructs'
import { acknowledge } from '../constructs/acknowledge.ts'
import { objectsUnderPrefix } from '../constructs/grants.ts'
import { GuardedBucket } from '../constructs/guarded-bucket.ts'
import { applyRetention, type RetentionProps } from '../constructs/retention.ts'
import { PROJECT_ROOT } from '../project-root.ts'
import { CACHE_BRIEFLY, CACHE_FOR_EVER, CAMERA_HEADERS, CAMERA_POLICY } from './camera-headers.ts'
import { compressAssets } from './compress-assets.ts'
import { placeCamera } from './place-camera.ts'

/** The path that everything lies under, in the bucket and in addresses. */
const PREFIX = 'camera/'

/** MB; a size nobody else asks for makes the function that copies the files this construct's own. */
const OWN_SIZE = 257

export type CameraSiteProps = RetentionProps & {
  /**
   * A name of one's own, whose DNS leads to `target`, and its certificate, of ACM in us-east-1. Browsers then need TLS
   * 1.2; under CloudFront's own name, which decides on the protocol, that cannot be set. @default CloudFront's name
   */
  readonly domain?: { readonly name: string; readonly certificate: ICertificate } | undefined
  /** Whether who loads the module is logged, for 30 days in a bucket that is made. @default false */
  readonly accessLog?: boolean | undefined
}

/** A part of the module's folder, with the headers it is stored with. */
type Part = {
  id: string
  keep: (name: string) => boolean
  contentType?: string
  compressed: boolean
}

const PARTS: readonly Part[] = [
  { id: 'Scripts', keep: (name) => name !== 'assets', compressed: false },
  {
    id: 'Runtime',
    keep: (name) => /^assets$|\.wasm$/.test(name),
    contentType: 'application/wasm',
    compressed: true,
  },
  {
    id: 'Networks',
    keep: (name) => /^assets$|\.(tflite|data)$/.test(name),
    contentType: 'application/octet-stream',
    compressed: true,
  },
]

/**
 * The camera module for the pages of an application: a private bucket behind a CloudFront distribution, which alone may
 * read it. Runtime and networks are stored compressed, smaller than CloudFront would make them.
 */
export class CameraSite extends Construct {
  /** `https://…/camera/`, where the module's files are. */
  readonly url: string
  /** CloudFront's own name, which a name of one's own has to lead to in its DNS. */
  readonly target: string

  constructor(
    scope: Construct,
    id: string,
    { domain, accessLog = false, ...life }: CameraSiteProps = {},
  ) {
    super(scope, id)
    applyRetention(this, life)
    const bucket = new GuardedBucket(this, 'Files')
    const distribution = new Distribution(this, 'Distribution', {
      comment: 'Camera module',
      defaultBehavior: {
        origin: S3BucketOrigin.withOriginAccessControl(bucket as IBucket),
        viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
        cachePolicy: CachePolicy.CACHING_OPTIMIZED,
        responseHeadersPolicy: this.headers(),
        compress: true,
      },
      ...(domain && {
        domainNames: [domain.name],
        certificate: domain.certificate,
        minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
      }),
      ...(accessLog && {
        enableLogging: true,
        logBucket: this.logBucket(),
        logIncludesCookies: false,
      }),
    })
    this.target = distribution.distributionDomainName
    this.url = `https://${domain?.name ?? this.target}/${PREFIX}`
    this.acceptDistribution(distribution, { domain, accessLog })
    this.deploy(bucket, distribution)
  }

  private logBucket(): IBucket {
    return new GuardedBucket(this, 'AccessLog', {
      // CloudFront writes its standard log by an access control list (Developer Guide, "Standard logging (legacy)").
      takesAccessControlLists: true,
      lifecycleRules: [{ expiration: Duration.days(30) }],
    }) as IBucket
  }

  private headers(): ResponseHeadersPolicy {
    return new ResponseHeadersPolicy(this, 'Headers', {
      corsBehavior: {
        accessControlAllowCredentials: false,
        accessControlAllowHeaders: ['*'],
        accessControlAllowMethods: ['GET', 'HEAD'],
        accessControlAllowOrigins: ['*'],
        originOverride: true,
      },
      customHeadersBehavior: {
        customHeaders: ['permissions-policy', 'cross-origin-resource-policy'].map((header) => ({
          header,
          value: CAMERA_HEADERS[header]!,
          override: true,
        })),
      },
      securityHeadersBehavior: {
        contentSecurityPolicy: { contentSecurityPolicy: CAMERA_POLICY, override: true },
        contentTypeOptions: { override: true },
        referrerPolicy: {
          referrerPolicy: CAMERA_HEADERS['referrer-policy'] as HeadersReferrerPolicy,
          override: true,
        },
        frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
        strictTransportSecurity: {
          accessControlMaxAge: Duration.days(365),
          includeSubdomains: true,
          override: true,
        },
      },
    })
  }

  private deploy(bucket: GuardedBucket, distribution: Distribution): void {
    const logGroup = new LogGroup(this, 'Log', { retention: RetentionDays.ONE_MONTH })
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
    })
    logGroup.grantWrite(role)
    const read: string[] = []
    const deployments = PARTS.map(
      ({ id, keep, contentType, compressed }) =>
        new BucketDeployment(this, id, {
          sources: [noted(this.source(id, keep, compressed), read)],
          destinationBucket: bucket as IBucket,
          destinationKeyPrefix: PREFIX,
          cacheControl: [CacheControl.fromString(compressed ? CACHE_FOR_EVER : CACHE_BRIEFLY)],
          ...(contentType !== undefined && { contentType }),
          ...(compressed && { contentEncoding: 'br' }),
          prune: false,
          retainOnDelete: true,
          memoryLimit: OWN_SIZE,
          // What the library would let it do reaches further.
          role: role.withoutPolicyUpdates(),
          logGroup,
        }),
    )
    const { resource, finding } = objectsUnderPrefix(this, bucket, PREFIX)
    const policy = new Policy(this, 'Rights', {
      roles: [role],
      statements: [
        new PolicyStatement({ actions: ['s3:GetObject'], resources: read }),
        new PolicyStatement({ actions: ['s3:PutObject'], resources: [resource] }),
        new PolicyStatement({ actions: ['s3:ListBucket'], resources: [bucket.bucketArn] }),
      ],
    })
    acknowledge(policy, finding, 'The files of the module change with each release.')
    for (const deployment of deployments) {
      deployment.node.addDependency(policy)
      deployment.node.addDependency(distribution)
    }
    for (const child of Stack.of(this).node.children) {
      if (child.node.id.includes(`${OWN_SIZE}MiB`)) {
        acknowledge(child, 'L1', 'The runtime of its function is the construct library’s choice.')
      }
    }
  }

  private source(part: string, keep: Part['keep'], compressed: boolean): ISource {
    const tryBundle = (folder: string): boolean => {
      placeCamera(folder)
      const remove = (at: string) => {
        for (const name of readdirSync(at)) {
          if (!keep(name) && !/^[0-9a-f]{12}$/.test(name))
            rmSync(join(at, name), { recursive: true })
        }
      }
      remove(folder)
      if (compressed) {
        for (const name of readdirSync(join(folder, 'assets'))) {
          remove(join(folder, 'assets', name))
          compressAssets(join(folder, 'assets', name))
        }
      }
      return true
    }
    return Source.asset(join(PROJECT_ROOT, 'lib', 'camera'), {
      assetHashType: AssetHashType.OUTPUT,
      bundling: {
        image: DockerImage.fromRegistry('none'),
        local: { tryBundle },
        // The library takes two bundlings for one that differ in their functions alone.
        environment: { PART: part },
      },
    })
  }

  private acceptDistribution(
    distribution: Distribution,
    { domain, accessLog }: CameraSiteProps,
  ): void {
    const reasons: Record<string, string> = {
      CFR1: 'The module is for every country that the application serves.',
      CFR2: 'It serves files that are the same for everybody; nothing is computed for a request.',
      ...(!accessLog && {
        CFR3: 'Access logs say who used a camera; who needs them sets accessLog.',
      }),
      ...(!domain && {
        CFR4: 'The distribution has CloudFront’s own name, whose certificate decides on the protocol.',
      }),
    }
    for (const [finding, reason] of Object.entries(reasons)) {
      acknowledge(distribution, finding, reason)
    }
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
