import type { Result, Task } from '../../shared/task.ts'
import { mediaPaths } from '../../shared/media-paths.ts'
import { Button } from '../ui/button.tsx'
import { byteWords } from '../ui/figures.ts'
import { Icon } from '../ui/icon.tsx'
import styles from './other-stage.module.css'

/** What is not a picture: a clip and a sound play here, a 3D model is opened elsewhere. */
export function OtherStage({
  task,
  result,
  onMissing,
  onSaveAs,
  onShowInFolder
}: {
  readonly task: Task
  readonly result: Result
  readonly onMissing: () => void
  readonly onSaveAs: () => void
  readonly onShowInFolder: () => void
}) {
  const src = mediaPaths.result(result.id)
  switch (result.medium) {
    case 'video':
      return (
        <div className={styles.stage}>
          {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- what the service makes comes without captions */}
          <video key={src} src={src} controls loop playsInline aria-label={task.title} className={styles.video} onError={onMissing} />
        </div>
      )
    case 'audio':
      return (
        <div className={styles.stage}>
          <div className={styles.sound}>
            <Icon name="audio" size="l" />
            <div className={styles.soundTitle}>{task.title}</div>
            {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- what the service makes comes without captions */}
            <audio key={src} src={src} controls aria-label={task.title} onError={onMissing} />
          </div>
        </div>
      )
    case 'image':
    case 'model':
      return (
        <div className={styles.stage}>
          <div className={styles.card}>
            <Icon name="model" size="l" />
            <h2 className="head">A 3D model</h2>
            <p>
              {result.contentType}, {byteWords(result.bytes)}. It is on this computer; open it in a program for 3D.
            </p>
            <div className={styles.actions}>
              <Button icon="folder" onClick={onShowInFolder}>
                Show in folder
              </Button>
              <Button look="quiet" icon="download" onClick={onSaveAs}>
                Save as
              </Button>
            </div>
          </div>
        </div>
      )
  }
}
