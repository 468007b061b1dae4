import { useEffect, useState } from 'react'
import type { Outcome } from '../../shared/outcome.ts'
import type { ScriptTrouble } from '../../shared/network.ts'
import { say } from '../../shared/words/say.ts'
import { request } from '../bridge/kiln.ts'
import { FieldError } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import styles from './network-choices.module.css'

/** Whether the script that is in force can be had and followed. To look again, it is drawn anew. */
export function ScriptState() {
  const [found, setFound] = useState<Outcome<ScriptTrouble | null> | null>(null)

  useEffect(() => {
    let isShown = true
    void request('network.script').then((answer) => {
      if (isShown) setFound(answer)
    })
    return () => {
      isShown = false
    }
  }, [])

  return (
    <div role="status">
      {found === null ? (
        <p className="small ink-3">{say('The script is being read.')}</p>
      ) : !found.ok ? (
        <FieldError>{found.message}</FieldError>
      ) : found.value === null ? (
        <p className={styles.read}>
          <Icon name="check" size="s" />
          {say('The script was read, and says the way.')}
        </p>
      ) : (
        <FieldError>{troubleWords(found.value)}</FieldError>
      )}
    </div>
  )
}

function troubleWords(trouble: ScriptTrouble): string {
  return trouble.kind === 'silent'
    ? say('The script does not answer ({reason}). Nothing is sent until it does. Look at its address, or choose another way.', {
        reason: trouble.reason
      })
    : say(
        'What lies there is no script for proxies, or there is a mistake in it. Nothing is sent until it is right, or you choose another way.'
      )
}
