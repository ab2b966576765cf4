import { Template } from 'aws-cdk-lib/assertions'
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager'
import { expect, test } from 'vitest'
import { CAMERA_HEADERS, CAMERA_POLICY } from '../../lib/camera/camera-headers.ts'
import { CameraStack } from '../../lib/stacks/camera-stack.ts'
import { unbundledApp } from './unbundled-app.ts'

const template = Template.fromStack(new CameraStack(unbundledApp(), 'Camera'))

test('the bucket of the camera module is private, and its distribution alone reads it', () => {
  template.hasResourceProperties('AWS::S3::Bucket', {
    PublicAccessBlockConfiguration: { BlockPublicAcls: true, RestrictPublicBuckets: true },
  })
  const policies = JSON.stringify(template.findResources('AWS::S3::BucketPolicy'))
  expect(policies).toContain('cloudfront.amazonaws.com')
  expect(policies).toContain('AWS:SourceArn')
  template.resourceCountIs('AWS::CloudFront::OriginAccessControl', 1)
})

test('its pages and scripts have the policy of the local run, over https', () => {
  template.hasResourceProperties('AWS::CloudFront::ResponseHeadersPolicy', {
    ResponseHeadersPolicyConfig: {
      SecurityHeadersConfig: { ContentSecurityPolicy: { ContentSecurityPolicy: CAMERA_POLICY } },
    },
  })
  template.hasResourceProperties('AWS::CloudFront::Distribution', {
    DistributionConfig: { DefaultCacheBehavior: { ViewerProtocolPolicy: 'redirect-to-https' } },
  })
})

test('every header of the local run is one of the deployed files', () => {
  const policies = Object.values(template.findResources('AWS::CloudFront::ResponseHeadersPolicy'))
  const { CorsConfig, CustomHeadersConfig, SecurityHeadersConfig } =
    policies[0]!.Properties.ResponseHeadersPolicyConfig
  type Header = { Header: string; Value: string }
  const sent = {
    ...Object.fromEntries(
      (CustomHeadersConfig.Items as Header[]).map(({ Header, Value }) => [Header, Value]),
    ),
    'content-security-policy': SecurityHeadersConfig.ContentSecurityPolicy.ContentSecurityPolicy,
    'referrer-policy': SecurityHeadersConfig.ReferrerPolicy.ReferrerPolicy,
    // What CloudFront sends for it is fixed.
    ...(SecurityHeadersConfig.ContentTypeOptions.Override && {
      'x-content-type-options': 'nosniff',
    }),
    'access-control-allow-origin': CorsConfig.AccessControlAllowOrigins.Items.join(),
  }
  expect(sent).toEqual(CAMERA_HEADERS)
})

test('a name of one’s own takes TLS 1.2 at least, and is what the module is found under', () => {
  const own = Template.fromStack(
    new CameraStack(unbundledApp(), 'Camera', (stack) => ({
      domain: {
        name: 'camera.studio.example',
        certificate: Certificate.fromCertificateArn(
          stack,
          'Own',
          'arn:aws:acm:us-east-1:123456789012:certificate/abc',
        ),
      },
    })),
  )
  own.hasResourceProperties('AWS::CloudFront::Distribution', {
    DistributionConfig: {
      Aliases: ['camera.studio.example'],
      ViewerCertificate: { MinimumProtocolVersion: 'TLSv1.2_2021', SslSupportMethod: 'sni-only' },
    },
  })
  own.hasOutput('CameraUrl', { Value: 'https://camera.studio.example/camera/' })
  own.hasOutput('CameraTarget', {})
})

test('who loads it is logged where that is wished, in a bucket that CloudFront can write', () => {
  const logged = Template.fromStack(new CameraStack(unbundledApp(), 'Camera', { accessLog: true }))
  const [id] = Object.keys(
    logged.findResources('AWS::S3::Bucket', {
      Properties: {
        OwnershipControls: { Rules: [{ ObjectOwnership: 'BucketOwnerPreferred' }] },
        LifecycleConfiguration: { Rules: [{ ExpirationInDays: 30 }] },
        PublicAccessBlockConfiguration: { BlockPublicAcls: true },
      },
    }),
  )
  logged.hasResourceProperties('AWS::CloudFront::Distribution', {
    DistributionConfig: { Logging: { Bucket: { 'Fn::GetAtt': [id, 'RegionalDomainName'] } } },
  })
  expect(JSON.stringify(template.toJSON())).not.toContain('"Logging"')
})

test('runtime and networks are stored compressed and kept for ever', () => {
  const deployments = Object.values(template.findResources('Custom::CDKBucketDeployment'))
  const stored = deployments.map(({ Properties }) => Properties.SystemMetadata)
  expect(stored).toHaveLength(3)
  const compressed = stored.filter((one) => one['content-encoding'] === 'br')
  expect(compressed.map((one) => one['content-type']).toSorted()).toEqual([
    'application/octet-stream',
    'application/wasm',
  ])
  for (const one of compressed) expect(one['cache-control']).toContain('immutable')
})
