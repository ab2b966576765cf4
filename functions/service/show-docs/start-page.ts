/** The start page of the service: where to read on, and how to ask for the first time. It loads nothing. */
export const START_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Darkroom task service</title>
</head>
<body>
<main>
<h1>Darkroom task service</h1>
<p>An asynchronous HTTP interface for effects on pictures and videos.</p>
<ul>
<li><a href="/docs">Interface</a>: every request, to be read and tried in the browser</li>
<li><a href="/openapi.json">OpenAPI 3.1</a>: the same for tools that make clients</li>
</ul>
<p>Every request but these carries a key: <code>Authorization: Bearer …</code></p>
</main>
</body>
</html>
`
