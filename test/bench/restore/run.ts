import { readFile } from 'node:fs/promises'
import { restorePicture } from '../../../engine/restore/restore-picture.ts'

/** One restoration by the task in the file that is named; prints what it gave, its seconds and its most memory. */
const start = performance.now()
const restoration = await restorePicture(JSON.parse(await readFile(process.argv[2]!, 'utf8')))
const seconds = (performance.now() - start) / 1000
const megabytes = process.resourceUsage().maxRSS / 1000
console.log(JSON.stringify({ ...restoration, seconds, megabytes }))
