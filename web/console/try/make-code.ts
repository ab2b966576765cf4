import type { TryJudged } from '../../../catalog/console/try-wire.ts'

/** What a try sends, for somebody who writes it in code. */
export type TryCode = {
  baseUrl: string
  effect: TryJudged['effect']
  /** Files by the places that stand for them in the body, `src.0`, with their media types. */
  files: readonly { place: string; contentType: string }[]
}

const ENDINGS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
}

/** What a file is called in the code: nobody's own name, which may be anything. */
export function nameInCode({ place, contentType }: TryCode['files'][number]): string {
  const [role, nth] = place.split('.')
  return `${role}${nth === '0' ? '' : nth}.${ENDINGS[contentType] ?? 'bin'}`
}

/** A try as a script for a POSIX shell with curl and jq. The key is taken from the environment. */
export function shellCode({ baseUrl, effect, files }: TryCode): string {
  const uploads = files.map((file) => {
    const variable = shellName(file.place)
    return `${variable}=$(upload ${nameInCode(file)} ${file.contentType})`
  })
  const body = withPlaces(
    shellText(JSON.stringify(effect.body, null, 2)),
    (place) => `"$${shellName(place)}"`,
  )
  return `#!/bin/sh
set -eu
: "\${DARKROOM_KEY:?must be a key of the service}"
BASE='${baseUrl}'

ask() {
  curl -sS --fail-with-body -H "Authorization: Bearer $DARKROOM_KEY" -H 'Content-Type: application/json' "$@"
}

# Gives a file an id and puts it where the service says.
upload() {
  SLOT=$(ask "$BASE/s2s/v2.0/file" -d "{\\"files\\":[{\\"content_type\\":\\"$2\\",\\"file_name\\":\\"$1\\",\\"file_size\\":$(wc -c <"$1")}]}")
  curl -sS --fail -o /dev/null -T "$1" -H "Content-Type: $2" "$(printf '%s' "$SLOT" | jq -r '.data.files[0].requests[0].url')"
  printf '%s' "$SLOT" | jq -r '.data.files[0].file_id'
}

${uploads.join('\n')}

TASK=$(ask "$BASE${effect.path}" -d @- <<BODY | jq -r '.data.task_id'
${body}
BODY
)

while
  STATUS=$(ask "$BASE${effect.path}/$TASK")
  [ "$(printf '%s' "$STATUS" | jq -r '.data.task_status')" = running ]
do sleep 2; done

printf '%s\\n' "$STATUS" | jq .data
URL=$(printf '%s' "$STATUS" | jq -r '.data.results.url // empty')
[ -z "$URL" ] || curl -sS --fail -o result "$URL"
`
}

/** A try in TypeScript for Node.js. The key is taken from the environment. */
export function typescriptCode({ baseUrl, effect, files }: TryCode): string {
  const uploads = files.map((file) => {
    const name = JSON.stringify(nameInCode(file))
    return `const ${scriptName(file.place)} = await upload(${name}, '${file.contentType}')`
  })
  const body = withPlaces(JSON.stringify(effect.body, null, 2), scriptName)
  return `import { readFile, writeFile } from 'node:fs/promises'

const BASE = '${baseUrl}'
const key = process.env['DARKROOM_KEY']
if (!key) throw new Error('DARKROOM_KEY must be a key of the service.')

async function ask(path: string, body?: unknown): Promise<any> {
  const answer = await fetch(BASE + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: \`Bearer \${key}\`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const told = await answer.json()
  if (!answer.ok) throw new Error(\`\${answer.status} \${told.error}\`)
  return told.data
}

/** Gives a file an id and puts it where the service says. */
async function upload(name: string, type: string): Promise<string> {
  const bytes = await readFile(name)
  const file = { content_type: type, file_name: name, file_size: bytes.length }
  const { files } = await ask('/s2s/v2.0/file', { files: [file] })
  const [{ method, url, headers }] = files[0].requests
  const put = await fetch(url, { method, headers, body: bytes })
  if (!put.ok) throw new Error(\`The upload was answered with \${put.status}.\`)
  return files[0].file_id
}

${uploads.join('\n')}
const { task_id: task } = await ask('${effect.path}', ${body})

let status = await ask(\`${effect.path}/\${task}\`)
while (status.task_status === 'running') {
  await new Promise((done) => setTimeout(done, 2000))
  status = await ask(\`${effect.path}/\${task}\`)
}
console.log(status)
if (status.results?.url) {
  const result = await fetch(status.results.url)
  await writeFile('result', Buffer.from(await result.arrayBuffer()))
}
`
}

const PLACE = /"\{([a-z]+\.\d+)\}"/g

function withPlaces(json: string, nameOf: (place: string) => string): string {
  return json.replace(PLACE, (_, place: string) => nameOf(place))
}

function shellName(place: string): string {
  return place.replace('.', '_').toUpperCase()
}

function scriptName(place: string): string {
  return place.replace('.', '')
}

/** Text in a here-document whose variables are filled in: nothing of it may be one, or run. */
function shellText(text: string): string {
  return text.replace(/[\\$`]/g, (one) => `\\${one}`)
}
