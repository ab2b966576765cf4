import { useEffect, useRef } from 'preact/hooks'
import type { SessionAnswer } from '../../../catalog/console/wire.ts'
import { session } from '../sign-in/session.ts'
import { words } from '../words/words.ts'
import { keysOn, switchKeys } from './shortcuts.ts'

/** What the keys do, and the switch that turns them off. */
export function KeysHelp({ close }: { close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  const { keys } = words.value
  const { beside } = (session.value ?? {}) as Partial<SessionAnswer>
  const rows: [string, string][] = [
    ['↑ ↓', keys.list],
    ['Enter', keys.openRow],
    ['x', keys.select],
    ['r', keys.retry],
    ['n', keys.fresh],
    ['/', keys.filters],
    ['d s c', keys.modes],
    ['+ −', keys.zoom],
    ['0 1', keys.fit],
    ['p', keys.people],
    ['j', keys.jobs],
    ['b', keys.batches],
    ['u', keys.drop],
    ['e', keys.recipes],
    ['t', keys.try],
    ['v', keys.service],
    ['?', keys.help],
  ]
  return (
    <dialog ref={dialog} class="card" aria-labelledby="keys-title" onClose={close}>
      <h2 id="keys-title">{keys.title}</h2>
      <dl class="keys">
        {rows.map(([key, says]) => (
          <div key={key}>
            <dt>
              {key.split(' ').map((one) => (
                <kbd key={one}>{one}</kbd>
              ))}
            </dt>
            <dd>{says}</dd>
          </div>
        ))}
      </dl>
      {beside && (
        <p class="small beside">
          {keys.beside}{' '}
          <a href={beside.docs} target="_blank" rel="noreferrer">
            {keys.docs}
          </a>
          {beside.camera !== undefined && (
            <>
              {' · '}
              <a href={beside.camera} target="_blank" rel="noreferrer">
                {keys.camera}
              </a>
            </>
          )}
        </p>
      )}
      <form method="dialog" class="row">
        <button type="button" onClick={() => switchKeys(!keysOn.value)}>
          {keysOn.value ? keys.off : keys.on}
        </button>
        <button type="submit" class="main">
          {keys.close}
        </button>
      </form>
    </dialog>
  )
}
