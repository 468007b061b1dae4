import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import styles from './media-cover.module.css'
import { Pic } from './pic.tsx'

export type MediaCoverProps = {
  readonly medium: 'image' | 'video' | 'audio' | 'model' | 'text'
  /** Address of the thumbnail. Only images have one. */
  readonly thumbnail: string
  /** Address of the file. A video shows its first frame. */
  readonly source: string
  readonly className?: string | undefined
}

/** A small preview of a result: an image, a video's first frame, audio on clay, a model or a text on grey. Needs a size. */
export function MediaCover({ medium, thumbnail, source, className }: MediaCoverProps) {
  switch (medium) {
    case 'image':
      return <Pic src={thumbnail} alt="" isLazy className={className} />
    case 'video':
      return (
        <span className={classNames(styles.cover, className)}>
          <video src={source} muted playsInline preload="metadata" tabIndex={-1} aria-hidden="true" className={styles.video} />
        </span>
      )
    case 'audio':
      return (
        <span className={classNames(styles.cover, styles.sound, className)}>
          <Icon name="audio" size="l" />
        </span>
      )
    case 'model':
      return (
        <span className={classNames(styles.cover, styles.model, className)}>
          <Icon name="model" size="l" />
        </span>
      )
    case 'text':
      return (
        <span className={classNames(styles.cover, className)}>
          <Icon name="text" size="l" />
        </span>
      )
  }
}
