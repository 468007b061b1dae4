import type { Medium } from '../../shared/form/json-schema.ts'
import { say, word } from '../../shared/i18n/say.ts'
import { Button } from '../ui/button.tsx'
import { formatBytes } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import type { PlayedResult } from './playable-media.ts'
import styles from './undisplayable-stage.module.css'

const titles: { readonly [Name in Medium]: string } = {
  image: word('Image file'),
  video: word('Video file'),
  audio: word('Audio file'),
  model: word('3D model'),
  text: word('Text file')
}

/** A file that exists but can't be displayed. `why` is the specific reason. It is null if Kiln can't display the format. */
export function UndisplayableStage({
  result,
  why,
  onSaveAs,
  onShowInFolder
}: {
  readonly result: PlayedResult
  readonly why: string | null
  readonly onSaveAs: () => void
  readonly onShowInFolder: () => void
}) {
  return (
    <div className={styles.stage}>
      <div className={styles.card}>
        <Icon name={result.medium === 'model' ? 'model' : result.medium} size="l" />
        <h2 className="head">{say(titles[result.medium])}</h2>
        <p>
          {result.medium === 'model'
            ? say('Kiln can’t display this file ({contentType}, {size}). The file is complete. Open it in a 3D app.', {
                contentType: result.contentType,
                size: formatBytes(result.bytes)
              })
            : say('Kiln can’t display this file ({contentType}, {size}). Open it in another app.', {
                contentType: result.contentType,
                size: formatBytes(result.bytes)
              })}
        </p>
        {why !== null && <p className={styles.why}>{why}</p>}
        <div className={styles.actions}>
          <Button icon="folder" onClick={onShowInFolder}>
            {say('Show in folder')}
          </Button>
          <Button variant="quiet" icon="download" onClick={onSaveAs}>
            {say('Save as…')}
          </Button>
        </div>
      </div>
    </div>
  )
}
