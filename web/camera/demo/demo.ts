import { MODES } from '../modes/modes.ts'
import { LANGUAGES } from '../options/read-options.ts'
import type { CameraEvents, CameraKit, CameraOptions, CapturedImage } from '../public-types.ts'

// The page of demonstration: every mode, every event. It embeds the module as any page would, by its classic script.

const page = globalThis as unknown as { CameraKit: CameraKit }

const LONGEST_LIST = 200
const EVENTS: (keyof CameraEvents)[] = [
  'opened',
  'loading',
  'loaded',
  'closed',
  'faceDetectionStarted',
  'cameraOpened',
  'cameraClosed',
  'cameraFailed',
  'unsupportedResolution',
  'faceQualityChanged',
]

function byId<Kind extends HTMLElement>(id: string): Kind {
  return document.getElementById(id) as Kind
}

function fill(select: HTMLSelectElement, values: readonly string[], chosen: string): void {
  select.replaceChildren(
    ...values.map((value) => new Option(value, value, false, value === chosen)),
  )
}

const events = byId('events')

function note(text: string): void {
  const item = document.createElement('li')
  item.textContent = text
  events.prepend(item)
  while (events.children.length > LONGEST_LIST) events.lastChild?.remove()
}

async function show({ phase, image, width, height }: CapturedImage): Promise<void> {
  const blob = typeof image === 'string' ? await decode(image) : image
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  canvas.getContext('2d')?.drawImage(await createImageBitmap(blob), 0, 0)
  const kilobytes = Math.round(blob.size / 1000)
  const item = document.createElement('li')
  item.append(canvas, `${phase}: ${width} x ${height}, ${kilobytes} kB`)
  byId('images').append(item)
}

/** A policy may forbid fetching data URLs, so the bytes are read by hand. */
async function decode(url: string): Promise<Blob> {
  const text = atob(url.slice(url.indexOf(',') + 1))
  return new Blob([Uint8Array.from(text, (one) => one.charCodeAt(0))], { type: 'image/jpeg' })
}

function chosen(): CameraOptions {
  const value = (id: string) => byId<HTMLSelectElement>(id).value
  return {
    faceDetectionMode: value('mode'),
    language: value('language'),
    qualityLevel: value('quality'),
    imageFormat: value('format'),
    disableCameraResolutionCheck: byId<HTMLInputElement>('resolution').checked,
  } as CameraOptions
}

/** Shows what a call throws: it names the option that is wrong. */
function attempt(call: () => void): void {
  byId('problem').textContent = ''
  try {
    call()
  } catch (error) {
    byId('problem').textContent = (error as Error).message
  }
}

Object.assign(globalThis, {
  CameraKitAsyncInit: () => {
    for (const event of EVENTS) {
      page.CameraKit.addEventListener(event, (...args) =>
        note(`${event} ${args.map((one) => JSON.stringify(one)).join(' ')}`),
      )
    }
    page.CameraKit.addEventListener('faceDetectionCaptured', ({ mode, images }) => {
      note(`faceDetectionCaptured ${mode}: ${images.length}`)
      for (const image of images) void show(image)
    })
  },
})

fill(byId('mode'), Object.keys(MODES), 'skincare')
fill(byId('language'), LANGUAGES, 'enu')
byId('options').addEventListener('submit', (event) => {
  event.preventDefault()
  byId('images').replaceChildren()
  attempt(() => {
    page.CameraKit.init(chosen())
    page.CameraKit.openCameraKit()
  })
})
byId('pause').addEventListener('click', () => page.CameraKit.pause())
byId('resume').addEventListener('click', () => page.CameraKit.resume())
byId('close').addEventListener('click', () => page.CameraKit.close())
