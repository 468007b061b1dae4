import type { KeyboardEvent, ReactNode } from 'react'
import type { ShortcutScope } from '../../../shared/app/shortcuts.ts'
import { say } from '../../../shared/i18n/say.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FieldError } from '../../ui/field.tsx'
import type { StageViewport } from '../../zoom/use-stage-viewport.ts'
import { ZoomControls } from '../../zoom/zoom-controls.tsx'
import styles from './editor-dialog.module.css'
import { EditorShortcutsButton } from './editor-shortcuts-button.tsx'

export type EditorAction = {
  readonly label: string
  readonly notReady?: boolean
  readonly busy?: string | false
  readonly run: () => void
}

/** Dialog shared by all tools for drawing on media. It contains the tool's controls, the zoom, the stage, and the buttons that close it. */
export function EditorDialog({
  title,
  description,
  viewport,
  tools,
  keys,
  facts,
  error = null,
  action,
  onKeyDown,
  onClose,
  children
}: {
  readonly title: string
  readonly description: string
  /** Null if the media has no stage to zoom, such as audio. */
  readonly viewport: StageViewport | null
  readonly tools: ReactNode
  /** Scopes of the tool's shortcuts. The zoom shortcuts are always added. */
  readonly keys: readonly ShortcutScope[]
  readonly facts: ReactNode
  /** Why the action failed. Null if it hasn't. */
  readonly error?: string | null
  readonly action: EditorAction
  /** Handles keys that a control in the toolbar doesn't use. */
  readonly onKeyDown?: (event: KeyboardEvent) => void
  readonly onClose: () => void
  readonly children: ReactNode
}) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      description={description}
      width={viewport === null ? 'large' : 'full'}
      actions={
        <>
          <span className={styles.facts}>
            {facts}
            {error !== null && <FieldError>{error}</FieldError>}
          </span>
          <Button onClick={onClose}>{say('Cancel')}</Button>
          <Button variant="go" notReady={action.notReady ?? false} busy={action.busy} onClick={action.run}>
            {action.label}
          </Button>
        </>
      }
    >
      <div className={styles.room}>
        <div
          role="toolbar"
          aria-label={say('Tools')}
          className={styles.tools}
          onKeyDown={(event) => {
            if (event.currentTarget.contains(event.target as Node) && /^[^ ]$/.test(event.key)) onKeyDown?.(event)
          }}
        >
          {tools}
          {viewport !== null && (
            <>
              <span className="grow" />
              <ZoomControls stage={viewport} />
              <EditorShortcutsButton scopes={[...keys, 'editor']} />
            </>
          )}
        </div>
        {children}
      </div>
    </Dialog>
  )
}
