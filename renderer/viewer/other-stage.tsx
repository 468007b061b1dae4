import type { Result } from '../../shared/task.ts'
import { say } from '../../shared/words/say.ts'
import { Button } from '../ui/button.tsx'
import { byteWords } from '../ui/figures.ts'
import { Icon } from '../ui/icon.tsx'
import styles from './other-stage.module.css'

/** What can't be shown here is opened elsewhere. `why` null: its format is none that Kiln draws. */
export function OtherStage({
  result,
  why,
  onSaveAs,
  onShowInFolder
}: {
  readonly result: Result
  readonly why: string | null
  readonly onSaveAs: () => void
  readonly onShowInFolder: () => void
}) {
  return (
    <div className={styles.stage}>
      <div className={styles.card}>
        <Icon name="model" size="l" />
        <h2 className="head">{say('A 3D model')}</h2>
        <p>
          {say('{contentType}, {size}. It is whole and on this computer; Kiln can’t show it. Open it in a program for 3D.', {
            contentType: result.contentType,
            size: byteWords(result.bytes)
          })}
        </p>
        {why !== null && <p className={styles.why}>{why}</p>}
        <div className={styles.actions}>
          <Button icon="folder" onClick={onShowInFolder}>
            {say('Show in folder')}
          </Button>
          <Button look="quiet" icon="download" onClick={onSaveAs}>
            {say('Save as')}
          </Button>
        </div>
      </div>
    </div>
  )
}
