import { readFileSync } from 'node:fs'
import { serveExample } from './serve.ts'

// node examples/camera/run.ts, beside `npm start`; SERVICE_URL and SERVICE_KEY name another service.

const { SERVICE_URL, SERVICE_KEY, PORT = '4500' } = process.env
const local = SERVICE_KEY ? undefined : JSON.parse(readFileSync('.darkroom/local.json', 'utf8'))
const service = { url: SERVICE_URL ?? local.baseUrl, key: SERVICE_KEY ?? local.apiKey }
serveExample(service).listen(Number(PORT), '127.0.0.1', () => {
  process.stdout.write(`Open http://127.0.0.1:${PORT}/\n`)
})
