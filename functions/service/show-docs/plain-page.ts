/** A page of the service that loads nothing. */
export function plainPage(body: string): string {
  return `<!doctype html>
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
${body}
</main>
</body>
</html>
`
}
