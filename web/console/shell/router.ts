import { signal } from '@preact/signals'

const BASE = '/console'

/** The path below `/console`, and its query. */
export const place = signal(read())

export type Place = { path: string; query: URLSearchParams }

function read(): Place {
  const path = location.pathname.slice(BASE.length) || '/'
  return { path, query: new URLSearchParams(location.search) }
}

addEventListener('popstate', () => {
  place.value = read()
})

/** The address of a path of the console. */
export function href(path: string): string {
  return BASE + path
}

/** Goes to a path of the console; `replace` leaves no step back. */
export function go(path: string, { replace = false } = {}): void {
  history[replace ? 'replaceState' : 'pushState'](null, '', href(path))
  place.value = read()
}

/** Follows links of the console without a new page; those to elsewhere, or with a modifier, are left alone. */
export function followLinks(event: MouseEvent): void {
  const link = (event.target as Element).closest?.('a')
  if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
  if (link.target || link.origin !== location.origin) return
  if (!link.pathname.startsWith(`${BASE}/`) || link.pathname.startsWith(`${BASE}/api/`)) return
  event.preventDefault()
  if (link.hash !== '' && link.pathname === location.pathname) goWithin(link.hash.slice(1))
  else go(link.pathname.slice(BASE.length) + link.search)
}

/** Goes to a part of the page, and leaves the address: what stands behind its `#` is read as the secret of a run. */
function goWithin(id: string): void {
  const part = document.getElementById(id)
  part?.scrollIntoView()
  part?.focus({ preventScroll: true })
}
