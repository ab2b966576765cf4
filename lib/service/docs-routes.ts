import { HttpMethod } from 'aws-cdk-lib/aws-apigatewayv2'
import type { Construct } from 'constructs'
import { isInstalled } from '../bundle/package-folder.ts'
import { grantActions } from '../constructs/grants.ts'
import type { HttpRoute } from '../constructs/http-endpoint.ts'
import { SmallFunction } from '../constructs/small-function.ts'
import type { ServiceStores } from './service-stores.ts'

/** What the viewer's page loads, and what its licence asks to be kept with it. */
export const VIEWER_FILES = {
  name: 'swagger-ui-dist',
  files: [
    'package.json',
    'LICENSE',
    'NOTICE',
    'swagger-ui.css',
    'swagger-ui-bundle.js',
    'swagger-ui-bundle.js.LICENSE.txt',
    'favicon-32x32.png',
  ],
}

/**
 * The routes of the page that shows the interface, and the function behind them. It is apart from the one that
 * answers the interface, whose every cold start would otherwise carry the page.
 */
export function docsRoutes(scope: Construct, { limits }: ServiceStores): HttpRoute[] {
  const { fn: handler } = new SmallFunction(scope, 'ShowDocs', {
    entry: 'functions/service/show-docs/handler.ts',
    environment: { LIMITS_TABLE: limits.tableName },
    // A clone without dev dependencies runs without it; who deploys has them, and the package carries it.
    ...(isInstalled(VIEWER_FILES.name) && { packageFiles: VIEWER_FILES }),
    memorySize: 512,
  })
  grantActions(handler, ['dynamodb:GetItem', 'dynamodb:UpdateItem'], limits.tableArn)
  const openBecause = 'The page and its files are for everybody and hold nothing of anybody.'
  return ['/', '/docs', '/docs/{file}'].flatMap((path) =>
    [HttpMethod.GET, HttpMethod.HEAD].map((method) => ({ handler, method, path, openBecause })),
  )
}
