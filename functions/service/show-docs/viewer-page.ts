import { plainPage } from './plain-page.ts'

/** The page of the viewer. Each `{name}` is replaced by the path of that file. */
export const VIEWER_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Darkroom task service</title>
<link rel="icon" type="image/png" href="{favicon-32x32.png}">
<link rel="stylesheet" href="{swagger-ui.css}">
<script src="{swagger-ui-bundle.js}" defer></script>
<script src="{start.js}" defer></script>
</head>
<body>
<div id="viewer"></div>
<noscript><p>This page needs JavaScript. The same as JSON: <a href="/openapi.json">openapi.json</a>.</p></noscript>
</body>
</html>
`

/** What stands in its place where the viewer is not installed. */
export const PAGE_WITHOUT_VIEWER =
  plainPage(`<p>The viewer of the interface is not installed: <code>npm ci</code> without <code>--omit=dev</code> brings it.
The same as JSON: <a href="/openapi.json">openapi.json</a>.</p>`)

/**
 * Starts Swagger UI with the OpenAPI document of this service. `validatorUrl: null` turns off the badge that would send
 * the document to a public validator. Without `persistAuthorization` a key that is typed in stays in memory.
 */
export const VIEWER_START = `SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#viewer',
  deepLinking: true,
  defaultModelsExpandDepth: -1,
  displayRequestDuration: true,
  filter: true,
  persistAuthorization: false,
  tryItOutEnabled: true,
  validatorUrl: null,
})
`
