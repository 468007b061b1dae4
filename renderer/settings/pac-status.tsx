import { useEffect, useState } from 'react'
import type { Outcome } from '../../shared/ipc/outcome.ts'
import type { PacError } from '../../shared/app/network.ts'
import { say } from '../../shared/i18n/say.ts'
import { request } from '../bridge/kiln.ts'
import { FieldError } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import styles from './network-settings-panel.module.css'

/** Shows whether the active PAC file can be loaded and used. Checks once, on mount. */
export function PacStatus() {
  const [found, setFound] = useState<Outcome<PacError | null> | null>(null)

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
        <p className="small ink-3">{say('Loading the PAC file…')}</p>
      ) : !found.ok ? (
        <FieldError>{found.message}</FieldError>
      ) : found.value === null ? (
        <p className={styles.read}>
          <Icon name="check" size="s" />
          {say('The PAC file works.')}
        </p>
      ) : (
        <FieldError>{troubleText(found.value)}</FieldError>
      )}
    </div>
  )
}

function troubleText(trouble: PacError): string {
  return trouble.kind === 'silent'
    ? say(
        'The PAC file is unavailable ({reason}). Nothing is sent until it loads. Check its address. You can also choose another network setting.',
        {
          reason: trouble.reason
        }
      )
    : say('The PAC file is invalid. Nothing is sent until it’s fixed or you choose another network setting.')
}
