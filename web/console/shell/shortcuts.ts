import { signal } from '@preact/signals'

const STORED = 'darkroom-keys'

/** Whether single keys do something; somebody who dictates switches them off (WCAG 2.2, 2.1.4). */
export const keysOn = signal(localStorage.getItem(STORED) !== 'off')

export function switchKeys(on: boolean): void {
  keysOn.value = on
  localStorage.setItem(STORED, on ? 'on' : 'off')
}

/** Has keys do something while a page shows; gives what ends that. Typing into a field is left alone. */
export function onKeys(actions: Readonly<Record<string, () => void>>): () => void {
  const pressed = (event: KeyboardEvent): void => {
    if (!keysOn.value || event.metaKey || event.ctrlKey || event.altKey) return
    const at = event.target as HTMLElement
    if (at.matches('input:not([type=checkbox]), select, textarea, [contenteditable]')) return
    // Enter is what a link or a button is pressed with.
    if (event.key === 'Enter' && at.closest('a, button, summary')) return
    const act = actions[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }
  addEventListener('keydown', pressed)
  return () => removeEventListener('keydown', pressed)
}
