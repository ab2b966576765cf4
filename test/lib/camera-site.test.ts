import { Template } from 'aws-cdk-lib/assertions'
import { expect, test } from 'vitest'
import { CAMERA_POLICY } from '../../lib/camera/camera-headers.ts'
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
