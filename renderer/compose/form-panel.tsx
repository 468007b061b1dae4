import type { ReactNode } from 'react'
import { say } from '../../shared/i18n/say.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Inspector } from '../ui/view.tsx'

/** The panel with a form's settings, its price and its send button. */
export function FormPanel({
  footer,
  onReset,
  onClose,
  children
}: {
  readonly footer: ReactNode
  readonly onReset: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}) {
  return (
    <Inspector
      label={say('Parameters')}
      bar={
        <>
          <span className="strong grow">{say('Parameters')}</span>
          <IconButton label={say('Reset form')} icon="eraser" onClick={onReset} tooltipSide="bottom" />
          <IconButton label={say('Close parameters')} icon="close" onClick={onClose} tooltipSide="bottom" />
        </>
      }
      foot={footer}
    >
      {children}
    </Inspector>
  )
}
